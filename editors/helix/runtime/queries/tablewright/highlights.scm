; The colours of ../../../../tree-sitter/queries/highlights.scm, by the names that themes of Helix have for them.

(comment) @comment.line
(doc) @comment.block.documentation

(keyword) @keyword
(definition) @function
(name) @variable
(literal) @constant.builtin

(number) @constant.numeric
(dice) @constant.numeric.dice
(operator) @operator

(text "\"" @string)
(text_run) @string
(escape) @constant.character.escape
(live ["{" "}"] @punctuation.special)

(key) @attribute
[(bullet) (rule) "=>"] @punctuation.delimiter
(row ":" @punctuation.delimiter)
(pipe_row "|" @punctuation.delimiter)

["(" ")" "[" "]"] @punctuation.bracket
(code ["{" "}"] @punctuation.bracket)
["," ";" "."] @punctuation.delimiter
