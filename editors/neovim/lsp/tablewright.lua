-- Neovim 0.11 or newer: `vim.lsp.enable("tablewright")` starts it.
return {
  cmd = { "tw", "lsp" },
  filetypes = { "tablewright", "markdown" },
  root_markers = { ".git" },
}
