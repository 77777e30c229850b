vim.filetype.add({ extension = { tw = "tablewright" } })
