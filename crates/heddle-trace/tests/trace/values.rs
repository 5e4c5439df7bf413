//! Values of every type.

use crate::kit::program;

#[test]
fn values_of_many_types() {
    let trace = program(include_str!("programs/values.c")).trace();
    let mut lines = String::new();
    let main = &trace.end.threads[0].frames[0];
    let globals = trace.end.globals.iter().map(|global| &global.variable);
    for variable in main.variables.iter().chain(globals) {
        lines.push_str(&format!("{}: {} = {}\n", variable.name, variable.ty, variable.value));
    }
    insta::assert_snapshot!(lines);
}
