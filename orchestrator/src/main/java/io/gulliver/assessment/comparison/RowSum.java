package io.gulliver.assessment.comparison;

import java.math.BigInteger;

/**
 * Order-free fingerprint of a set of rows: how many, and two sums over the halves of each row's digest. Sums and never XOR, in
 * which a row that is there twice would cancel itself ({@code docs/domain/validation.md}, 4.1).
 *
 * @param rows how many
 * @param first sum over the first halves
 * @param second sum over the second halves
 */
public record RowSum(long rows, BigInteger first, BigInteger second) {
    /** Of no row at all. */
    public static final RowSum NONE = new RowSum(0, BigInteger.ZERO, BigInteger.ZERO);

    /** Of the rows of both, which have none in common. */
    public RowSum plus(RowSum other) {
        return new RowSum(rows + other.rows, first.add(other.first), second.add(other.second));
    }
}
