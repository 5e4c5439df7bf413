"""Makes a JUnit report of results that `heddle check --json` wrote: junit.py FILE.json..."""
import json
import sys
from xml.sax.saxutils import escape, quoteattr

cases, failures, errors = [], 0, 0
for name in sys.argv[1:]:
    result = json.load(open(name))
    verdict = result["verdict"]
    if verdict in ("verified", "bounded"):
        inner = f"<system-out>{escape(verdict)}: {escape(result.get('reason', ''))}</system-out>"
    elif verdict == "violation":
        failures += 1
        messages = [violation["message"] for violation in result["violations"]]
        inner = f"<failure message={quoteattr(messages[0])}>{escape(chr(10).join(messages))}</failure>"
    else:
        errors += 1
        inner = f"<error message={quoteattr(result.get('reason') or result['error'])}/>"
    seconds = result.get("stats", {}).get("seconds", 0)
    cases.append(f"  <testcase name={quoteattr(name)} time=\"{seconds:.2f}\">{inner}</testcase>")
counts = f'tests="{len(cases)}" failures="{failures}" errors="{errors}"'
print(f'<testsuite name="heddle" {counts}>')
print("\n".join(cases))
print("</testsuite>")
