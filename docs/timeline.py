"""Draws the run in a result of `heddle check --json` as a timeline, one line a step."""
import json
import sys

result = json.load(open(sys.argv[1]))
if "trace" not in result:
    sys.exit(f"{sys.argv[1]} has no trace: its verdict is {result['verdict']}")
trace = result["trace"]
threads = {thread["id"]: thread["name"] for thread in trace["threads"]}


def told(effect):
    """An effect in a few words; those that are nobody else's business are left out."""
    match effect["what"]:
        case "read":
            return f"{effect['name']} is {effect['value']}"
        case "write":
            return f"{effect['name']} = {effect['new']}"
        case "sync":
            target = effect.get("object", effect.get("thread", ""))
            return f"{effect['operation']} {target}".strip()
        case "created":
            return f"creates T{effect['thread']}"
        case "exited":
            return "exits"
        case "output":
            return f"prints {effect['text']!r}"
        case _:
            return None


for step in trace["steps"]:
    effects = [text for text in map(told, step["effects"]) if text]
    if effects:
        place = step.get("place") or {"line": 0}
        lanes = "".join("o" if thread == step["thread"] else "|" for thread in threads)
        who = f"T{step['thread']} {threads[step['thread']]}"
        print(f"{lanes}  {who:<14} {place['line']:>4}  {', '.join(effects)}")
print(f"{'x' * len(threads)}  {trace['violation']['message']}")
