"""Which executable a benchmark measures: one option with one default for all scripts of this folder."""
import argparse
import os

BUILT = os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(__file__))), "build", "release", "allways")


def checked(path):
    if not os.access(path, os.X_OK) or os.path.isdir(path):
        raise argparse.ArgumentTypeError(f"{path} is not an executable file (`make build` makes one)")
    return os.path.abspath(path)


def add_option(parser):
    parser.add_argument("--allways", metavar="PATH", default=BUILT, type=checked,
                        help="the executable to measure (default: build/release/allways)")
