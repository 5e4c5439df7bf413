//! Names and places of addresses: what a person calls an object, and where code is in the sources.
//!
//! The process says which files are mapped where; symbols name variables and functions, and the debug
//! information lines. What has neither is named by its address.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use addr2line::Loader;
use heddle_model::Place;
use object::{Object, ObjectSegment, ObjectSymbol, SymbolKind};

/// A part of a file that is mapped to memory.
#[derive(Clone, Debug)]
struct Mapping {
    start: u64,
    end: u64,
    offset: u64,
    path: PathBuf,
}

/// A variable or function of a module.
#[derive(Clone, Debug)]
struct Symbol {
    address: u64,
    bytes: u64,
    name: String,
    is_function: bool,
}

/// A file that is mapped: the executable or a library.
struct Module {
    /// Parts of the file: the first offset in the file, the end, and the address that it is to have.
    segments: Vec<(u64, u64, u64)>,
    /// By address.
    symbols: Vec<Symbol>,
    lines: Option<Loader>,
}

/// Names and places of the addresses of a process.
pub struct Code {
    process: u32,
    mappings: RefCell<Vec<Mapping>>,
    modules: RefCell<BTreeMap<PathBuf, Module>>,
    is_instrumented: OnceCell<bool>,
    /// The folder from which files are named, if it is known.
    here: Option<PathBuf>,
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Code").field("process", &self.process).finish_non_exhaustive()
    }
}

/// The beginning of the names of what instrumentation calls.
const INSTRUMENTATION: &[u8] = b"__tsan_";

impl Code {
    /// Names and places in a process and its forks.
    pub(crate) fn of_process(process: Option<u32>) -> Code {
        let process = process.unwrap_or_default();
        let code = Code {
            process,
            mappings: RefCell::default(),
            modules: RefCell::default(),
            is_instrumented: OnceCell::new(),
            here: std::env::current_dir().ok(),
        };
        code.read_mappings();
        code
    }

    /// Reads what is mapped now: libraries may have come in addition.
    fn read_mappings(&self) {
        let Ok(text) = fs::read_to_string(format!("/proc/{}/maps", self.process)) else { return };
        *self.mappings.borrow_mut() = text.lines().filter_map(mapping_of).collect();
    }

    /// True if the executable is compiled so that accesses to memory are operations.
    pub(crate) fn is_instrumented(&self) -> bool {
        *self.is_instrumented.get_or_init(|| {
            fs::read_link(format!("/proc/{}/exe", self.process))
                .is_ok_and(|path| calls_instrumentation(&path))
        })
    }

    /// The place of the instruction before an address to which a call returns, in the innermost function of the source.
    pub fn place_of_call(&self, returned_to: u64) -> Option<Place> {
        self.places_of_call(returned_to).into_iter().next()
    }

    /// The places of the instruction before an address to which a call returns: the innermost function that was inlined there
    /// first, and last the one that is called.
    pub fn places_of_call(&self, returned_to: u64) -> Vec<Place> {
        let address = returned_to.saturating_sub(1);
        let places = self.with_module(address, |module, address| {
            let Some(lines) = &module.lines else { return Vec::new() };
            let Ok(mut frames) = lines.find_frames(address) else { return Vec::new() };
            let mut places = Vec::new();
            while let Ok(Some(frame)) = frames.next() {
                let Some(location) = frame.location else { continue };
                let name = frame.function.and_then(|name| {
                    name.demangle()
                        .ok()
                        .map(|name| name.split('(').next().unwrap_or_default().to_owned())
                });
                let Some(file) = location.file else { continue };
                places.push(Place {
                    file: self.named_from_here(file),
                    line: location.line.unwrap_or(0),
                    column: location.column.unwrap_or(0),
                    function: name.unwrap_or_default(),
                });
            }
            places
        });
        places.unwrap_or_default()
    }

    /// The name of a file from here, if it is below this folder.
    fn named_from_here(&self, file: &str) -> String {
        let below = self.here.as_ref().and_then(|here| Path::new(file).strip_prefix(here).ok());
        below.map_or_else(|| file.to_owned(), |below| below.to_string_lossy().into_owned())
    }

    /// The name of the function that an address is in.
    pub fn function_at(&self, address: u64) -> Option<String> {
        let symbol = self.symbol_at(address, true)?;
        Some(symbol.name)
    }

    /// The name of the object at an address.
    pub fn object_at(&self, address: u64) -> String {
        self.variable_at(address).unwrap_or_else(|| format!("the object at {address:#x}"))
    }

    /// The name of the variable of static storage at an address, if there is one.
    pub fn variable_at(&self, address: u64) -> Option<String> {
        let symbol = self.symbol_at(address, false)?;
        let name = demangled(symbol.name);
        Some(match address - symbol.address {
            0 => name,
            offset => format!("{name}+{offset}"),
        })
    }

    /// The symbol that an address is in; addresses of symbols are those of the process.
    fn symbol_at(&self, address: u64, is_function: bool) -> Option<Symbol> {
        self.with_module(address, |module, own| {
            let after = module.symbols.partition_point(|symbol| symbol.address <= own);
            let mut before = module.symbols[..after].iter().rev().take(16);
            let found = before.find(|symbol| {
                symbol.is_function == is_function && own < symbol.address + symbol.bytes.max(1)
            })?;
            Some(Symbol { address: found.address + (address - own), ..found.clone() })
        })?
    }

    /// Looks at the module that an address is in, and at the address that it has there.
    fn with_module<R>(&self, address: u64, look: impl FnOnce(&Module, u64) -> R) -> Option<R> {
        let find = || {
            let mappings = self.mappings.borrow();
            mappings.iter().find(|mapping| (mapping.start..mapping.end).contains(&address)).cloned()
        };
        let mapping = find().or_else(|| {
            self.read_mappings();
            find()
        })?;
        let mut modules = self.modules.borrow_mut();
        let module =
            modules.entry(mapping.path.clone()).or_insert_with(|| Module::read(&mapping.path));
        let offset = address - mapping.start + mapping.offset;
        let segments = module.segments.iter();
        let &(start, _, own) = segments
            .clone()
            .find(|&&(start, end, _)| (start..end).contains(&offset))
            // What is zero at first is behind the part in the file.
            .or_else(|| segments.clone().rev().find(|&&(start, ..)| start <= offset))?;
        Some(look(module, offset - start + own))
    }
}

/// The mapping that a line tells of, if it is one of a file or of what a file is followed by.
fn mapping_of(line: &str) -> Option<Mapping> {
    let mut words = line.split_ascii_whitespace();
    let (start, end) = words.next()?.split_once('-')?;
    let offset = words.nth(1)?;
    let path = words.nth(2)?;
    let number = |text| u64::from_str_radix(text, 16).ok();
    path.starts_with('/').then_some(())?;
    let path = PathBuf::from(path);
    Some(Mapping { start: number(start)?, end: number(end)?, offset: number(offset)?, path })
}

/// The beginning of the names that C++ makes of others. A name of C may look like that of a type without it.
const MANGLED: &str = "_Z";

/// The name of a variable as the source has it.
fn demangled(name: String) -> String {
    let symbol = name.starts_with(MANGLED).then(|| cpp_demangle::Symbol::new(&name).ok()).flatten();
    symbol.and_then(|symbol| symbol.demangle().ok()).unwrap_or(name)
}

/// True if a file calls what instrumentation calls.
fn calls_instrumentation(path: &Path) -> bool {
    let Ok(bytes) = fs::read(path) else { return false };
    let Ok(file) = object::File::parse(&*bytes) else { return false };
    let mut symbols = file.dynamic_symbols();
    symbols.any(|symbol| {
        symbol.is_undefined()
            && symbol.name_bytes().is_ok_and(|name| name.starts_with(INSTRUMENTATION))
    })
}

impl Module {
    /// Reads a file; what cannot be read is empty.
    fn read(path: &Path) -> Module {
        let mut module =
            Module { segments: Vec::new(), symbols: Vec::new(), lines: Loader::new(path).ok() };
        let Ok(bytes) = fs::read(path) else { return module };
        let Ok(file) = object::File::parse(&*bytes) else { return module };
        for segment in file.segments() {
            let (start, bytes) = segment.file_range();
            module.segments.push((start, start + bytes, segment.address()));
        }
        let symbols = file.symbols().chain(file.dynamic_symbols());
        module.symbols = symbols
            .filter(|symbol| symbol.is_definition())
            .filter_map(|symbol| {
                let is_function = symbol.kind() == SymbolKind::Text;
                let name = symbol.name().ok()?;
                (is_function || symbol.kind() == SymbolKind::Data).then(|| Symbol {
                    address: symbol.address(),
                    bytes: symbol.size(),
                    name: name.to_owned(),
                    is_function,
                })
            })
            .collect();
        module.symbols.sort_by(|a, b| (a.address, &a.name).cmp(&(b.address, &b.name)));
        module
    }
}
