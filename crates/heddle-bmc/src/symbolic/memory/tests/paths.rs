//! Random programs: stores, copies and fills on paths that part and meet, compared in every
//! assignment with what happens to arrays of bytes on the one path that it takes.

use std::rc::Rc;

use super::super::{Directory, Memory, ObjectId, ObjectInfo, ObjectKind};
use super::*;

/// Memory under one assignment: the bytes of the objects that are alive.
type Arrays = Vec<Option<Vec<Byte>>>;

struct Program {
    world: World,
    sizes: Vec<u32>,
    objects: Vec<ObjectId>,
}

/// Memory on a path, and arrays in each assignment that takes it.
#[derive(Clone)]
struct Path {
    memory: Memory,
    arrays: Vec<Arrays>,
}

impl Program {
    fn new(seed: u64) -> Program {
        let mut world = World::new(seed);
        let mut directory = Directory::default();
        let sizes: Vec<u32> = (0..3).map(|_| world.random.u32(0..40)).collect();
        let objects = (1..).zip(&sizes).map(|(number, &size)| {
            let base = number << 32 | 0x1000_0000;
            directory.add(ObjectInfo {
                size,
                kind: ObjectKind::Stack,
                base,
                margin: 0,
                constant: false,
            })
        });
        let objects = objects.collect();
        Program { world, sizes, objects }
    }

    fn begin(&mut self, path: &mut Path, index: usize) {
        let guard = self.world.guard();
        let size = self.sizes[index];
        let known: Rc<[u8]> = (0..size).map(|_| self.world.random.u8(..)).collect();
        let terms = &mut self.world.terms;
        let content = match self.world.random.u8(0..3) {
            0 => Content::uninitialized(terms, size),
            1 => Content::zeroed(terms, size),
            _ => Content::known(terms, known),
        };
        path.memory.begin(terms, guard, self.objects[index], content.clone());
        for assignment in 0..self.world.assignments {
            let bytes = self.world.content_of(assignment, &content);
            if self.world.value(assignment, guard) == 1 {
                path.arrays[assignment as usize][index] = Some(bytes);
            }
        }
    }

    fn end(&mut self, path: &mut Path, index: usize) {
        let guard = self.world.guard();
        path.memory.end(&mut self.world.terms, guard, self.objects[index]);
        for assignment in 0..self.world.assignments {
            if self.world.value(assignment, guard) == 1 {
                path.arrays[assignment as usize][index] = None;
            }
        }
    }

    /// Writes to arrays what is written to memory at a place that depends on the assignment.
    fn write(&mut self, path: &mut Path, index: usize, guard: Term, offset: Term, bits: Bits) {
        for assignment in 0..self.world.assignments {
            let bytes = self.world.bytes_of(assignment, bits);
            let values = self.world.values(assignment, &[guard, offset]);
            let Some(array) = &mut path.arrays[assignment as usize][index] else { continue };
            if values[0] == 1 && values[1] + bytes.len() as u128 <= array.len() as u128 {
                let start = values[1] as usize;
                array[start..start + bytes.len()].copy_from_slice(&bytes);
            }
        }
    }

    fn store(&mut self, path: &mut Path, index: usize) {
        let size = self.sizes[index];
        if size == 0 {
            return;
        }
        let (bytes, guard) = (self.world.access(size), self.world.guard());
        let bits = self.world.bits(bytes);
        let offset = match self.world.random.bool() {
            true => self.world.offset(),
            false => {
                let offset = self.world.random.u32(0..=size - bytes);
                self.world.terms.constant(64, offset.into())
            }
        };
        self.write(path, index, guard, offset, bits);
        if let Some(content) = path.memory.content_mut(self.objects[index]) {
            content.store_at(&mut self.world.terms, guard, offset, bits);
        }
        if self.world.random.bool() {
            self.load_from(path, index, offset);
        }
    }

    fn load(&mut self, path: &Path, index: usize) {
        let offset = self.world.offset();
        self.load_from(path, index, offset);
    }

    fn load_from(&mut self, path: &Path, index: usize, offset: Term) {
        let bytes = self.world.access(16);
        let Some(content) = path.memory.content(self.objects[index]) else { return };
        let loaded = content.load_at(&mut self.world.terms, offset, bytes);
        for assignment in 0..self.world.assignments {
            let Some(array) = &path.arrays[assignment as usize][index] else { continue };
            let values = self.world.values(assignment, &[offset, loaded.in_bounds]);
            let in_bounds = values[0] + u128::from(bytes) <= array.len() as u128;
            assert_eq!(values[1] == 1, in_bounds, "{bytes} bytes at {}", values[0]);
            if in_bounds {
                let start = values[0] as usize;
                let found = self.world.bytes_of(assignment, loaded.bits);
                assert_eq!(found, array[start..start + bytes as usize]);
            }
        }
    }

    fn fill(&mut self, path: &mut Path, index: usize) {
        let size = self.sizes[index];
        let (start, guard, byte) =
            (self.world.random.u32(0..=size), self.world.guard(), self.world.bits(1));
        let Some(content) = path.memory.content_mut(self.objects[index]) else { return };
        let terms = &mut self.world.terms;
        let mut fits = Term::TRUE;
        let len = if self.world.random.bool() {
            let len = self.world.random.u32(0..=size - start);
            content.fill(terms, guard, start, len, byte);
            terms.constant(64, len.into())
        } else {
            let len = self.world.offset();
            fits = content.fill_up_to(&mut self.world.terms, guard, start, len, byte);
            len
        };
        self.after_length(
            path,
            guard,
            len,
            size - start,
            fits,
            |bytes, arrays, len| {
                if let Some(array) = &mut arrays[index] {
                    array[start as usize..][..len].fill(bytes[0]);
                }
            },
            byte,
        );
    }

    fn copy(&mut self, path: &mut Path, from: usize, to: usize) {
        let guard = self.world.guard();
        let starts = [from, to].map(|index| self.world.random.u32(0..=self.sizes[index]));
        let most = (self.sizes[from] - starts[0]).min(self.sizes[to] - starts[1]);
        let places = [(self.objects[from], starts[0]), (self.objects[to], starts[1])];
        if places.iter().any(|place| path.memory.content(place.0).is_none()) {
            return;
        }
        let mut fits = Term::TRUE;
        let len = if self.world.random.bool() {
            let len = self.world.random.u32(0..=most);
            path.memory.copy(&mut self.world.terms, guard, places[0], places[1], len);
            self.world.terms.constant(64, len.into())
        } else {
            let len = self.world.offset();
            let terms = &mut self.world.terms;
            fits = path.memory.copy_up_to(terms, guard, places[0], places[1], len);
            len
        };
        // What is read from an object that is not alive is not compared.
        let filler = self.world.bits(1);
        for arrays in &mut path.arrays {
            if arrays[from].is_none() {
                arrays[to] = None;
            }
        }
        self.after_length(
            path,
            guard,
            len,
            most,
            fits,
            |_, arrays, len| {
                let [start_from, start_to] = starts.map(|start| start as usize);
                let Some(source) = &arrays[from] else { return };
                let bytes = source[start_from..][..len].to_vec();
                if let Some(array) = &mut arrays[to] {
                    array[start_to..][..len].copy_from_slice(&bytes);
                }
            },
            filler,
        );
        self.end_where_unknown(path, from, to);
    }

    fn copy_anywhere(&mut self, path: &mut Path, from: usize, to: usize) {
        let (guard, len) = (self.world.guard(), self.world.random.u32(0..20));
        let places = [self.world.offset(), self.world.offset()];
        let ids = [from, to].map(|index| self.objects[index]);
        if ids.iter().any(|&id| path.memory.content(id).is_none()) {
            return;
        }
        let (source, target) = ((ids[0], places[0]), (ids[1], places[1]));
        for arrays in &mut path.arrays {
            if arrays[from].is_none() {
                arrays[to] = None;
            }
        }
        let fits = path.memory.copy_at(&mut self.world.terms, guard, source, target, len);
        for assignment in 0..self.world.assignments {
            let values = self.world.values(assignment, &[guard, fits, places[0], places[1]]);
            let fitting = [(from, values[2]), (to, values[3])]
                .into_iter()
                .all(|(index, start)| start + u128::from(len) <= u128::from(self.sizes[index]));
            assert_eq!(values[1] == 1, fitting, "{len} bytes from {} to {}", values[2], values[3]);
            let arrays = &mut path.arrays[assignment as usize];
            if values[0] == 1 && fitting {
                let (start_from, start_to) = (values[2] as usize, values[3] as usize);
                let bytes =
                    arrays[from].as_ref().map(|array| array[start_from..][..len as usize].to_vec());
                match (&mut arrays[to], bytes) {
                    (Some(array), Some(bytes)) => {
                        array[start_to..][..len as usize].copy_from_slice(&bytes)
                    }
                    (array, _) => *array = None,
                }
            }
        }
        self.end_where_unknown(path, from, to);
    }

    /// Ends the life of `to` where `from` was not alive, as the arrays already have it.
    fn end_where_unknown(&mut self, path: &mut Path, from: usize, to: usize) {
        let alive = path.memory.alive(self.objects[from]);
        let dead = self.world.terms.not(alive);
        path.memory.end(&mut self.world.terms, dead, self.objects[to]);
    }

    /// Does something of a length that depends on the assignment to the arrays.
    #[expect(clippy::too_many_arguments, reason = "all of them differ from call to call")]
    fn after_length(
        &mut self,
        path: &mut Path,
        guard: Term,
        len: Term,
        most: u32,
        fits: Term,
        change: impl Fn(&[Byte], &mut Arrays, usize),
        byte: Bits,
    ) {
        for assignment in 0..self.world.assignments {
            let bytes = self.world.bytes_of(assignment, byte);
            let values = self.world.values(assignment, &[guard, len, fits]);
            let fitting = values[1] <= u128::from(most);
            assert_eq!(values[2] == 1, fitting, "{} of at most {most}", values[1]);
            let arrays = &mut path.arrays[assignment as usize];
            if values[0] == 1 && fitting {
                change(&bytes, arrays, values[1] as usize);
            } else if values[0] == 1 {
                // Some number of bytes was written; the paths of this assignment are of no more
                // use.
                arrays.fill(None);
            }
        }
    }

    /// Checks that objects which are alive in the arrays are alive and hold the same bytes; returns
    /// the number of bytes that were compared.
    fn compare(&mut self, path: &Path) -> usize {
        let mut compared = 0;
        for (index, &object) in self.objects.clone().iter().enumerate() {
            let alive = path.memory.alive(object);
            for assignment in 0..self.world.assignments {
                let Some(expected) = &path.arrays[assignment as usize][index] else { continue };
                assert_eq!(self.world.value(assignment, alive), 1, "object {index} is alive");
                let content = path.memory.content(object).expect("it is alive");
                let found = self.world.content_of(assignment, content);
                assert_eq!(found, *expected, "object {index} in assignment {assignment}");
                compared += found.len();
            }
        }
        compared
    }

    fn run(&mut self, path: &mut Path, depth: u32) {
        for _ in 0..self.world.random.usize(1..6) {
            let (index, other) = (self.world.random.usize(0..3), self.world.random.usize(0..3));
            match self.world.random.u8(0..16) {
                0 => self.begin(path, index),
                1 => self.end(path, index),
                2..6 => self.store(path, index),
                6..9 => self.load(path, index),
                9 => self.fill(path, index),
                10 => self.copy(path, index, other),
                11 => self.copy_anywhere(path, index, other),
                _ if depth > 0 => self.branch(path, depth - 1),
                _ => self.store(path, index),
            }
        }
    }

    fn branch(&mut self, path: &mut Path, depth: u32) {
        let condition = self.world.condition();
        let mut other = path.clone();
        self.run(path, depth);
        self.run(&mut other, depth);
        path.memory.merge(&mut self.world.terms, condition, &other.memory);
        for assignment in 0..self.world.assignments {
            if self.world.value(assignment, condition) == 0 {
                let assignment = assignment as usize;
                path.arrays[assignment] = other.arrays[assignment].clone();
            }
        }
    }
}

#[test]
fn random_programs() {
    let (mut compared, mut possible) = (0, 0);
    for seed in seeds(1) {
        for round in 0..600 {
            let mut program = Program::new(seed << 32 | round);
            let arrays = vec![vec![None; 3]; program.world.assignments as usize];
            let mut path = Path { memory: Memory::default(), arrays };
            for index in 0..3 {
                program.begin(&mut path, index);
            }
            for _ in 0..3 {
                program.run(&mut path, 3);
                compared += program.compare(&path);
                let bytes: u32 = program.sizes.iter().sum();
                possible += bytes as usize * program.world.assignments as usize;
            }
        }
    }
    // Many paths end with objects that are not alive, but not most.
    assert!(3 * compared > possible, "{compared} of {possible} bytes were compared");
}
