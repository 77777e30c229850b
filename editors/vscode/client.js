// Starts `tw lsp` and hands it what is open in the editor.
const vscode = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

let client;

function start() {
  const settings = vscode.workspace.getConfiguration("tablewright");
  const command = settings.get("path") || "tw";
  const documents = [{ language: "tablewright" }];
  if (settings.get("markdown")) {
    documents.push({ language: "markdown", scheme: "file" });
  }
  client = new LanguageClient(
    "tablewright",
    "Tablewright",
    { command, args: ["lsp"], transport: TransportKind.stdio },
    {
      documentSelector: documents,
      synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.{tw,md}") },
    },
  );
  return client.start().catch((error) => {
    vscode.window.showErrorMessage(
      `Tablewright: \`${command} lsp\` does not start (${error.message}). ` +
        "Install `tw`, or set `tablewright.path` to where it is.",
    );
  });
}

async function restart() {
  await client?.stop().catch(() => {});
  await start();
}

exports.activate = async (context) => {
  context.subscriptions.push(
    vscode.commands.registerCommand("tablewright.restart", restart),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("tablewright")) {
        restart();
      }
    }),
  );
  await start();
};

exports.deactivate = () => client?.stop();
