#!/usr/bin/env python3
"""Proves the identities of the fused fixed-point epilogue for all inputs, with the SMT solver z3.

The definitions are those of doc/specification.md, section 3. The fused forms are those of FixedPointPath
(internal/contract/epilogue.h), fuse_fixed_point.h and epilogue_fixed_point-inl.h. Every statement is about a product w of
two int32, of which nothing is used but its range: |w| <= 2^62 - 2^31 or w = 2^62. So the solver need not multiply. Each
exponent is a case of its own. A statement is proved if its negation cannot be satisfied; statements that are false must be refuted,
which shows that the solver is asked what is meant.

Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
"""
import concurrent.futures
import os
import subprocess
import sys
import time

# 64 bits hold every value below exactly, except the sums of `no_overflow`, which have 66.
PRELUDE = """
(set-logic QF_BV)
(define-sort I () (_ BitVec 64))
(declare-const w I)         ; the product x * multiplier
(declare-const x_negative Bool)
(declare-const offset32 (_ BitVec 32))
(declare-const low32 (_ BitVec 32))
(declare-const high32 (_ BitVec 32))
(declare-const x32 (_ BitVec 32))
(define-fun offset () I ((_ sign_extend 32) offset32))
(define-fun low () I ((_ sign_extend 32) low32))
(define-fun high () I ((_ sign_extend 32) high32))
(define-fun x () I ((_ sign_extend 32) x32))
(define-fun zero () I (_ bv0 64))
(define-fun one () I (_ bv1 64))
(define-fun power ((n I)) I (bvshl one n))
(define-fun wrap ((v I)) I ((_ sign_extend 32) ((_ extract 31 0) v)))
(define-fun clamp ((v I) (l I) (h I)) I
  (let ((raised (ite (bvslt v l) l v))) (ite (bvsgt raised h) h raised)))
(define-fun int32_min () I (bvneg (power (_ bv31 64))))
(define-fun int32_max () I (bvsub (power (_ bv31 64)) one))
(define-fun sat ((v I)) I (clamp v int32_min int32_max))
(define-fun half ((n I)) I (ite (= n zero) zero (power (bvsub n one))))
(define-fun up ((v I) (n I)) I (bvashr (bvadd v (half n)) n))
(define-fun away ((v I) (n I)) I (ite (bvslt v zero) (bvneg (up (bvneg v) n)) (up v n)))
(define-fun high_mul () I (sat (up w (_ bv31 64))))
(define-fun largest () I (power (_ bv62 64)))  ; of -2^31 and -2^31
(define-fun bound () I (bvsub largest (power (_ bv31 64))))
(assert (or (= w largest) (and (bvsle (bvneg bound) w) (bvsle w bound))))
; x may have either sign where the product is 0.
(define-fun sign_of_product_is_that_of_x () Bool
  (and (=> (bvslt w zero) x_negative) (=> (bvsgt w zero) (not x_negative))))
"""


def constant(value):
    return f"(_ bv{value % 2**64} 64)"


# The definitions, for a right shift by n = -exponent >= 0.
def definition(rounding, n):
    shift, whole = constant(n), constant(31 + n)
    return {
        "double": f"(away high_mul {shift})",
        "double_upward": f"(up high_mul {shift})",
        "single_upward": f"(up w {whole})",
        "single_away": f"(away w {whole})",
    }[rounding]


# `add` and `sign` of FixedPointPath.
def addends(rounding, n):
    twice = rounding.startswith("double")
    offset_only = f"(bvshl offset {constant(31)})"
    if n == 0 and twice:  # there is no second rounding
        return f"(bvadd {offset_only} {constant(2**30)})", constant(0)
    halves = "(bvadd (bvshl offset one) one)"
    add = f"(bvadd (bvshl {halves} {constant(30 + n)}) {constant(2**30 if twice else 0)})"
    return add, constant({"double": 2**31, "single_away": 1}.get(rounding, 0))


def fused(rounding, n):
    add, sign = addends(rounding, n)
    total = f"(bvsub (bvadd w {add}) (ite x_negative {sign} zero))"
    return f"(wrap (bvashr {total} {constant(31 + n)}))"


def fused_for_negative_multiplier(rounding, n):
    """From the product with minus the multiplier, -w, by the complement."""
    add, sign = addends(rounding, n)
    complement = f"(bvsub (bvsub {sign} one) {add})"
    total = f"(bvsub (bvadd (bvneg w) {complement}) (ite x_negative {sign} zero))"
    return f"(wrap (bvnot (bvashr {total} {constant(31 + n)})))"


def leaves_room(n):
    """LeavesRoom(offset, -n)."""
    magnitude = "(ite (bvslt offset zero) (bvneg offset) offset)"
    return f"(bvslt (bvadd (bvshl {magnitude} one) one) {constant(2 ** (32 - n))})"


# -2^31 times -2^31 is not a case of the fused forms, whose multipliers are above -2^31.
BELOW_LARGEST = "(not (= w largest))"
ROUNDINGS = ("double", "double_upward", "single_upward", "single_away")
SAME_SIGN = "sign_of_product_is_that_of_x"
OTHER_SIGN = "(and (=> (bvsgt w zero) x_negative) (=> (bvslt w zero) (not x_negative)))"


class Statement:
    """For all inputs that meet the assumptions, `left` = `right`."""

    def __init__(self, name, case, assumptions, left, right):
        self.name, self.case, self.assumptions = name, case, assumptions
        self.left, self.right = left, right

    def text(self):
        lines = [f"(assert {assumption})" for assumption in self.assumptions]
        return PRELUDE + "\n".join(lines) + f"\n(assert (not (= {self.left} {self.right})))\n(check-sat)\n"


def shifts_of(rounding):
    # A single rounding away is fused for negative exponents only.
    return range(1 if rounding == "single_away" else 0, 32)


def fused_forms():
    for rounding in ROUNDINGS:
        for n in shifts_of(rounding):
            want = f"(wrap (bvadd {definition(rounding, n)} offset))"
            assumptions = [leaves_room(n), BELOW_LARGEST]
            yield Statement(f"{rounding} is one sum and one shift", n, assumptions + [SAME_SIGN], want,
                            fused(rounding, n))
            yield Statement(f"{rounding} by a negative multiplier is the complement", n,
                            assumptions + [OTHER_SIGN], want, fused_for_negative_multiplier(rounding, n))


def no_overflow():
    """The 64-bit sum is the exact one."""
    wide = lambda text: f"((_ sign_extend 2) {text})"
    for rounding in ROUNDINGS:
        for n in shifts_of(rounding):
            add, sign = addends(rounding, n)
            # The offset's term in 66 bits: it has at most 62 where there is room.
            offset_term = f"(bvshl (bvadd (bvshl {wide('offset')} (_ bv1 66)) (_ bv1 66)) (_ bv{30 + n} 66))"
            rest = constant(2**30 if rounding.startswith("double") else 0)
            if n == 0 and rounding.startswith("double"):
                offset_term = f"(bvshl {wide('offset')} (_ bv31 66))"
            signed = f"(ite x_negative {sign} zero)"
            exact = f"(bvsub (bvadd (bvadd {wide('w')} {offset_term}) {wide(rest)}) {wide(signed)})"
            narrow = wide(f"(bvsub (bvadd w {add}) {signed})")
            yield Statement(f"the sum of {rounding} fits 64 bits", n, [leaves_room(n), BELOW_LARGEST, SAME_SIGN],
                            exact, narrow)


def shortest_path(least="(bvsge low offset)", name="ties of {} may go up if low is not below the offset"):
    for away_from_zero, upward in (("double", "double_upward"), ("single_away", "single_upward")):
        for n in range(1, 32):
            bounds = ["(bvsle low high)", least, leaves_room(n), BELOW_LARGEST, SAME_SIGN]
            yield Statement(name.format(away_from_zero), n, bounds,
                            f"(clamp {fused(away_from_zero, n)} low high)", f"(clamp {fused(upward, n)} low high)")


def saturation(first=1, name="{} never saturates where sums fit"):
    room = f"(and (bvsge offset {constant(-(2**30))}) (bvslt offset {constant(2**30)}))"
    for rounding in ROUNDINGS:
        for n in range(first, 32 if first else 1):
            scaled = definition(rounding, n)
            yield Statement(name.format(rounding), n, [room], f"(sat (bvadd (sat {scaled}) offset))",
                            f"(wrap (bvadd (wrap {scaled}) offset))")


def dividing_upward():
    """DivideByPOTUpward."""
    for n in range(32):
        before = f"(bvashr x {constant(max(n - 1, 0))})"
        dropped = f"(bvand {before} one)" if n > 0 else "zero"
        yield Statement("the last dropped bit rounds up", n, [], f"(up x {constant(n)})",
                        f"(bvadd (bvashr x {constant(n)}) {dropped})")


def adding_with_saturation():
    """AddSaturatingFunction."""
    low = "(ite (bvslt offset zero) (bvsub int32_min offset) int32_min)"
    high = "(ite (bvsgt offset zero) (bvsub int32_max offset) int32_max)"
    yield Statement("a clamp before the sum saturates it", 0, [], "(sat (bvadd x offset))",
                    f"(wrap (bvadd (clamp x {low} {high}) offset))")


def detecting_overflow():
    """ScaleSaturating, for exponents of -31 to 31: `scaled` has the low bits, `upper` the high ones."""
    for rounding in ("up", "away"):
        for e in range(-31, 32):
            left = max(e, 0)
            exact = f"({rounding} w {constant(31 - e)})"
            scaled = f"(wrap {exact})"
            upper = f"(wrap ({rounding} w {constant(31 - e + left)}))"
            difference = f"(wrap (bvadd (bvsub (bvashr {scaled} {constant(left)}) {upper}) one))"
            no_exception = BELOW_LARGEST if e == 0 else "true"
            fits = f"(and (= (bvand {difference} one) {difference}) {no_exception})"
            end = "(ite (bvslt w zero) int32_min int32_max)"
            yield Statement(f"rounding {rounding} once saturates where bits were lost", e, [], f"(sat {exact})",
                            f"(ite {fits} {scaled} {end})")


def reducing_multipliers():
    """ReduceMultiplier."""
    least = f"(ite (bvslt x {constant(2**31 - 1 - 2**15)}) x {constant(2**31 - 1 - 2**15)})"
    rounded = f"(up x {constant(16)})"
    limited = f"(ite (bvslt {rounded} {constant(2**15 - 1)}) {rounded} {constant(2**15 - 1)})"
    yield Statement("a multiplier is reduced to 15 bits", 0, [], f"(bvshl {limited} {constant(16)})",
                    f"(bvand (bvadd {least} {constant(2**15)}) {constant(-2**16)})")


# The scaling by floats, as in FixedPointInFloatAvx512, has all numbers divided by 2^(31 + n): which of them are floats is
# the same. Its c is 2^30, 0 or, for a negative x and ties away from zero, -2^30; without a right shift it is 0.
FLOAT_BITS = 24
MAX_FLOAT_BITS = 62  # of the magnitude of a sum


def rounded_down(value, add=lambda dropped: "zero"):
    """To a float."""
    magnitude = f"(ite (bvslt {value} zero) (bvneg {value}) {value})"
    text = value
    for dropped in range(1, MAX_FLOAT_BITS - FLOAT_BITS + 1):
        text = (f"(ite (bvugt {magnitude} {constant(2**(FLOAT_BITS + dropped - 1))}) "
                f"(bvand (bvadd {value} {add(dropped)}) {constant(-2**dropped)}) {text})")
    return text


def rounded_to_nearest(value):
    return rounded_down(value, lambda dropped: constant(2**(dropped - 1)))


def shifts_of_floats():
    return [(0, 0)] + [(n, c) for n in range(1, 23) for c in (0, 2**30, -2**30)]


def scaling_by_floats(rounded=rounded_down, name="floats that round down scale sums of at most 2^23"):
    """w is x times the upper bits of the multiplier, x32 is x times the lower eight."""
    most = 2**23 * (2**23 - 1)
    ranges = [f"(and (bvsle {constant(-most)} w) (bvsle w {constant(most)}))",
              f"(and (bvsle {constant(-2**23 * 255)} x) (bvsle x {constant(2**23 * 255)}))",
              f"(and (bvsle {constant(-2**22)} offset) (bvsle offset {constant(2**22)}))"]
    for n, c in shifts_of_floats():
        halves = f"(bvshl (bvadd (bvshl offset one) one) {constant(30 + n)})"
        exact = f"(bvadd (bvadd (bvadd (bvshl w {constant(8)}) x) {constant(c)}) {halves})"
        floats = (f"(let ((a (bvadd x {constant(c)}))) (let ((y (bvadd (bvshl w {constant(8)}) {rounded('a')}))) "
                  f"(let ((z (bvadd {rounded('y')} {halves}))) (bvashr {rounded('z')} {constant(31 + n)}))))")
        yield Statement(name, n, ranges + [leaves_room(n)], f"(bvashr {exact} {constant(31 + n)})", floats)


def reach_of_floats():
    """SuitsFloats: what becomes of sums from 2^23 on, with x as the multiplier and w as the product."""
    for n, c in shifts_of_floats():
        reach = f"(bvashr x {constant(8 + n)})"
        scaled = f"(bvashr (bvadd w {constant(c + 2**(30 + n))}) {constant(31 + n)})"
        if c >= 0:
            yield Statement("sums of 2^23 reach the bounds", n,
                            ["(bvsge x zero)", f"(bvsge w (bvshl x {constant(23)}))"], f"(bvsge {scaled} {reach})", "true")
        yield Statement("sums of -2^23 reach the bounds", n,
                        ["(bvsge x zero)", f"(bvsle w (bvneg (bvshl x {constant(23)})))"],
                        f"(bvsle {scaled} (bvneg {reach}))", "true")


def sums_of_unshifted_factors():
    """UnshiftedSumsFit, with x as the multiplier and w as the product."""
    most = f"(bvshl x {constant(31)})"
    magnitude = "(ite (bvslt offset zero) (bvneg offset) offset)"
    total = f"(bvadd (up w {constant(31)}) offset)"
    ranges = ["(bvsge x zero)", f"(bvsle (bvneg {most}) w)", f"(bvsle w {most})"]
    yield Statement("the offset wraps no sum where the multiplier leaves room", 0,
                    ranges + [f"(bvsle (bvadd x {magnitude}) int32_max)"], f"(wrap {total})", total)


PROVED = (fused_forms, no_overflow, shortest_path, saturation, dividing_upward, adding_with_saturation,
          detecting_overflow, reducing_multipliers, scaling_by_floats, reach_of_floats, sums_of_unshifted_factors)


def refuted():
    yield from shortest_path("(bvsge low (bvsub offset one))", "REFUTED: the same of {} if it is, by one")
    yield from saturation(0, "REFUTED: {} never saturates at exponent 0")
    yield from scaling_by_floats(rounded_to_nearest, "REFUTED: floats that round to nearest do so")


def answer(statement):
    result = subprocess.run(["z3", "-in", "-T:300"], input=statement.text(), capture_output=True, text=True)
    return statement, result.stdout.strip()


def main():
    statements = [(statement, "unsat") for make in PROVED for statement in make()]
    statements += [(statement, "sat") for statement in refuted()]
    failures, done = 0, {}
    begin = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("JOBS", os.cpu_count()))) as pool:
        for (statement, want), (_, got) in zip(statements, pool.map(answer, (s for s, _ in statements))):
            done[statement.name] = done.get(statement.name, 0) + 1
            if got != want:
                failures += 1
                print(f"NOT SHOWN ({got}): {statement.name}, case {statement.case}", flush=True)
    for name, cases in done.items():
        print(f"{cases:3} cases: {name}")
    print(f"{len(statements) - failures} of {len(statements)} statements in {time.monotonic() - begin:.0f} s")
    sys.exit(failures != 0)


if __name__ == "__main__":
    main()
