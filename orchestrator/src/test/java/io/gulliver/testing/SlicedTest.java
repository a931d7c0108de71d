package io.gulliver.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Of three methods two run, which the commit's hash chooses. */
@Sliced(2)
class SlicedTest {
    private static final List<String> RAN = new ArrayList<>();

    @AfterAll
    static void thoseOfTheSliceRan() {
        if (!System.getProperty("test", "").contains("#")) {
            assertThat(RAN)
                    .containsExactlyInAnyOrderElementsOf(Sliced.Condition.choose(SlicedTest.class))
                    .hasSize(MatrixSlice.seed().equals("all") ? 3 : 2);
        }
    }

    @Test
    void one() {
        RAN.add("one");
    }

    @Test
    void another() {
        RAN.add("another");
    }

    @Test
    void theThird() {
        RAN.add("theThird");
    }
}
