// `allways completion bash|zsh`: what the shell needs to complete the command line, made from the table of options.
#include <string.h>

#include "app/auto.h"
#include "app/options.h"
#include "ir/ir.h"

static bool has_word(const char *words, const char *word) {
  size_t n = strlen(word);
  for (const char *at = strstr(words, word); at; at = strstr(at + 1, word))
    if ((at == words || at[-1] == ' ') && (at[n] == ' ' || !at[n])) return true;
  return false;
}

// Is the value a path?
static bool takes_path(const option_info *info) {
  return info->metavar && (strcmp(info->metavar, "FILE") == 0 || strcmp(info->metavar, "FOLDER") == 0);
}

// A switch that is off unless it is given needs no value.
static bool is_switch(const option_info *info) { return info->type == OPTION_BOOL && !info->initial; }

static void put_properties(strbuf *out) {
  const char *name;
  for (size_t i = 0; (name = options_property_name(i)); i++) sb_printf(out, "%s%s", i ? " " : "", name);
}

// The values that an option may have, with blanks between; nothing where they cannot be listed.
static void put_values(option_id id, strbuf *out) {
  const option_info *info = option_get(id);
  const char *word;
  size_t len;
  if (id == OPTION_property) put_properties(out);
  if (info->type == OPTION_BOOL) sb_puts(out, "on off");
  for (size_t i = 0; info->type == OPTION_ENUM && option_value(info->values, i, &word, &len); i++)
    sb_printf(out, "%s%.*s", i ? " " : "", (int)len, word);
}

// What follows a command that reads no program.
static const struct {
  const char *command, *words;
} fixed[] = {{"list", "engines options properties"}, {"completion", "bash zsh"}};
enum { N_FIXED = sizeof fixed / sizeof fixed[0] };

static const char *const always[] = {"--help", "--help=all", "--version", "--options=json", NULL};

// --- bash -----------------------------------------------------------------------------------------------------------

// --name, or --name= where a value must follow; the words of `always` besides.
static void put_bash_options(const char *verb, strbuf *out) {
  sb_printf(out, "    %s) echo \"", verb);
  for (size_t i = 0; i < OPTION_COUNT; i++) {
    const option_info *info = option_get((option_id)i);
    if (has_word(info->where, verb)) sb_printf(out, "--%s%s ", info->name, is_switch(info) ? "" : "=");
  }
  for (const char *const *a = always; *a; a++) sb_printf(out, "%s%s", a == always ? "" : " ", *a);
  sb_puts(out, "\" ;;\n");
}

static void put_bash_tables(strbuf *out) {
  const char *verb;
  sb_puts(out, "_allways_options() {\n  case $1 in\n");
  for (size_t i = 0; (verb = command_at(i)); i++) put_bash_options(verb, out);
  sb_puts(out, "  esac\n}\n\n_allways_values() {\n  case $1 in\n");
  for (size_t i = 0; i < OPTION_COUNT; i++) {
    strbuf values = {0};
    put_values((option_id)i, &values);
    if (values.len) sb_printf(out, "    --%s) echo \"%s\" ;;\n", option_get((option_id)i)->name, sb_text(&values));
    sb_fini(&values);
  }
  sb_puts(out, "    --help) echo \"all");
  for (size_t i = 0; app_engine(i); i++) sb_printf(out, " %s", app_engine(i)->name);
  sb_puts(out, "\" ;;\n  esac\n}\n\n");
}

// The shell takes words apart at `=`: `--engine=na` comes as three.
static const char bash_code[] =
    "_allways() {\n"
    "  local cur=${COMP_WORDS[COMP_CWORD]} option= command= i\n"
    "  COMPREPLY=()\n"
    "  for ((i = 1; i < COMP_CWORD; i++)); do\n"
    "    if [[ ${COMP_WORDS[i]} == -- ]]; then\n"
    "      compopt -o default\n"
    "      return\n"
    "    fi\n"
    "    if [[ ! $command && ${COMP_WORDS[i]} != -* && ${COMP_WORDS[i]} != '=' && ${COMP_WORDS[i - 1]} != '=' ]]; "
    "then\n"
    "      command=${COMP_WORDS[i]}\n"
    "    fi\n"
    "  done\n"
    "  if [[ $cur == '=' ]]; then\n"
    "    option=${COMP_WORDS[COMP_CWORD - 1]} cur=\n"
    "  elif [[ ${COMP_WORDS[COMP_CWORD - 1]} == '=' ]]; then\n"
    "    option=${COMP_WORDS[COMP_CWORD - 2]}\n"
    "  elif [[ $cur == --*=* ]]; then\n"
    "    option=${cur%%=*}\n"
    "    cur=${cur#*=}\n"
    "  fi\n"
    "  if [[ $option ]]; then\n"
    "    local values before=\n"
    "    values=$(_allways_values \"$option\")\n"
    "    if [[ ! $values ]]; then\n"
    "      compopt -o default\n"
    "      return\n"
    "    fi\n"
    "    if [[ $option == --property && $cur == *,* ]]; then before=${cur%,*},; fi\n"
    "    COMPREPLY=($(compgen -P \"$before\" -W \"$values\" -- \"${cur##*,}\"))\n"
    "    return\n"
    "  fi\n"
    "  if [[ $cur == -* ]]; then\n"
    "    local words\n"
    "    words=$(_allways_options \"$command\")\n"
    "    COMPREPLY=($(compgen -W \"${words:-$(_allways_options verify)}\" -- \"$cur\"))\n"
    "    if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]]; then compopt -o nospace; fi\n"
    "    return\n"
    "  fi\n";

static void put_bash(strbuf *out) {
  sb_printf(out, "# bash completion of allways %s: `allways completion bash`, made from its table of options.\n\n",
            ALLWAYS_VERSION);
  put_bash_tables(out);
  sb_puts(out, bash_code);
  for (size_t i = 0; i < N_FIXED; i++)
    sb_printf(out, "  if [[ $command == %s ]]; then COMPREPLY=($(compgen -W \"%s\" -- \"$cur\")); return; fi\n",
              fixed[i].command, fixed[i].words);
  sb_puts(out, "  compopt -o filenames\n  COMPREPLY=($(compgen -f -- \"$cur\"))\n"
               "  if [[ ! $command ]]; then COMPREPLY+=($(compgen -W \"");
  const char *verb;
  for (size_t i = 0; (verb = command_at(i)); i++) sb_printf(out, "%s%s", i ? " " : "", verb);
  sb_puts(out, "\" -- \"$cur\")); fi\n}\ncomplete -F _allways allways\n");
}

// --- zsh ------------------------------------------------------------------------------------------------------------

// Inside of '...[here]...': what ends one of them is quoted.
static void put_zsh_text(const char *text, strbuf *out) {
  for (; *text; text++) {
    if (*text == '\'')
      sb_puts(out, "'\\''");
    else if (strchr("[]:\\", *text))
      sb_printf(out, "\\%c", *text);
    else
      sb_putc(out, *text);
  }
}

static void put_zsh_option(option_id id, strbuf *out) {
  const option_info *info = option_get(id);
  strbuf values = {0};
  put_values(id, &values);
  sb_printf(out, "    '%s--%s%s[", info->type == OPTION_LIST ? "*" : "", info->name, is_switch(info) ? "" : "=");
  put_zsh_text(info->help, out);
  sb_putc(out, ']');
  if (id == OPTION_property)
    sb_printf(out, ":property:_sequence compadd - %s", sb_text(&values));
  else if (values.len && !is_switch(info))
    sb_printf(out, ":value:(%s)", sb_text(&values));
  else if (takes_path(info))
    sb_puts(out, ":file:_files");
  else if (!is_switch(info))
    sb_puts(out, ":value: ");
  sb_puts(out, "' \\\n");
  sb_fini(&values);
}

static void put_zsh(strbuf *out) {
  const char *verb;
  sb_printf(
      out,
      "#compdef allways\n# zsh completion of allways %s: `allways completion zsh`, made from its table of options.\n\n",
      ALLWAYS_VERSION);
  sb_puts(out, "_allways_first() {\n  _alternative 'commands:command:(");
  for (size_t i = 0; (verb = command_at(i)); i++) sb_printf(out, "%s%s", i ? " " : "", verb);
  sb_puts(out, ")' 'files:file:_files'\n}\n\n_allways_rest() {\n  case $words[2] in\n");
  for (size_t i = 0; i < N_FIXED; i++) sb_printf(out, "    %s) compadd - %s ;;\n", fixed[i].command, fixed[i].words);
  sb_puts(out, "    *) _files ;;\n  esac\n}\n\n_allways() {\n  _arguments -S \\\n");
  for (size_t i = 0; i < OPTION_COUNT; i++) put_zsh_option((option_id)i, out);
  sb_puts(out, "    '(-)--help=-[how to use it]::topic:(all");
  for (size_t i = 0; app_engine(i); i++) sb_printf(out, " %s", app_engine(i)->name);
  sb_puts(out, ")' \\\n    '(-)--version[the version]' \\\n    '(-)--options=[the table of options]:form:(json)' \\\n"
               "    '1: :_allways_first' '*: :_allways_rest'\n}\n\n"
               "if [[ $funcstack[1] == _allways ]]; then _allways \"$@\"; else compdef _allways allways; fi\n");
}

bool options_print_completion(const char *shell, FILE *out) {
  strbuf text = {0};
  if (strcmp(shell, "bash") == 0)
    put_bash(&text);
  else if (strcmp(shell, "zsh") == 0)
    put_zsh(&text);
  fputs(sb_text(&text), out);
  bool known = text.len > 0;
  sb_fini(&text);
  return known;
}
