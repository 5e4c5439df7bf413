//! What instructions are told apart by, beside their kind: flags, functions, formats.

/// What an operation promises not to do; to do it nevertheless is a fault if
/// overflow is asked for, and wraps around otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct Wrap(pub u8);

impl Wrap {
    /// No signed overflow.
    pub const NSW: u8 = 1;
    /// No unsigned overflow.
    pub const NUW: u8 = 2;
    /// No remainder, no bits shifted out.
    pub const EXACT: u8 = 4;

    /// Whether all of `flags` are set.
    pub fn has(self, flags: u8) -> bool {
        self.0 & flags == flags
    }
}

/// How memory is accessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct Access(pub u8);

impl Access {
    /// The value is a pointer (or, for parts, may contain some).
    pub const POINTER: u8 = 0x10;
    /// The access is volatile.
    pub const VOLATILE: u8 = 0x20;
    /// A compare-exchange that may fail although the values are equal.
    pub const WEAK: u8 = 0x40;

    /// The ordering: 0 not atomic, 1 unordered, 2 monotonic, 3 acquire,
    /// 4 release, 5 acquire and release, 6 sequentially consistent.
    pub fn ordering(self) -> u8 {
        self.0 & 7
    }

    /// Whether the access is atomic.
    pub fn is_atomic(self) -> bool {
        self.ordering() != 0
    }

    /// Whether the value is a pointer.
    pub fn is_pointer(self) -> bool {
        self.0 & Access::POINTER != 0
    }

    /// Whether the access is volatile.
    pub fn is_volatile(self) -> bool {
        self.0 & Access::VOLATILE != 0
    }
}

/// `float` or `double`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum FloatWidth {
    F32,
    F64,
}

/// A comparison of floats: a set of the outcomes for which it is true.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct FloatCompare(pub u8);

impl FloatCompare {
    /// True if equal.
    pub const EQUAL: u8 = 1;
    /// True if greater.
    pub const GREATER: u8 = 2;
    /// True if less.
    pub const LESS: u8 = 4;
    /// True if an operand is not a number.
    pub const UNORDERED: u8 = 8;
}

/// An integer function of one operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[expect(missing_docs, reason = "the names are LLVM's")]
pub enum IntUnary {
    Ctpop,
    Ctlz,
    Cttz,
    Bswap,
    BitReverse,
    Abs,
}

/// An integer function of two operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[expect(missing_docs, reason = "the names are LLVM's")]
pub enum IntBinary {
    SMax,
    SMin,
    UMax,
    UMin,
    SAddSat,
    UAddSat,
    SSubSat,
    USubSat,
    SShlSat,
    UShlSat,
    SCmp,
    UCmp,
}

/// Arithmetic that tells whether it overflowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[expect(missing_docs, reason = "the names are LLVM's")]
pub enum Overflowing {
    SAdd,
    UAdd,
    SSub,
    USub,
    SMul,
    UMul,
}

/// A function on floats that LLVM has an intrinsic for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[expect(missing_docs, reason = "the names are LLVM's")]
pub enum MathFn {
    Sqrt,
    Fabs,
    Floor,
    Ceil,
    Trunc,
    Rint,
    NearbyInt,
    Round,
    RoundEven,
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Sinh,
    Cosh,
    Tanh,
    Exp,
    Exp2,
    Exp10,
    Log,
    Log2,
    Log10,
    /// Two operands.
    Pow,
    CopySign,
    MinNum,
    MaxNum,
    Minimum,
    Maximum,
    Atan2,
    /// The second operand is a 32-bit integer, here and of `Powi`.
    Ldexp,
    Powi,
    /// Three operands.
    Fma,
    /// Three operands; fused or not, as the machine likes (it does not fuse).
    FMulAdd,
}

impl MathFn {
    /// Whether the second operand is a 32-bit integer.
    pub fn second_is_int(self) -> bool {
        matches!(self, MathFn::Ldexp | MathFn::Powi)
    }
}

/// An atomic read-modify-write.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[expect(missing_docs, reason = "the names are LLVM's")]
pub enum Rmw {
    Xchg,
    Add,
    Sub,
    And,
    Nand,
    Or,
    Xor,
    Max,
    Min,
    UMax,
    UMin,
    FAdd,
    FSub,
    FMax,
    FMin,
    UIncWrap,
    UDecWrap,
    USubCond,
    USubSat,
}
