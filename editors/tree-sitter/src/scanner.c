// What a line is, and where the text of a row ends: both depend on what follows, which the lexer cannot see.
//
// Among the rows of a table a line is a row if there is a colon in it or if it begins with a bullet. A line of
// code ends the rows, unless it is the head of a table. `src/syntax/tokens.rs` decides in the same way.

#include "tree_sitter/alloc.h"
#include "tree_sitter/parser.h"

#include <string.h>

enum Token { CODE_START, ROW_START, BULLET_START, ROW_TEXT };

// Longer than every word that is compared.
enum { WORD = 16 };

typedef struct {
  // Whether the lines are rows of a table.
  bool rows;
} Scanner;

void *tree_sitter_tablewright_external_scanner_create(void) {
  return ts_calloc(1, sizeof(Scanner));
}

void tree_sitter_tablewright_external_scanner_destroy(void *payload) {
  ts_free(payload);
}

unsigned tree_sitter_tablewright_external_scanner_serialize(void *payload, char *buffer) {
  buffer[0] = (char)((Scanner *)payload)->rows;
  return 1;
}

void tree_sitter_tablewright_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
  ((Scanner *)payload)->rows = length > 0 && buffer[0] != 0;
}

static bool is_blank(int32_t c) {
  return c == ' ' || (c >= '\t' && c <= '\r' && c != '\n') || c == 0x85 || c == 0xA0 || c == 0x1680 ||
         (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000;
}

static bool at_end(TSLexer *lexer) {
  return lexer->eof(lexer) || lexer->lookahead == '\n';
}

// Whether anything but blanks follows on this line.
static bool more_on_line(TSLexer *lexer) {
  while (!at_end(lexer) && is_blank(lexer->lookahead)) {
    lexer->advance(lexer, false);
  }
  return !at_end(lexer);
}

// A line at the left edge that begins with one of these begins a definition, whatever is open.
static const char *const HEADS[] = {
    "change", "chart", "deck",   "each",  "fn",   "keep",    "ladder", "let",  "option", "policy", "procedure",
    "roster", "rules", "sheet",  "stub",  "symbols", "table", "test",  "unit", "use",    "words",  NULL,
};

static const char *const TABLES[] = {"chart", "deck", "each", "table", NULL};

// What is known of a line while it is read.
typedef struct {
  // The beginnings of the first two words, each ended by a zero.
  char words[2][WORD];
  unsigned lengths[2];
  unsigned count;
  bool inside;
  // Where in the line the first colon is: nowhere, in front of all else, or behind something.
  enum { NO_COLON, FIRST, LATER } colon;
} Line;

static void take_letter(Line *line, int32_t c) {
  if (c == ':' && line->colon == NO_COLON) {
    line->colon = line->count == 0 ? FIRST : LATER;
  }
  if (is_blank(c)) {
    line->inside = false;
    return;
  }
  line->count += line->inside ? 0 : 1;
  line->inside = true;
  unsigned nth = line->count - 1;
  if (nth < 2 && line->lengths[nth] < WORD - 1) {
    line->words[nth][line->lengths[nth]++] = c < 128 ? (char)c : '?';
  }
}

static bool is_one_of(const char *word, const char *const *list) {
  for (; *list != NULL; list++) {
    if (strcmp(word, *list) == 0) {
      return true;
    }
  }
  return false;
}

static bool is_row(const Line *line, bool indented) {
  char second = line->words[1][0];
  bool defines = !indented && is_one_of(line->words[0], HEADS) && line->count > 1 && second != '=' &&
                 second != '.' && second != ',';
  return line->colon == LATER && !defines;
}

// Decides what the line is that begins here. The token is empty.
static bool scan_start(Scanner *scanner, TSLexer *lexer) {
  bool indented = lexer->get_column(lexer) > 0;
  while (!at_end(lexer) && is_blank(lexer->lookahead)) {
    indented = true;
    lexer->advance(lexer, true);
  }
  int32_t first = lexer->lookahead;
  if (at_end(lexer) || first == '#' || first == '|') {
    return false;
  }
  lexer->mark_end(lexer);
  Line line = {0};
  if (first == '-' || first == '*') {
    take_letter(&line, first);
    lexer->advance(lexer, false);
    if (scanner->rows && lexer->lookahead == ' ' && more_on_line(lexer)) {
      lexer->result_symbol = BULLET_START;
      return true;
    }
  }
  // Neither a colon nor a word further back changes anything.
  while (!at_end(lexer) && (line.colon == NO_COLON || line.count < 3)) {
    take_letter(&line, lexer->lookahead);
    lexer->advance(lexer, false);
  }
  if (scanner->rows && strcmp(line.words[0], "end") != 0 && is_row(&line, indented)) {
    lexer->result_symbol = ROW_START;
    return true;
  }
  scanner->rows = is_one_of(line.words[0], TABLES) ||
                  (strcmp(line.words[0], "change") == 0 && strcmp(line.words[1], "table") == 0);
  lexer->result_symbol = CODE_START;
  return true;
}

// The text of a row goes up to a live part, an escape, ` => ` with something behind it, or the end of the line;
// blanks at its ends do not belong to it.
static bool scan_row_text(TSLexer *lexer) {
  bool any = false;
  while (!at_end(lexer) && lexer->lookahead != '{' && lexer->lookahead != '\\') {
    if (!is_blank(lexer->lookahead)) {
      any = true;
      lexer->advance(lexer, false);
      lexer->mark_end(lexer);
      continue;
    }
    bool space = lexer->lookahead == ' ';
    lexer->advance(lexer, !any);
    if (!space || lexer->lookahead != '=') {
      continue;
    }
    // Read on to see whether this is an arrow; the token may have ended before it.
    bool starts_here = !any;
    if (starts_here) {
      lexer->mark_end(lexer);
    }
    lexer->advance(lexer, false);
    if (lexer->lookahead == '>') {
      lexer->advance(lexer, false);
      if (lexer->lookahead == ' ' && more_on_line(lexer)) {
        break;
      }
    }
    any = true;
    lexer->mark_end(lexer);
  }
  lexer->result_symbol = ROW_TEXT;
  return any;
}

bool tree_sitter_tablewright_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid_symbols) {
  if (valid_symbols[CODE_START] && valid_symbols[ROW_TEXT]) {
    return false; // The parser recovers from an error, and everything is allowed.
  }
  if (valid_symbols[CODE_START]) {
    return scan_start(payload, lexer);
  }
  return valid_symbols[ROW_TEXT] && scan_row_text(lexer);
}
