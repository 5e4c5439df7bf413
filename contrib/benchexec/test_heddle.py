"""Tests of the tool-info module: python3 contrib/benchexec/test_heddle.py

BenchExec need not be installed: what the module uses of it is stood in for here.
"""

import os
import sys
import types
import unittest


def stand_in():
    """Makes modules with the parts of BenchExec that the tool-info module uses."""
    package = types.ModuleType("benchexec")
    result = types.ModuleType("benchexec.result")
    result.RESULT_TRUE_PROP = "true"
    result.RESULT_FALSE_PROP = "false"
    result.RESULT_UNKNOWN = "unknown"
    result.RESULT_ERROR = "ERROR"
    result.RESULT_TIMEOUT = "TIMEOUT"
    tools = types.ModuleType("benchexec.tools")
    template = types.ModuleType("benchexec.tools.template")
    template.BaseTool2 = type("BaseTool2", (), {})
    template.UnsupportedFeatureException = type("UnsupportedFeatureException", (Exception,), {})
    package.result, package.tools, tools.template = result, tools, template
    for module in (package, result, tools, template):
        sys.modules[module.__name__] = module


try:
    import benchexec.tools.template  # noqa: F401
except ImportError:
    stand_in()

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import heddle  # noqa: E402


def run(output, code, was_timeout=False):
    exit_code = types.SimpleNamespace(value=code, signal=None)
    return types.SimpleNamespace(output=output, exit_code=exit_code, was_timeout=was_timeout)


def task(**given):
    values = {"property_file": "p.prp", "input_files": ["a.i"], "options": {}}
    return types.SimpleNamespace(**{**values, **given})


def limits(**given):
    values = {"walltime": None, "cputime": None, "cpu_cores": None, "memory": None}
    return types.SimpleNamespace(**{**values, **given})


class ToolTest(unittest.TestCase):
    def test_verdicts(self):
        determine = heddle.Tool().determine_result
        self.assertEqual(determine(run(["true\n"], 0)), "true")
        self.assertEqual(determine(run(["false(no-data-race)\n"], 1)), "false(no-data-race)")
        self.assertEqual(determine(run(["note: x\n", "unknown\n"], 3)), "unknown")

    def test_ends_without_a_verdict(self):
        determine = heddle.Tool().determine_result
        self.assertEqual(determine(run(["error: no such file\n"], 2)), "ERROR (bad input)")
        self.assertEqual(determine(run([], None, was_timeout=True)), "TIMEOUT")
        self.assertEqual(determine(run([], 101)), "ERROR")

    def test_command_lines(self):
        line = heddle.Tool().cmdline
        plain = ["heddle", "check", "--sv-comp", "--quiet", "--property-file", "p.prp"]
        self.assertEqual(line("heddle", [], task(), limits()), plain + ["a.i", "--"])
        wide = task(options={"language": "C", "data_model": "ILP32"})
        options = ["--engine", "bmc"]
        self.assertEqual(
            line("heddle", options, wide, limits(walltime=60, memory=1 << 30)),
            plain + ["--time", "58s", "--memory", "921M"] + options + ["a.i", "--", "-m32"],
        )

    def test_what_is_not_supported(self):
        error = sys.modules["benchexec.tools.template"].UnsupportedFeatureException
        with self.assertRaises(error):
            heddle.Tool().cmdline("heddle", [], task(property_file=None), limits())
        with self.assertRaises(error):
            other = task(options={"data_model": "LLP64"})
            heddle.Tool().cmdline("heddle", [], other, limits())


if __name__ == "__main__":
    unittest.main()
