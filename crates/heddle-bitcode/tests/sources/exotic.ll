; What clang rarely writes for C and C++, but may.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%opaque = type opaque
%tree = type { ptr, [2 x %leaf], <{ i8, i32 }> }
%leaf = type { i32, float }

@wide = global i256 -57896044618658097711785492504343953926634992332820282019728792003956564819967
@wider = global i1000 12345678901234567890123456789012345678901234567890
@odd = constant i7 -3
@halves = global [2 x half] [half 0xH3C00, half 0xHFC00]
@brains = global <2 x bfloat> <bfloat 0xR3F80, bfloat 0xR0000>
@quad = global fp128 0xL00000000000000003FFF800000000000
@unknown = external global %opaque
@space = addrspace(1) global i32 5
@undefined = global { i32, i8 } undef
@poisoned = global i32 poison
@mixed = global <4 x i32> <i32 1, i32 undef, i32 poison, i32 4>
@parts = global %tree { ptr @parts, [2 x %leaf] zeroinitializer, <{ i8, i32 }> <{ i8 1, i32 2 }> }
@pointers = global <2 x ptr> <ptr @odd, ptr null>
@difference = global i64 sub (i64 ptrtoint (ptr @odd to i64), i64 ptrtoint (ptr @wide to i64))
@short = global i32 trunc (i64 ptrtoint (ptr @odd to i64) to i32)
@back = global ptr inttoptr (i64 add (i64 ptrtoint (ptr @odd to i64), i64 16) to ptr)
@far = global ptr addrspacecast (ptr addrspace(1) @space to ptr)
@stepped = global ptr getelementptr (%tree, ptr @parts, i64 1, i32 1, i64 0, i32 1)
@address = global ptr blockaddress(@jumps, %3)

declare void @callee(ptr, ...)
declare token @llvm.call.preallocated.setup(i32)
declare void @takes(ptr byref(%leaf), ptr inalloca(%leaf))
declare i32 @nested(ptr nest, i32 returned)

define i32 @modify(ptr %0, i32 %1, ptr %2, double %3) {
  %5 = atomicrmw xchg ptr %0, i32 %1 monotonic, align 4
  %6 = atomicrmw add ptr %0, i32 %1 acquire, align 4
  %7 = atomicrmw volatile sub ptr %0, i32 %1 release, align 4
  %8 = atomicrmw and ptr %0, i32 %1 acq_rel, align 4
  %9 = atomicrmw nand ptr %0, i32 %1 seq_cst, align 4
  %10 = atomicrmw or ptr %0, i32 %1 seq_cst, align 4
  %11 = atomicrmw xor ptr %0, i32 %1 seq_cst, align 4
  %12 = atomicrmw max ptr %0, i32 %1 seq_cst, align 4
  %13 = atomicrmw min ptr %0, i32 %1 seq_cst, align 4
  %14 = atomicrmw umax ptr %0, i32 %1 seq_cst, align 4
  %15 = atomicrmw umin ptr %0, i32 %1 syncscope("singlethread") seq_cst, align 4
  %16 = atomicrmw fadd ptr %2, double %3 seq_cst, align 8
  %17 = atomicrmw fsub ptr %2, double %3 seq_cst, align 8
  %18 = atomicrmw fmax ptr %2, double %3 seq_cst, align 8
  %19 = atomicrmw fmin ptr %2, double %3 seq_cst, align 8
  %20 = cmpxchg weak volatile ptr %0, i32 %5, i32 %6 acq_rel monotonic, align 4
  %21 = cmpxchg ptr %0, ptr %0, ptr null syncscope("singlethread") seq_cst acquire, align 8
  %22 = load atomic volatile i32, ptr %0 unordered, align 4
  store atomic i32 %22, ptr %0 unordered, align 4
  fence syncscope("singlethread") acq_rel
  fence release
  ret i32 %15
}

define i32 @jumps(ptr %0, i1 %1) {
  indirectbr ptr %0, [label %3, label %4]

3:
  br label %5

4:
  br i1 %1, label %5, label %3

5:
  %6 = phi i32 [ 1, %3 ], [ 7, %4 ], [ %8, %5 ]
  %7 = phi i32 [ undef, %3 ], [ 2, %4 ], [ %6, %5 ]
  %8 = add nuw nsw i32 %6, %7
  %9 = icmp sgt i32 %8, 10
  br i1 %9, label %10, label %5

10:
  ret i32 %8
}

define <4 x i32> @lanes(<4 x i32> %0, <4 x i32> %1, <4 x ptr> %2, <vscale x 4 x i32> %3, ptr %4) {
  %6 = freeze <4 x i32> %0
  %7 = icmp ult <4 x i32> %6, %1
  %8 = select <4 x i1> %7, <4 x i32> %0, <4 x i32> %1
  %9 = shufflevector <4 x i32> %8, <4 x i32> poison, <2 x i32> zeroinitializer
  %10 = shufflevector <4 x i32> %8, <4 x i32> %1, <8 x i32> <i32 0, i32 4, i32 1, i32 5, i32 poison, i32 6, i32 3, i32 7>
  %11 = getelementptr %tree, <4 x ptr> %2, <4 x i64> zeroinitializer, <4 x i32> <i32 1, i32 1, i32 1, i32 1>, <4 x i64> <i64 0, i64 1, i64 0, i64 1>
  %12 = getelementptr i32, ptr %4, <4 x i64> <i64 0, i64 1, i64 2, i64 3>
  %13 = ptrtoint <4 x ptr> %12 to <4 x i64>
  %14 = add <vscale x 4 x i32> %3, %3
  store <vscale x 4 x i32> %14, ptr %4, align 16
  %15 = extractelement <2 x i32> %9, i64 1
  %16 = insertelement <4 x i32> %8, i32 %15, i32 2
  %17 = udiv exact <4 x i32> %16, <i32 2, i32 2, i32 2, i32 2>
  %18 = bitcast <4 x i32> %17 to i128
  %19 = bitcast i128 %18 to <4 x i32>
  ret <4 x i32> %19
}

define { i32, { i64, ptr } } @aggregates({ i32, { i64, ptr } } %0, [3 x i8] %1) {
  %3 = extractvalue { i32, { i64, ptr } } %0, 1, 0
  %4 = insertvalue { i32, { i64, ptr } } %0, i64 %3, 1, 0
  %5 = extractvalue [3 x i8] %1, 2
  %6 = insertvalue { i32, { i64, ptr } } undef, ptr null, 1, 1
  %7 = select i1 true, { i32, { i64, ptr } } %4, { i32, { i64, ptr } } %6
  ret { i32, { i64, ptr } } %7
}

define float @floats(float %0, double %1, x86_fp80 %2, fp128 %3, half %4) {
  %6 = fneg fast float %0
  %7 = fpext float %6 to double
  %8 = frem double %7, %1
  %9 = fptrunc x86_fp80 %2 to double
  %10 = fcmp ueq double %8, %9
  %11 = fcmp one fp128 %3, 0xL00000000000000000000000000000000
  %12 = fcmp false half %4, 0xH0000
  %13 = fcmp true half %4, 0xH7C00
  %14 = uitofp i7 5 to float
  %15 = fptosi float %14 to i33
  %16 = sitofp i33 %15 to x86_fp80
  %17 = fadd x86_fp80 %16, 0xK3FFF8000000000000000
  %18 = fptrunc x86_fp80 %17 to float
  ret float %18
}

define void @calls(ptr %0, ptr %1, i32 %2, ptr %3) {
  call void (ptr, ...) @callee(ptr %0, i32 signext %2, double 0x3FF199999999999A) [ "deopt"(i32 %2, ptr %1), "align"(ptr %0, i64 8) ]
  call void @takes(ptr byref(%leaf) align 4 %0, ptr inalloca(%leaf) %1)
  %5 = call i32 @nested(ptr nest %0, i32 returned %2)
  %6 = call addrspace(0) i32 %3(i32 %2) returns_twice
  %7 = alloca inalloca %leaf, align 8
  %8 = alloca i32, i32 %6, align 64
  %9 = alloca i8, align 1
  %10 = va_arg ptr %0, i32
  %11 = call i32 asm sideeffect inteldialect "mov $0, $1", "=r,r"(i32 %10)
  ret void
}

define i32 @tail(i32 %0) {
  %2 = musttail call i32 @tail(i32 %0)
  ret i32 %2
}

define i32 @branches(i32 %0) {
  callbr void asm sideeffect "jmp ${1:l}", "r,!i,!i"(i32 %0)
          to label %2 [label %3, label %4]

2:
  ret i32 0

3:
  switch i128 170141183460469231731687303715884105727, label %2 [
    i128 170141183460469231731687303715884105727, label %4
    i128 -1, label %2
  ]

4:
  unreachable
}

@equivalent = global ptr dso_local_equivalent @callee
@unchecked = global ptr no_cfi @callee
