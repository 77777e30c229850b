" Colours for files that are not served. `tw lsp` paints over them by meaning.
if exists("b:current_syntax")
  finish
endif

syntax case match
syntax keyword twLiteral yes no nothing
syntax keyword twKeyword adv and default dis else end for from given has if in is let mod not odds or otherwise
syntax keyword twKeyword pick then times to where with
syntax keyword twLinking after answers any as before by cancels chance clamp dice down highest lowest of quietly
syntax keyword twLinking rolls row shift takes unique until while within without

syntax match twNumber /\<\d\+\(\.\d\+\)\?%\?/
syntax match twDice /\<\d*[dD]\(\d\+\|%\|[Ff]\>\)[A-Za-z0-9!<>=]*/
syntax match twOperator /[-=+*\/<>≤≥≠×−]\|\.\./
syntax match twKey /^\s*[^:#|"{]\+\ze:/
syntax match twTableMark /[|]\|=>/
syntax match twStarting /^\s*\(add\|advance\|apply\|ask\|author\|cancel\|change\|chart\|choose\|deck\|do\|each\|every\|expect\|fn\|improve\|keep\|ladder\|license\|next\|note\|option\|party\|policy\|procedure\|remove\|repeat\|reshuffle\|return\|roll\|roster\|rules\|say\|sheet\|show\|skip\|source\|step\|stop\|stub\|symbols\|table\|tags\|test\|timer\|unit\|use\|version\|when\|words\|worsen\)\>/
syntax match twEscape /\\./ contained
syntax region twLive matchgroup=twBraces start=/{/ end=/}\|$/ contains=twNumber,twDice,twKeyword,twLiteral,twText
syntax region twText start=/"/ skip=/\\./ end=/"\|$/ contains=twEscape,twLive
syntax match twComment /#.*$/ contains=@Spell
syntax match twDoc /^\s*##.*$/ contains=@Spell

highlight default link twLiteral Boolean
highlight default link twKeyword Keyword
highlight default link twLinking Keyword
highlight default link twStarting Statement
highlight default link twNumber Number
highlight default link twDice Constant
highlight default link twOperator Operator
highlight default link twKey Label
highlight default link twTableMark Delimiter
highlight default link twBraces Special
highlight default link twEscape SpecialChar
highlight default link twText String
highlight default link twComment Comment
highlight default link twDoc SpecialComment
if has('nvim-0.9')
  highlight default link @lsp.typemod.number.dice.tablewright Constant
endif

let b:current_syntax = "tablewright"
