//! Verification tasks: what definitions and property files ask for, and what is answered.

#[expect(dead_code, reason = "other tests use the rest")]
mod support;
mod witness;

use std::fs;
use std::path::Path;

use support::heddle::Line;
use support::root;
use tempfile::TempDir;
use witness::{graphml, yaml};

/// The output and the messages of a command, and its exit code.
#[derive(Debug)]
struct Said {
    out: String,
    err: String,
    code: Option<i32>,
}

fn said(line: &Line) -> Said {
    let output = line.output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Said { out: text(&output.stdout), err: text(&output.stderr), code: output.status.code() }
}

fn check<const N: usize>(words: [&str; N]) -> Said {
    said(&Line::new("check").with(words))
}

/// The verdict on a property of a task of the repository.
fn verdict(task: &str, property: &str) -> String {
    let property = format!("tests/tasks/properties/{property}.prp");
    let task = format!("tests/tasks/{task}.yml");
    let said = check(["--sv-comp", "--property-file", &property, &task]);
    let code = match said.out.trim() {
        "true" => 0,
        "unknown" => 3,
        _ => 1,
    };
    assert_eq!(said.code, Some(code), "{said:?}");
    said.out.trim().to_owned()
}

#[test]
fn verdicts_are_those_of_the_competition() {
    assert_eq!(verdict("lost_update", "unreach-call"), "false(unreach-call)");
    assert_eq!(verdict("lost_update", "no-data-race"), "false(no-data-race)");
    assert_eq!(verdict("lost_update", "no-overflow"), "true");
    assert_eq!(verdict("lost_update", "termination"), "true");
    assert_eq!(verdict("heap_use", "valid-memsafety"), "false(valid-deref)");
    assert_eq!(verdict("heap_twice", "valid-memsafety"), "false(valid-free)");
    assert_eq!(verdict("heap_lost", "valid-memsafety"), "false(valid-memtrack)");
    assert_eq!(verdict("heap_lost", "valid-memcleanup"), "false(valid-memcleanup)");
    assert_eq!(verdict("overflow", "no-overflow"), "false(no-overflow)");
    assert_eq!(verdict("deadlock", "no-deadlock"), "false(no-deadlock)");
    assert_eq!(verdict("deadlock", "termination"), "false(termination)");
    assert_eq!(verdict("endless", "termination"), "false(termination)");
}

#[test]
fn an_assertion_that_fails_is_no_call_of_reach_error() {
    assert_eq!(verdict("locked_counter", "unreach-call"), "true");
    assert_eq!(verdict("locked_counter", "valid-memsafety"), "true");
}

#[test]
fn nothing_is_claimed_that_was_not_shown() {
    // What has no heap loses nothing, and need not end for that.
    assert_eq!(verdict("endless", "valid-memsafety"), "true");
    assert_eq!(verdict("endless", "valid-memcleanup"), "true");
    // Memory that is kept is not lost, and not freed either.
    assert_eq!(verdict("heap_kept", "valid-memsafety"), "true");
    assert_eq!(verdict("heap_kept", "valid-memcleanup"), "unknown");
    // A run that is cut off does not show what it has lost.
    assert_eq!(verdict("heap_abort", "valid-memsafety"), "unknown");
    // Threads that wait for each other do not keep this program from ending.
    assert_eq!(verdict("deadlock_aside", "no-deadlock"), "false(no-deadlock)");
    assert_eq!(verdict("deadlock_aside", "termination"), "unknown");
    // Leaks are looked for at the end, which this program never comes to.
    assert_eq!(verdict("heap_endless", "valid-memsafety"), "unknown");
    // Weaker atomic accesses allow more runs than heddle makes.
    assert_eq!(verdict("relaxed", "unreach-call"), "unknown");
}

#[test]
fn bounds_are_no_proofs() {
    let property = "tests/tasks/properties/unreach-call.prp";
    let task = "tests/tasks/locked_counter.yml";
    let said = check(["--sv-comp", "--depth", "3", "--property-file", property, task]);
    assert_eq!((said.out.as_str(), said.code), ("unknown\n", Some(3)), "{said:?}");
    assert!(said.err.contains("not all runs were looked at"), "{said:?}");
}

#[test]
fn the_competition_has_spurious_wake_ups() {
    assert_eq!(verdict("wake_up", "unreach-call"), "false(unreach-call)");
    let task = "tests/tasks/wake_up.yml";
    let said = check(["--quiet", task]);
    let line = "unreach-call: unknown (condition variables did not wake up spuriously), \
                where false is expected";
    assert!(said.out.contains(line), "{said:?}");
}

#[test]
fn proofs_rest_on_nothing_that_the_competition_does_not_assume() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("plain.c", "int main(void) { return 0; }\n");
    write("takes.c", "int main(int argc, char **argv) { return argv[argc] != 0; }\n");
    write("calls.c", "int f(void);\nint main(void) { return f(); }\n");
    write("loop.c", "int main(void) { volatile int i = 0; while (i < 3) i++; return 0; }\n");
    let property = |name: &str| root().join(format!("tests/tasks/properties/{name}.prp"));
    let verdict = |name: &str, words: &[&str]| {
        let property = property(name);
        let sv_comp = ["--sv-comp", "--property-file", property.to_str().unwrap()];
        let line = Line::new("check").with(sv_comp).with(words).inside(folder.path());
        said(&line)
    };
    let holds = |name: &str, words: &[&str]| {
        let said = verdict(name, words);
        assert_eq!((said.out.as_str(), said.code), ("true\n", Some(0)), "{said:?}");
    };
    let open = |name: &str, words: &[&str], reason: &str| {
        let said = verdict(name, words);
        assert_eq!((said.out.as_str(), said.code), ("unknown\n", Some(3)), "{said:?}");
        assert!(said.err.contains(reason), "{said:?}");
    };
    holds("unreach-call", &["plain.c"]);
    open("unreach-call", &["--args", "1", "plain.c"], "other arguments");
    open("unreach-call", &["takes.c"], "main reads its arguments");
    write("ignores.c", "int main(int argc, char **argv) { (void)argc; (void)argv; return 0; }\n");
    holds("unreach-call", &["ignores.c"]);
    open("unreach-call", &["--undefined", "any", "calls.c"], "functions that nobody defines");
    open("no-data-race", &["-O2", "plain.c"], "an optimizer");
    holds("termination", &["loop.c"]);
    open("termination", &["--fair", "loop.c"], "only fair runs");
    // Nor does what a proof needs beside itself: here, that all runs end.
    write(
        "waits.c",
        "#include <pthread.h>\n#include <stdatomic.h>\n#include <stdlib.h>\n\
         atomic_int go;\nvoid *set(void *arg) { go = 1; return arg; }\n\
         int main(void) {\n  void *kept = malloc(4);\n  pthread_t t;\n  \
         pthread_create(&t, 0, set, 0);\n  while (!go)\n    ;\n  \
         pthread_join(t, 0);\n  free(kept);\n  return 0;\n}\n",
    );
    open("valid-memsafety", &["waits.c"], "not all do");
    open("unreach-call", &["--store", "hash64", "loop.c"], "not all runs were looked at");
}

#[test]
fn threads_that_spin_for_ever_do_not_end_but_can_move() {
    assert_eq!(verdict("spinning", "termination"), "false(termination)");
    assert_eq!(verdict("spinning", "no-deadlock"), "true");
    // Nothing is lost, but there is no end at which that could be seen.
    assert_eq!(verdict("spinning", "valid-memsafety"), "unknown");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("w.graphml");
    let words = ["--quiet", "--witness", file.to_str().unwrap(), "tests/tasks/spinning.c"];
    let said = said(&Line::new("check").with(words));
    assert!(said.out.contains("spin deadlock"), "{said:?}");
    let witness = graphml::check(&fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(witness.value("specification"), "CHECK( init(main()), LTL(F end) )");
}

#[test]
fn the_language_of_a_task_counts_more_than_names() {
    let definition = "format_version: '2.0'\ninput_files: a.c\noptions:\n  language: C++\n";
    let folder = folder(definition);
    fs::write(folder.path().join("a.c"), "int main() { return !nullptr ? 0 : 1; }\n").unwrap();
    let line = |words: &[&str]| said(&Line::new("check").with(words).inside(folder.path()));
    let said = line(&["task.yml"]);
    assert_eq!(said.code, Some(0), "{said:?}");
    fs::write(folder.path().join("a.c"), "int main() { return *(volatile int *)nullptr; }\n")
        .unwrap();
    let said = line(&["--witness", "w.graphml", "task.yml"]);
    assert_eq!(said.code, Some(1), "{said:?}");
    assert!(said.err.contains("for programs in C"), "{said:?}");
}

#[test]
fn data_models_decide_sizes() {
    assert_eq!(verdict("width32", "unreach-call"), "true");
    assert_eq!(verdict("width64", "unreach-call"), "false(unreach-call)");
}

#[test]
fn patterns_name_several_files() {
    assert_eq!(verdict("parts", "unreach-call"), "false(unreach-call)");
}

#[test]
fn every_property_of_a_task_is_checked_and_compared() {
    let said = check(["--quiet", "tests/tasks/lost_update.yml"]);
    for line in [
        "unreach-call: false(unreach-call), as expected",
        "no-data-race: false(no-data-race), as expected",
        "no-overflow: true, as expected",
        "no-deadlock: true, as expected",
    ] {
        assert!(said.out.contains(line), "{line}\n{said:?}");
    }
    // The one about coverage is named and left out.
    assert!(said.err.contains("coverage-branches.prp: line 1: coverage"), "{said:?}");
    assert_eq!(said.code, Some(1));
}

#[test]
fn property_files_go_with_programs_too() {
    let property = "tests/tasks/properties/no-data-race.prp";
    let said = check(["--sv-comp", "--property-file", property, "tests/tasks/lost_update.c"]);
    assert_eq!((said.out.as_str(), said.code), ("false(no-data-race)\n", Some(1)));
}

/// A folder with a program, a property file and a task definition.
fn folder(definition: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("a.c", "int main(void) { return 0; }\n");
    write("race.prp", "CHECK( init(main()), LTL(G ! data-race) )\n");
    write("cover.prp", "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )\n");
    write("task.yml", definition);
    folder
}

#[test]
fn definitions_that_make_no_sense_are_refused() {
    let head = "format_version: '2.0'\ninput_files: a.c\n";
    let race = "properties:\n  - property_file: race.prp\n";
    let refused = |definition: &str, words: &[&str]| {
        let folder = folder(definition);
        let line = Line::new("check").with(words).with(["task.yml"]).inside(folder.path());
        let said = said(&line);
        assert_eq!(said.code, Some(2), "{said:?}");
        assert_eq!(said.out, "", "{said:?}");
        said.err
    };
    assert!(refused("format_version: '9.9'\ninput_files: a.c\n", &[]).contains("'9.9'"));
    assert!(refused("format_version: '2.0'\ninput_files: b.c\n", &[]).contains("'b.c'"));
    assert!(refused("format_version: '2.0'\ninput_files: '*.x'\n", &[]).contains("'*.x'"));
    let java = format!("{head}options:\n  language: Java\n");
    assert!(refused(&java, &[]).contains("Java"));
    let missing = format!("{head}properties:\n  - property_file: none.prp\n");
    assert!(refused(&missing, &[]).contains("'none.prp'"));
    let cover = format!("{head}properties:\n  - property_file: cover.prp\n");
    assert!(refused(&cover, &[]).contains("coverage"));
    let asked = ["--property-file", "cover.prp"];
    assert!(refused(&format!("{head}{race}"), &asked).contains("does not have the property"));
    assert!(refused(head, &["--sv-comp"]).contains("--property-file"));
    assert!(refused(&format!("{head}{race}"), &["--all-levels"]).contains("--all-levels"));
    assert!(refused(&format!("{head}{race}"), &["a.c"]).contains("leave out others"));
}

#[test]
fn a_task_without_properties_is_checked_as_a_program() {
    let folder = folder("format_version: '2.0'\ninput_files: a.c\n");
    let same = |words: &[&str], code: i32| {
        let said = |file: &str| {
            said(
                &Line::new("check")
                    .with(["--quiet"])
                    .with(words)
                    .with([file])
                    .inside(folder.path()),
            )
        };
        let (task, program) = (said("task.yml"), said("a.c"));
        assert_eq!((&task.out, task.code), (&program.out, program.code), "{task:?}");
        assert_eq!(task.code, Some(code), "{task:?}");
    };
    let write = |text: &str| fs::write(folder.path().join("a.c"), text).unwrap();
    same(&[], 0);
    same(&["--depth", "1"], 0);
    same(&["--depth", "1", "--strict"], 3);
    same(&["--all-levels"], 0);
    write("int main(int argc, char **argv) { return argv[argc] != 0; }\n");
    same(&["--args", "1"], 0);
    write(
        "#include <stdatomic.h>\natomic_int a;\nint main(void) {\n  return atomic_load_explicit(&a, memory_order_relaxed);\n}\n",
    );
    same(&[], 0);
    write("int f(void);\nint main(void) { return f(); }\n");
    same(&[], 3);
    same(&["--undefined", "any"], 0);
}

/// Checks a task or a program with a property, and returns the text of its witness.
fn witness_of(name: &str, property: &str, file: &Path) -> String {
    let property = format!("tests/tasks/properties/{property}.prp");
    let path = file.to_str().unwrap();
    let line = ["--sv-comp", "--property-file", &property, "--witness", path, name];
    let said = said(&Line::new("check").with(line));
    fs::read_to_string(file).unwrap_or_else(|error| panic!("{error}: {said:?}"))
}

#[test]
fn a_violation_witness_has_threads_lines_and_the_task() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("w.graphml");
    let text = witness_of("tests/tasks/lost_update.yml", "unreach-call", &file);
    let witness = graphml::check(&text).unwrap();
    assert_eq!(witness.value("witness-type"), "violation_witness");
    assert_eq!(witness.value("architecture"), "64bit");
    assert_eq!(witness.value("programfile"), "tests/tasks/lost_update.c");
    let specification = "CHECK( init(main()), LTL(G ! call(reach_error())) )";
    assert_eq!(witness.value("specification"), specification);
    let created: Vec<&str> =
        witness.edges.iter().filter_map(|edge| edge.get("createThread")).map(|s| &**s).collect();
    assert_eq!(created, ["0", "1", "2"]);
    let entered: Vec<&str> =
        witness.edges.iter().filter_map(|edge| edge.get("enterFunction")).map(|s| &**s).collect();
    assert_eq!(entered, ["main", "add", "add"]);
    let source = fs::read_to_string(root().join("tests/tasks/lost_update.c")).unwrap();
    let last = witness.edges.last().unwrap()["startline"].parse::<usize>().unwrap();
    assert!(source.lines().nth(last - 1).unwrap().contains("reach_error"), "{text}");
}

/// A program with threads one after the other.
const ONE_BY_ONE: &str = "\
#include <pthread.h>
extern void reach_error(void);
static int x;
static void set(int to) { x = to; }
static void *first(void *arg) { set(1); return arg; }
static void *second(void *arg)
{
    if (x == 0) {
        set(2);
    } else if (x == 1) {
        set(3);
    }
    return arg;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, first, 0);
    pthread_join(t, 0);
    pthread_create(&t, 0, second, 0);
    pthread_join(t, 0);
    /* größer */ if (x == 3) reach_error();
    return 0;
}
";

#[test]
fn threads_begin_and_end_with_their_functions() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("one_by_one.c");
    fs::write(&program, ONE_BY_ONE).unwrap();
    let (name, property) = (program.to_str().unwrap(), "unreach-call");
    let text = witness_of(name, property, &folder.path().join("w.graphml"));
    let witness = graphml::check(&text).unwrap();
    let told = |key: &str| -> Vec<(&str, &str)> {
        let edges = witness.edges.iter().filter(|edge| edge.contains_key(key));
        edges.map(|edge| (&*edge["threadId"], &*edge[key])).collect()
    };
    assert_eq!(told("createThread"), [("0", "0"), ("0", "1"), ("0", "2")]);
    let entered = [("0", "main"), ("1", "first"), ("1", "set"), ("2", "second"), ("2", "set")];
    assert_eq!(told("enterFunction"), entered);
    let returned = [("1", "set"), ("1", "first"), ("2", "set"), ("2", "second")];
    assert_eq!(told("returnFromFunction"), returned, "{text}");
    let text = witness_of(name, property, &folder.path().join("w.yml"));
    let entry = yaml::check(&text).unwrap();
    let segments = entry["content"].as_array().unwrap();
    let waypoints = segments.iter().map(|segment| &segment["segment"][0]["waypoint"]);
    let threads: Vec<u64> =
        waypoints.clone().map(|waypoint| waypoint["thread_id"].as_u64().unwrap()).collect();
    assert_eq!(threads, [1, 0, 2, 0, 0], "{text}");
    // Where a statement begins is known of the call alone; its column is in characters.
    let columns: Vec<Option<u64>> =
        waypoints.map(|waypoint| waypoint["location"]["column"].as_u64()).collect();
    assert_eq!(columns, [None, None, None, None, Some(30)], "{text}");
    for witness in ["w.graphml", "w.yml"] {
        let file = folder.path().join(witness);
        let replay = said(&Line::new("replay").with(["--quiet", file.to_str().unwrap()]));
        assert_eq!(replay.code, Some(1), "{replay:?}");
    }
}

#[test]
fn threads_that_are_gone_leave_their_numbers_to_nobody() {
    // The machine uses numbers again after some dozens.
    let program = "\
#include <pthread.h>
extern void reach_error(void);
static int x;
static void *add(void *arg) { x++; return arg; }
int main(void)
{
    for (int i = 0; i < 70; i++) {
        pthread_t t;
        pthread_create(&t, 0, add, 0);
        pthread_join(t, 0);
    }
    if (x == 70) reach_error();
    return 0;
}
";
    let folder = tempfile::tempdir().unwrap();
    let (source, file) = (folder.path().join("many.c"), folder.path().join("w.graphml"));
    fs::write(&source, program).unwrap();
    let text = witness_of(source.to_str().unwrap(), "unreach-call", &file);
    let witness = graphml::check(&text).unwrap();
    let created = witness.edges.iter().filter_map(|edge| edge.get("createThread"));
    let numbers: Vec<u32> = created.map(|number| number.parse().unwrap()).collect();
    assert_eq!(numbers, (0..=70).collect::<Vec<u32>>());
}

#[test]
fn a_witness_in_yaml_tells_threads_where_there_are_some() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("w.yml");
    let text = witness_of("tests/tasks/lost_update.yml", "no-data-race", &file);
    let entry = yaml::check(&text).unwrap();
    assert_eq!(entry["metadata"]["format_version"], "2.2");
    let segments = entry["content"].as_array().unwrap();
    // Both accesses of a race are targets.
    assert_eq!(segments.last().unwrap()["segment"].as_array().unwrap().len(), 2, "{text}");
    let text = witness_of("tests/tasks/input.yml", "unreach-call", &file);
    let entry = yaml::check(&text).unwrap();
    assert_eq!(entry["metadata"]["format_version"], "2.0");
    let first = &entry["content"][0]["segment"][0]["waypoint"];
    assert_eq!(first["type"], "function_return", "{text}");
    assert_eq!(first["constraint"]["value"], "\\result == 77");
    assert_eq!(first["location"]["column"], 47);
}

#[test]
fn inputs_are_assumptions_about_results() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("w.graphml");
    let text = witness_of("tests/tasks/input.yml", "unreach-call", &file);
    let witness = graphml::check(&text).unwrap();
    let edge = witness.edges.iter().find(|edge| edge.contains_key("assumption")).unwrap();
    assert_eq!(edge["assumption"], "\\result == 77");
    assert_eq!(edge["assumption.resultfunction"], "__VERIFIER_nondet_uchar");
}

#[test]
fn correctness_is_witnessed_too() {
    let folder = tempfile::tempdir().unwrap();
    let name = "tests/tasks/locked_counter.yml";
    let text = witness_of(name, "no-data-race", &folder.path().join("w.graphml"));
    let witness = graphml::check(&text).unwrap();
    assert_eq!(witness.value("witness-type"), "correctness_witness");
    let text = witness_of(name, "no-data-race", &folder.path().join("w.yml"));
    assert_eq!(yaml::check(&text).unwrap()["entry_type"], "invariant_set");
    let replay = said(&Line::new("replay").with([folder.path().join("w.yml").to_str().unwrap()]));
    assert_eq!(replay.code, Some(2));
    assert!(replay.err.contains("correctness witness"), "{replay:?}");
}

#[test]
fn a_witness_is_replayed_with_its_program_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("w.graphml");
    witness_of("tests/tasks/lost_update.yml", "unreach-call", &file);
    let copy = folder.path().join("copy.c");
    fs::copy(root().join("tests/tasks/lost_update.c"), &copy).unwrap();
    let (file, copy) = (file.to_str().unwrap(), copy.to_str().unwrap());
    let replay = said(&Line::new("replay").with([file, copy]));
    assert_eq!(replay.code, Some(1), "{replay:?}");
    assert!(replay.out.contains("reach_error() is reached"), "{replay:?}");
    assert!(replay.out.contains("along the path that it tells"), "{replay:?}");
    assert_eq!(replay.err, "");
}

#[test]
fn a_witness_that_leads_nowhere_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("w.graphml");
    let text = witness_of("tests/tasks/lost_update.yml", "unreach-call", &file);
    // Another program.
    let other = folder.path().join("other.c");
    fs::write(&other, "int main(void) { return 0; }\n").unwrap();
    let words = [file.to_str().unwrap(), other.to_str().unwrap()];
    let replay = said(&Line::new("replay").with(words));
    assert_eq!(replay.code, Some(2), "{replay:?}");
    assert!(replay.err.contains("is not what it was"), "{replay:?}");
    assert!(replay.err.contains("does not reproduce"), "{replay:?}");
    // Another path.
    let (before, after) = ("<data key=\"threadId\">1</data>", "<data key=\"threadId\">2</data>");
    fs::write(&file, text.replacen(before, after, 1)).unwrap();
    let replay = said(&Line::new("replay").with([file.to_str().unwrap()]));
    assert_eq!(replay.code, Some(2), "{replay:?}");
    assert!(replay.err.contains("along another path"), "{replay:?}");
    // No run.
    let start = text.find("    <data key=\"heddle-run\">").unwrap();
    let end = start + text[start..].find('\n').unwrap();
    fs::write(&file, [&text[..start], &text[end..]].concat()).unwrap();
    let replay = said(&Line::new("replay").with([file.to_str().unwrap()]));
    assert!(replay.err.contains("no run of heddle's"), "{replay:?}");
}

#[test]
fn a_witness_of_another_check_does_not_stay() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("w.graphml");
    fs::write(&file, "<old/>").unwrap();
    let words = ["--quiet", "--depth", "1", "--witness", file.to_str().unwrap()];
    let line = Line::new("check").with(words).with(["tests/tasks/locked_counter.c"]);
    let said = said(&line);
    assert!(said.err.contains("is not written"), "{said:?}");
    assert!(!file.exists());
}

#[test]
fn witnesses_of_unclear_formats_are_refused() {
    let said = check(["--witness", "w.txt", "tests/tasks/lost_update.c"]);
    assert_eq!(said.code, Some(2));
    assert!(said.err.contains("--witness-format"), "{said:?}");
    let said = check(["--witness", "tests/tasks/lost_update.c", "tests/tasks/lost_update.c"]);
    assert!(said.err.contains("this is a program"), "{said:?}");
}

#[test]
fn a_witness_replaces_nothing_that_the_check_reads() {
    let definition =
        "format_version: '2.0'\ninput_files: a.i\nproperties:\n  - property_file: p.yml\n";
    let folder = folder(definition);
    let path = |name: &str| folder.path().join(name);
    fs::write(path("a.i"), "int main(void) { return 0; }\n").unwrap();
    fs::copy(path("race.prp"), path("p.yml")).unwrap();
    std::os::unix::fs::symlink("task.yml", path("link.yml")).unwrap();
    let refused = |words: &[&str], read: &str| {
        let before = fs::read(path(read)).unwrap();
        let said = said(&Line::new("check").with(words).inside(folder.path()));
        assert_eq!(said.code, Some(2), "{said:?}");
        assert!(said.err.contains("write the witness to another file"), "{said:?}");
        assert_eq!(fs::read(path(read)).unwrap(), before);
    };
    let sv_comp = ["--sv-comp", "--property-file", "p.yml", "--witness"];
    for witness in ["task.yml", "./task.yml", "link.yml"] {
        refused(&[&sv_comp[..], &[witness, "task.yml"]].concat(), "task.yml");
    }
    refused(&[&sv_comp[..], &["./p.yml", "task.yml"]].concat(), "p.yml");
    refused(&["--witness", "./p.yml", "task.yml"], "p.yml");
    refused(&[&sv_comp[..], &["./p.yml", "a.i"]].concat(), "p.yml");
    let format = ["--witness-format", "yaml", "--witness"];
    fs::write(path("module"), "").unwrap();
    refused(&[&format[..], &["./module", "module"]].concat(), "module");
    fs::write(path("of_module.yml"), "format_version: '2.0'\ninput_files: module\n").unwrap();
    refused(&[&format[..], &["./module", "of_module.yml"]].concat(), "module");
}

#[test]
fn the_symbolic_engine_has_witnesses() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("w.graphml");
    let path = file.to_str().unwrap();
    let property = "tests/tasks/properties/unreach-call.prp";
    let line = ["--sv-comp", "--engine", "bmc", "--property-file", property, "--witness", path];
    let answer = said(&Line::new("check").with(line).with(["tests/tasks/lost_update.yml"]));
    assert_eq!(answer.out, "false(unreach-call)\n", "{answer:?}");
    graphml::check(&fs::read_to_string(&file).unwrap()).unwrap();
    let replay = said(&Line::new("replay").with([path]));
    assert_eq!(replay.code, Some(1), "{replay:?}");
}

#[test]
fn the_module_for_benchexec_works() {
    let mut python = std::process::Command::new("python3");
    python.arg("-B").arg("contrib/benchexec/test_heddle.py").current_dir(root());
    let output = python.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
