"""Tool-info module of heddle for BenchExec.

Put it on Python's path, and name it in a benchmark definition: tool="heddle" with a copy in
benchexec/tools, or tool="some.package.heddle". Every task is checked with --sv-comp.
"""

import benchexec.result as result
import benchexec.tools.template


class Tool(benchexec.tools.template.BaseTool2):
    """heddle, a model checker for multi-threaded C and C++ programs."""

    DATA_MODELS = {"ILP32": "-m32", "LP64": "-m64"}

    def executable(self, tool_locator):
        return tool_locator.find_executable("heddle")

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="heddle")

    def name(self):
        return "heddle"

    def cmdline(self, executable, options, task, rlimits):
        if not task.property_file:
            raise benchexec.tools.template.UnsupportedFeatureException(
                "heddle needs a property file"
            )
        command = [executable, "check", "--sv-comp", "--quiet"]
        command += ["--property-file", task.property_file]
        # It ends with an answer before it is killed.
        if rlimits.walltime and "--time" not in options:
            command += ["--time", "{}s".format(max(1, int(rlimits.walltime) - 2))]
        elif rlimits.cputime and "--time" not in options:
            cores = rlimits.cpu_cores or 1
            command += ["--time", "{}s".format(max(1, int(rlimits.cputime / cores) - 2))]
        if rlimits.memory and "--memory" not in options:
            command += ["--memory", "{}M".format(int(rlimits.memory * 0.9) >> 20)]
        command += options + list(task.input_files)
        return command + ["--"] + self._flags(task)

    def _flags(self, task):
        """Flags for clang that the data model of the task asks for."""
        model = (task.options or {}).get("data_model")
        if model is None:
            return []
        if model not in self.DATA_MODELS:
            raise benchexec.tools.template.UnsupportedFeatureException(
                "heddle does not know the data model {}".format(model)
            )
        return [self.DATA_MODELS[model]]

    def determine_result(self, run):
        """The verdict is a line of its own; without one, the exit code says what happened."""
        for line in run.output:
            line = line.strip()
            if line in (result.RESULT_TRUE_PROP, result.RESULT_UNKNOWN):
                return line
            if line.startswith(result.RESULT_FALSE_PROP + "(") and line.endswith(")"):
                return line
        if run.was_timeout:
            return result.RESULT_TIMEOUT
        if run.exit_code.value == 2:
            return result.RESULT_ERROR + " (bad input)"
        return result.RESULT_ERROR
