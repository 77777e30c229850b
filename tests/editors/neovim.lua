-- One editing session in headless Neovim. What it sees is written to `$OUT` as JSON.
local saw = {}

local function wait(what, done)
  local ok = vim.wait(60000, function()
    local well, answer = pcall(done)
    return well and answer
  end, 20)
  if not ok then
    error("waited for " .. what)
  end
end

local function ask(method, params)
  local answers = vim.lsp.buf_request_sync(0, method, params, 60000) or {}
  for _, answer in pairs(answers) do
    if answer.result ~= nil then
      return answer.result
    end
  end
  return vim.NIL
end

local function here(line, column)
  return {
    textDocument = vim.lsp.util.make_text_document_params(0),
    position = { line = line, character = column },
  }
end

local function codes()
  local found = {}
  for _, report in ipairs(vim.diagnostic.get(0)) do
    table.insert(found, report.code or "")
  end
  table.sort(found)
  return found
end

local function text()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n") .. "\n"
end

local function clients()
  if vim.lsp.get_clients then
    return vim.lsp.get_clients({ bufnr = 0 })
  end
  return vim.lsp.buf_get_clients(0)
end

local function session()
  require("tablewright").setup({ cmd = { vim.env.TW, "lsp" } })
  vim.cmd("edit " .. vim.fn.fnameescape(vim.env.FILE))
  saw.filetype = vim.bo.filetype
  saw.syntax = vim.fn.exists("b:current_syntax") == 1
  wait("reports", function() return #codes() > 1 end)
  saw.first = codes()

  -- A mistake is mended by hand, as one types.
  local lines = vim.api.nvim_buf_get_lines(0, 0, -1, false)
  for nth, line in ipairs(lines) do
    if line:find("strenght") then
      vim.api.nvim_buf_set_text(0, nth - 1, #line - 8, nth - 1, #line, { "strength" })
    end
  end
  wait("the report to go", function() return #codes() < #saw.first end)
  saw.second = codes()

  -- The other one by its quick fix.
  local report = vim.diagnostic.get(0)[1]
  local range = {
    start = { line = report.lnum, character = report.col },
    ["end"] = { line = report.end_lnum, character = report.end_col },
  }
  local params = { textDocument = vim.lsp.util.make_text_document_params(0), range = range, context = {
    diagnostics = { report.user_data and report.user_data.lsp and report.user_data.lsp.range and report.user_data.lsp
      or { range = range, message = report.message, code = report.code, severity = report.severity } },
  } }
  local actions = ask("textDocument/codeAction", params)
  saw.action = actions[1].title
  vim.lsp.util.apply_workspace_edit(actions[1].edit, "utf-16")
  wait("no report", function() return #codes() == 0 end)
  saw.fixed = text()

  local function place_of(word)
    for nth, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
      local at = line:find(word, 1, true)
      if at then
        return here(nth - 1, at)
      end
    end
  end
  saw.hover = ask("textDocument/hover", place_of("moor rolls")).contents.value
  saw.definition = ask("textDocument/definition", place_of("moor # at night")).range.start
  saw.symbols = {}
  for _, symbol in ipairs(ask("textDocument/documentSymbol", { textDocument = here(0, 0).textDocument })) do
    table.insert(saw.symbols, symbol.name)
  end

  -- A name is renamed wherever it stands.
  local params = place_of("strength =")
  params.newName = "vigour"
  vim.lsp.util.apply_workspace_edit(ask("textDocument/rename", params), "utf-16")
  saw.renamed = text()

  -- A line is written, completed and formatted.
  vim.api.nvim_buf_set_lines(0, -1, -1, false, { "let y = vig" })
  local items = ask("textDocument/completion", here(vim.api.nvim_buf_line_count(0) - 1, 11))
  saw.offered = {}
  for _, item in ipairs(items.items or items) do
    table.insert(saw.offered, item.label)
  end
  vim.api.nvim_buf_set_lines(0, -2, -1, false, { "let y = vigour", "table t rolls d2", "1: mud", "2: eels", "end" })
  local edits = ask("textDocument/formatting", {
    textDocument = here(0, 0).textDocument,
    options = { tabSize = 2, insertSpaces = true },
  })
  vim.lsp.util.apply_text_edits(edits, vim.api.nvim_get_current_buf(), "utf-16")
  saw.formatted = text()
  vim.cmd("write")
  saw.clients = vim.tbl_count(clients())

  -- A note in the same editor.
  vim.cmd("edit " .. vim.fn.fnameescape(vim.env.NOTE))
  wait("reports on the note", function() return #codes() > 0 end)
  saw.note = codes()
end

local ok, trouble = xpcall(session, debug.traceback)
saw.trouble = ok and vim.NIL or trouble
local out = io.open(vim.env.OUT, "w")
out:write(vim.fn.json_encode(saw))
out:close()
vim.cmd("qall!")
