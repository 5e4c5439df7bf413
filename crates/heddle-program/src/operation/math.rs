//! Functions of `<math.h>`.

use super::family;
use super::row::Row;

family! {
    /// Functions of `<math.h>`, named as those on `double`.
    #[expect(missing_docs, reason = "the names are those of C")]
    MathOp {
        Sin = Row::private("sin"),
        Cos = Row::private("cos"),
        Tan = Row::private("tan"),
        Asin = Row::private("asin"),
        Acos = Row::private("acos"),
        Atan = Row::private("atan"),
        Atan2 = Row::private("atan2"),
        Sinh = Row::private("sinh"),
        Cosh = Row::private("cosh"),
        Tanh = Row::private("tanh"),
        Exp = Row::private("exp"),
        Exp2 = Row::private("exp2"),
        Expm1 = Row::private("expm1"),
        Log = Row::private("log"),
        Log2 = Row::private("log2"),
        Log10 = Row::private("log10"),
        Log1p = Row::private("log1p"),
        Pow = Row::private("pow"),
        Sqrt = Row::private("sqrt"),
        Cbrt = Row::private("cbrt"),
        Hypot = Row::private("hypot"),
        Fmod = Row::private("fmod"),
        Fabs = Row::private("fabs"),
        Floor = Row::private("floor"),
        Ceil = Row::private("ceil"),
        Trunc = Row::private("trunc"),
        Round = Row::private("round"),
        Rint = Row::private("rint"),
        Nearbyint = Row::private("nearbyint"),
    }
}
