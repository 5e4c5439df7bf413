; Constant expressions that newer versions do not have any more.
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@a = global i32 1
@b = global [4 x i32] zeroinitializer
@chosen = global ptr select (i1 icmp eq (ptr @a, ptr @b), ptr @a, ptr @b)
@compared = global i1 icmp ugt (ptr @a, ptr getelementptr inbounds ([4 x i32], ptr @b, i64 0, i64 2))
@element = global i64 extractelement (<2 x i64> bitcast (i128 zext (i64 ptrtoint (ptr @a to i64) to i128) to <2 x i64>), i32 1)
@shifted = global i64 shl (i64 ptrtoint (ptr @a to i64), i64 3)
@masked = global i64 and (i64 ptrtoint (ptr @a to i64), i64 xor (i64 ptrtoint (ptr @b to i64), i64 -1))
@inserted = global <2 x i64> insertelement (<2 x i64> undef, i64 ptrtoint (ptr @a to i64), i32 0)
@shuffled = global <2 x i64> shufflevector (<2 x i64> insertelement (<2 x i64> undef, i64 ptrtoint (ptr @a to i64), i32 0), <2 x i64> undef, <2 x i32> zeroinitializer)
@table = constant { [2 x ptr] } { [2 x ptr] [ptr @a, ptr @b] }
@ranged = global ptr getelementptr inbounds ({ [2 x ptr] }, ptr @table, i32 0, inrange i32 0, i32 1)
@real = global double sitofp (i64 ptrtoint (ptr @a to i64) to double)
