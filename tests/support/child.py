"""How tests start programs: limited by CPU time, not by the clock, so that other work on the machine changes no result.

A program that neither ends nor works is ended by ctest (ALLWAYS_HANG_SECONDS of cmake/tests.cmake).
"""
import resource
import signal
import subprocess

GRACE = 10  # seconds of CPU time to tell a result after the limit has passed


def cpu_limit(seconds):
    """For preexec_fn: the process, and each that it starts, may work so long. allways ends UNKNOWN then, others are killed."""
    return lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + GRACE))


def run(words, cpu=300, text=True, **more):
    """subprocess.run with its output captured and its work limited."""
    return subprocess.run(words, capture_output=True, text=text, preexec_fn=cpu_limit(cpu), **more)


def is_killed_by_limit(done):
    """It did not get so far as to tell that its time was over."""
    return done.returncode in (-signal.SIGXCPU, -signal.SIGKILL)
