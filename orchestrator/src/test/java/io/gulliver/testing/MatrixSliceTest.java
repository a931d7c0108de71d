package io.gulliver.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MatrixSliceTest {
    private static final List<String> CASES =
            IntStream.range(0, 20).mapToObj(i -> "case-" + i).toList();

    private static List<String> slice(String matrix, String named, String commit) {
        return MatrixSlice.choose(matrix, CASES, one -> one, 5, named, commit);
    }

    @Test
    void oneCommitAlwaysHasTheSameSlice() {
        assertThat(slice("hmc", null, "da7a2fb"))
                .hasSize(5)
                .isEqualTo(slice("hmc", null, "da7a2fb"))
                .isNotEqualTo(slice("array", null, "da7a2fb"));
    }

    @Test
    void someCommitsTogetherHaveEveryCase() {
        Set<String> seen = new HashSet<>();
        for (int commit = 0; commit < 60; commit++) {
            seen.addAll(slice("hmc", null, Integer.toHexString(7919 * commit)));
        }
        assertThat(seen).containsExactlyInAnyOrderElementsOf(CASES);
    }

    @Test
    void aNamedCaseIsRunWhateverTheSlice() {
        for (String one : CASES) {
            assertThat(slice("hmc", one, "da7a2fb")).containsExactly(one);
        }
    }

    @Test
    void aLongRunTakesAll() {
        assertThat(slice("hmc", null, "all")).isEqualTo(CASES);
    }

    @Test
    void twoCasesOfOneNameAreRefused() {
        assertThatThrownBy(() -> MatrixSlice.choose("hmc", List.of("a", "a"), one -> one, 1, null, null))
                .hasMessageContaining("hmc");
    }
}
