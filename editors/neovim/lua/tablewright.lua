-- Starts `tw lsp` for sources and notes. Works from Neovim 0.7 on: what each version has is used.
local M = {}

local client

-- Versions before 0.8 start a client and attach it by hand.
local function start(buffer, config)
  if vim.lsp.start then
    vim.lsp.start(config, { bufnr = buffer })
    return
  end
  if client and vim.lsp.get_client_by_id(client) then
    vim.lsp.buf_attach_client(buffer, client)
  else
    client = vim.lsp.start_client(config)
    if client then
      vim.lsp.buf_attach_client(buffer, client)
    end
  end
end

-- Keys that Neovim 0.11 has by itself; older versions get the same ones.
local function keys(buffer)
  vim.bo[buffer].omnifunc = "v:lua.vim.lsp.omnifunc"
  if vim.fn.has("nvim-0.11") == 1 then
    return
  end
  local function map(keys, call)
    vim.keymap.set("n", keys, function() call() end, { buffer = buffer, silent = true })
  end
  map("K", vim.lsp.buf.hover)
  map("gd", vim.lsp.buf.definition)
  map("grn", vim.lsp.buf.rename)
  map("gra", vim.lsp.buf.code_action)
  map("grr", vim.lsp.buf.references)
  map("gO", vim.lsp.buf.document_symbol)
end

-- `cmd` is the command that starts the server, `markdown` whether notes are looked at, too.
function M.setup(options)
  options = vim.tbl_extend("force", { cmd = { "tw", "lsp" }, markdown = true }, options or {})
  local filetypes = { "tablewright" }
  if options.markdown then
    table.insert(filetypes, "markdown")
  end
  local function attach(buffer)
    local name = vim.api.nvim_buf_get_name(buffer)
    start(buffer, {
      name = "tablewright",
      cmd = options.cmd,
      root_dir = name ~= "" and vim.fn.fnamemodify(name, ":p:h") or vim.fn.getcwd(),
    })
    keys(buffer)
  end
  vim.api.nvim_create_autocmd("FileType", {
    group = vim.api.nvim_create_augroup("tablewright", { clear = true }),
    pattern = filetypes,
    callback = function(event)
      attach(event.buf)
    end,
  })
  -- Buffers that were open before.
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(buffer) and vim.tbl_contains(filetypes, vim.bo[buffer].filetype) then
      attach(buffer)
    end
  end
end

return M
