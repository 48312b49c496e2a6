#!/usr/bin/env python3
"""Every link between documents leads somewhere: links.py

A link names a file or folder of the tree, and after `#` a heading of that document. README.md stays a page.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
MAX_README = 8192


def anchor(heading):
    """What a heading is called in a link: lower case, no punctuation, hyphens for blanks."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def text_of(document):
    """A document without its blocks of code."""
    return re.sub(r"^```.*?^```$", "", document.read_text(encoding="utf-8"), flags=re.M | re.S)


def complaints_about(document):
    for link in re.findall(r"\]\(([^)\s]+)\)", text_of(document)):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, part = link.partition("#")
        target = (document.parent / path).resolve() if path else document
        if not target.exists():
            yield f"{document.relative_to(ROOT)}: no {path}"
        elif part and part not in [anchor(h) for h in re.findall(r"^#+ (.*)$", text_of(target), re.M)]:
            yield f"{document.relative_to(ROOT)}: {link}: no such heading"


def main():
    documents = [p for p in [*ROOT.glob("*.md"), *ROOT.glob("doc/**/*.md"), *ROOT.glob("bench/**/*.md")]]
    complaints = [c for document in sorted(documents) for c in complaints_about(document)]
    size = (ROOT / "README.md").stat().st_size
    if size > MAX_README:
        complaints.append(f"README.md has {size} bytes, more than {MAX_README}: the rest belongs into doc/manual.md")
    print("\n".join(complaints))
    print(f"{len(documents)} documents, {len(complaints)} complaints")
    return 1 if complaints or not documents else 0


if __name__ == "__main__":
    sys.exit(main())
