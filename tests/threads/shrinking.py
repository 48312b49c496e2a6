"""Makes random programs that fail smaller: shared by the random tests of this folder."""


def shrink(functions, fails):
    """Leaves out lines of functions (lists of lines; the first and the last of each stay) as long as the program still fails."""
    progress = True
    while progress:
        progress = False
        for i, lines in enumerate(functions):
            for k in range(1, len(lines) - 1):
                less = functions[:i] + [lines[:k] + lines[k + 1:]] + functions[i + 1:]
                if fails(less):
                    functions, progress = less, True
                    break
            if progress:
                break
    return functions
