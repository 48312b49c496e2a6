#!/usr/bin/env python3
"""shell.py ALLWAYS --part bash|terminal|zsh|manual

Completion is asked of the shells themselves; the options that must be completed are read from --help=all, which is not made
by the code under test. The manual page is read by man and mandoc with all their warnings.
"""
import argparse
import json
import os
import pathlib
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile

SKIP = 77


def text_of(*words, **more):
    return subprocess.run(words, stdout=subprocess.PIPE, text=True, check=True, **more).stdout


def help_options(allways):
    return re.findall(r"^  --([a-z0-9-]+)", text_of(allways, "--help=all"), re.M)


def applies(allways):
    return {o["name"]: o for o in json.loads(text_of(allways, "--options=json"))["options"]}


def missing(program):
    if shutil.which(program):
        return False
    print(f"skipped: there is no {program} here")
    return True


# Words that were typed, one array each, as bash takes them apart; prints what it would offer.
ASK_BASH = r"""
source "$1"
shift
while IFS= read -r line; do
  IFS=$'\t' read -ra COMP_WORDS <<< "$line"
  if [[ $line == *$'\t' ]]; then COMP_WORDS+=(""); fi
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
  compopt() { :; }
  _allways allways "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
  echo "${COMPREPLY[@]}"
done
"""


def ask_bash(script, questions):
    lines = "".join("\t".join(words) + "\n" for words in questions)
    done = subprocess.run(["bash", "--norc", "-c", ASK_BASH, "bash", script], input=lines, stdout=subprocess.PIPE, text=True,
                          check=True, cwd=pathlib.Path(script).parent)
    return [line.split() for line in done.stdout.splitlines()]


def bash(allways, folder):
    script = folder / "allways.bash"
    script.write_text(text_of(allways, "completion", "bash"))
    (folder / "model.c").write_text("int main(void) { return 0; }\n")
    table = applies(allways)
    names = help_options(allways)
    assert len(names) > 100 and set(names) == set(table), set(names) ^ set(table)
    questions = [["allways", table[name]["applies"][0], "--" + name] for name in names]
    wrong = []
    for name, got in zip(names, ask_bash(script, questions)):
        switch = table[name]["type"] == "bool" and not table[name]["default"]
        if ("--" + name if switch else f"--{name}=") not in got:
            wrong.append(f"--{name} is not completed: {got}")
    values = [(name, value) for name in names for value in table[name].get("values", [])]
    asked = [["allways", table[name]["applies"][0], "--" + name, "=", value] for name, value in values]
    wrong += [f"--{name}={value} is not completed" for (name, value), got in zip(values, ask_bash(script, asked)) if value not in got]
    cases = [
        (["allways", ""], {"verify", "simulate", "replay", "model.c"}, {"engines"}),
        (["allways", "list", "e"], {"engines"}, {"verify"}),
        (["allways", "mod"], {"model.c"}, {"verify"}),
        (["allways", "simulate", "--"], {"--until=", "--json"}, {"--engine="}),
        (["allways", "model.c", "--eng"], {"--engine="}, {"--json"}),
        (["allways", "--property", "=", "assert,deadl"], {"assert,deadlock"}, {"deadlock"}),
        (["allways", "--property", "="], {"no-data-race", "valid-memsafety"}, set()),
        (["allways", "--color", "=", "al"], {"always"}, {"auto"}),
        (["allways", "model.c", "--", "--eng"], set(), {"--engine="}),
    ]
    for (words, wanted, unwanted), got in zip(cases, ask_bash(script, [case[0] for case in cases])):
        if not wanted <= set(got) or unwanted & set(got):
            wrong.append(f"{words}: {got}")
    return wrong


def type_into(words, env, folder, keys, until):
    """What a program shows on a terminal after these keys, up to a pattern."""
    pid, fd = pty.fork()
    if not pid:
        os.chdir(folder)
        os.execvpe(words[0], words, env)
    shown = b""
    try:
        for key, pattern in zip(keys, until):
            os.write(fd, key.encode())
            while not re.search(pattern, shown):
                if not select.select([fd], [], [], 60)[0]:
                    break
                shown += os.read(fd, 4096)
    except OSError:
        pass
    finally:
        os.close(fd)
        os.kill(pid, 9)
        os.waitpid(pid, 0)
    return shown.decode(errors="replace")


def terminal(allways, folder):
    """The key itself, in an interactive bash."""
    script = folder / "allways.bash"
    script.write_text(text_of(allways, "completion", "bash"))
    env = {"PATH": os.environ["PATH"], "PS1": "ready> ", "TERM": "dumb", "HOME": str(folder)}
    wrong = []
    for typed, wanted in [("allways --engi", "--engine="), ("allways --engine=statel", "--engine=stateless"),
                          ("allways --property=assert,deadl", "--property=assert,deadlock"), ("allways simul", "simulate")]:
        keys = [f"source {script}; bind 'set enable-bracketed-paste off'; echo be''gin\n", typed + "\t"]
        shown = type_into(["bash", "--norc", "--noprofile", "-i"], env, folder, keys, [rb"begin\r?\n.*ready> ", re.escape(wanted).encode()])
        if wanted not in shown:
            wrong.append(f"{typed!r} and the key: {shown!r}")
    return wrong


# A shell of its own, in a terminal of its own (zpty), whose compadd prints what it is offered.
ASK_ZSH = r"""
zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z 'PS1= ; LISTMAX=100000; fpath=('$1' $fpath); autoload -U compinit; compinit -u -D; zstyle ":completion:*" list-grouped false; bindkey "^I" complete-word'
zpty -w z 'compadd() { local -a offered; builtin compadd -O offered "$@"; print -l -- "@offer "${^offered}; builtin compadd "$@" }'
zpty -w z 'print be''gin'
zpty -m -r z out '*begin*'
zpty -w -n z "$2"$'\t'
zpty -w -n z $'\x15'"print @do""ne@"$'\n'
zpty -m -r z out '*@done@*'
print -r -- "$out"
"""


def zsh(allways, folder):
    if missing("zsh"):
        return None
    (folder / "_allways").write_text(text_of(allways, "completion", "zsh"))
    names = help_options(allways)
    table = applies(allways)
    done = subprocess.run(["zsh", "-f", "-n", str(folder / "_allways")], capture_output=True, text=True)
    wrong = [done.stderr] if done.returncode else []
    questions = ["allways verify --", "allways --engine=", "allways --property=assert,", "allways list "]
    offers = []
    for question in questions:
        out = text_of("zsh", "-f", "-c", ASK_ZSH, "zsh", str(folder), question, cwd=folder)
        offers.append(set(re.findall(r"@offer (\S+)", out)))
    for name in names:
        if not {"--" + name, f"--{name}="} & offers[0]:
            wrong.append(f"--{name} is not completed")
    for wanted, got in zip([set(table["engine"]["values"]), {"deadlock", "no-data-race"}, {"engines", "properties"}], offers[1:]):
        if not wanted <= got:
            wrong.append(f"{sorted(wanted - got)} not among {sorted(got)}")
    return wrong


def manual(allways, folder):
    if missing("man"):
        return None
    page = folder / "allways.1"
    page.write_text(text_of(allways, "man"))
    env = {**os.environ, "MANWIDTH": "80", "LC_ALL": "C.UTF-8"}
    done = subprocess.run(["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", str(page)], capture_output=True, text=True, env=env)
    wrong = done.stderr.splitlines()
    shown = subprocess.run(["man", "-l", str(page)], capture_output=True, text=True, env=env).stdout
    wrong += [f"--{name} is not on the page" for name in help_options(allways) if f"--{name}" not in shown]
    if shutil.which("mandoc"):
        wrong += subprocess.run(["mandoc", "-Tlint", str(page)], capture_output=True, text=True).stdout.splitlines()
    else:
        print("mandoc is not here: only man has read the page")
    return wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("allways")
    parser.add_argument("--part", choices=["bash", "terminal", "zsh", "manual"], required=True)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        wrong = globals()[given.part](str(pathlib.Path(given.allways).resolve()), pathlib.Path(folder))
    if wrong is None:
        return SKIP
    print("\n".join(wrong) or f"{given.part}: as it should be")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
