; The names of nvim-treesitter and of `tree-sitter highlight`. Helix has its own, in ../../helix/runtime.

(comment) @comment
(doc) @comment.documentation

(keyword) @keyword
(definition) @function
(name) @variable
(literal) @constant.builtin

(number) @number
(dice) @number.dice
(operator) @operator

(text "\"" @string)
(text_run) @string
(escape) @string.escape
(live ["{" "}"] @punctuation.special)

(key) @property
[(bullet) (rule) "=>"] @punctuation.delimiter
(row ":" @punctuation.delimiter)
(pipe_row "|" @punctuation.delimiter)

["(" ")" "[" "]"] @punctuation.bracket
(code ["{" "}"] @punctuation.bracket)
["," ";" "."] @punctuation.delimiter
