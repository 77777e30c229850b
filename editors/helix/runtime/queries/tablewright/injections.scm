; Notes such as TODO in comments, where the editor has that grammar.
([(comment) (doc)] @injection.content
  (#set! injection.language "comment"))
