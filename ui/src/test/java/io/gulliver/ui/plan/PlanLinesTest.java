package io.gulliver.ui.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.ui.plan.PlanLines.Dependency;
import io.gulliver.ui.plan.PlanLines.Head;
import io.gulliver.ui.plan.PlanLines.Kind;
import io.gulliver.ui.plan.PlanLines.Part;
import io.gulliver.ui.plan.PlanLines.Place;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanLinesTest {
    private static final Place FIRST = new Place("wave/W1", 0.0, 0.4, null);
    private static final Place A = new Place("database/A", 0.0, 0.4, 0.35);
    private static final Place SECOND = new Place("wave/W2", 0.4, 0.9, null);
    private static final Place B = new Place("database/B", 0.4, 0.9, 0.85);

    private static List<List<Part>> drawn(Dependency... all) {
        return PlanLines.of(List.of(FIRST, A, SECOND, B), List.of(all)).rows();
    }

    @Test
    void aWaveThatWaitsIsPointedAtFromWhereTheOtherEndsThroughTheRowsBetween() {
        List<List<Part>> rows = drawn(new Dependency(Kind.AFTER, "wave/W1", "wave/W2"));
        assertThat(rows.get(0)).containsExactly(new Part(Kind.AFTER, "40.00%", "40.00%", 11, 32, null));
        assertThat(rows.get(1)).containsExactly(new Part(Kind.AFTER, "40.00%", "40.00%", -4, 32, null));
        assertThat(rows.get(2)).containsExactly(new Part(Kind.AFTER, "40.00%", "40.00%", -4, 6, Head.DOWN));
        assertThat(rows.get(3)).isEmpty();
    }

    @Test
    void aLineGoesUpWhereTheOtherStandsAbove() {
        List<List<Part>> rows = PlanLines.of(
                        List.of(SECOND, FIRST), List.of(new Dependency(Kind.AFTER, "wave/W1", "wave/W2")))
                .rows();
        assertThat(rows.get(1)).containsExactly(new Part(Kind.AFTER, "40.00%", "40.00%", 11, -4, null));
        assertThat(rows.get(0)).containsExactly(new Part(Kind.AFTER, "40.00%", "40.00%", 32, 16, Head.UP));
    }

    @Test
    void aLinkRunsAlongTheTimeForWhichItsEndsAreApart() {
        List<List<Part>> rows = drawn(new Dependency(Kind.LINK, "database/A", "database/B"));
        assertThat(rows.get(1)).containsExactly(new Part(Kind.LINK, "35.00%", "35.00%", 11, 32, null));
        assertThat(rows.get(3))
                .containsExactly(
                        new Part(Kind.LINK, "35.00%", "35.00%", -4, 11, null),
                        new Part(Kind.LINK, "35.00%", "85.00%", 11, 11, null));
    }

    @Test
    void whatWaitsLongerThanTheOtherTakesIsPointedAtFromTheSide() {
        Place late = new Place("wave/W3", 0.6, 0.9, null);
        List<List<Part>> rows = PlanLines.of(
                        List.of(FIRST, late), List.of(new Dependency(Kind.AFTER, "wave/W1", "wave/W3")))
                .rows();
        assertThat(rows.get(1))
                .containsExactly(
                        new Part(Kind.AFTER, "40.00%", "40.00%", -4, 11, null),
                        new Part(Kind.AFTER, "40.00%", "60.00%", 11, 11, Head.RIGHT));
    }

    @Test
    void nothingIsDrawnToWhatIsOutOfSightOrHasNoDate() {
        assertThat(drawn(
                        new Dependency(Kind.LINK, "database/A", "database/FOLDED"),
                        new Dependency(Kind.TOGETHER, "database/A", "wave/W2"),
                        new Dependency(Kind.LINK, "database/A", "database/A")))
                .allSatisfy(row -> assertThat(row).isEmpty());
    }

    @Test
    void linksAreLeftOutAndCountedBeforeTheOrderOfWavesIs() {
        List<Place> rows = new ArrayList<>(List.of(FIRST));
        List<Dependency> all = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            rows.add(new Place("database/D" + i, 0.0, 0.5, 0.5));
            for (int j = 0; j < i; j++) {
                all.add(new Dependency(Kind.LINK, "database/D" + i, "database/D" + j));
            }
        }
        rows.add(SECOND);
        all.add(new Dependency(Kind.AFTER, "wave/W1", "wave/W2"));
        PlanLines lines = PlanLines.of(rows, all);
        assertThat(lines.rows().get(101)).extracting(Part::kind).contains(Kind.AFTER);
        assertThat(lines.left()).isBetween(1, all.size() - 1);
        assertThat(lines.rows().stream().mapToInt(List::size).sum()).isLessThanOrEqualTo(PlanLines.PARTS);
    }
}
