package io.gulliver.planning.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.plan.StageTimes;
import io.gulliver.domain.plan.TypedPlan;
import io.gulliver.domain.plan.Wave;
import io.gulliver.domain.plan.WaveMember;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Who decides when a program ends. */
class CriticalWayTest {
    private static final Instant DAY = Instant.parse("2027-03-01T00:00:00Z");

    private final List<Wave> waves = new ArrayList<>();
    private final List<WaveMember> members = new ArrayList<>();
    private final Map<String, List<StageTimes>> times = new TreeMap<>();

    private void wave(int number, Integer... after) {
        waves.add(new Wave("p", number, "Wave", null, List.of(after), Wave.State.PROPOSED, 1, "Mia", DAY));
    }

    private void database(String name, int wave, int from, int to) {
        members.add(new WaveMember("p", wave, name, null));
        List<StageTimes> six = new ArrayList<>();
        for (Stage stage : Stage.values()) {
            Instant start = DAY.plus(Duration.ofDays(from));
            Instant end = stage == Stage.CUTOVER ? DAY.plus(Duration.ofDays(to)) : start;
            six.add(new StageTimes(stage, null, null, start, end, null, null, null, null));
        }
        times.put(name, six);
    }

    private SortedSet<String> way() {
        return CriticalWay.of(new TypedPlan(waves, members, List.of(), List.of()), times);
    }

    @Test
    void theLastOfAllAndThoseForWhichItsWaveWaitedDecideTheEnd() {
        wave(1);
        wave(2, 1);
        wave(3);
        database("A", 1, 0, 10);
        database("B", 1, 0, 8);
        database("C", 2, 10, 20);
        database("D", 2, 10, 15);
        database("E", 3, 0, 19);
        assertThat(way()).containsExactly("A", "C");
    }

    @Test
    void aWaveThatBeginsLaterThanTheOneBeforeEndsDoesNotWaitForIt() {
        wave(1);
        wave(2, 1);
        database("A", 1, 0, 10);
        database("C", 2, 12, 20);
        assertThat(way()).containsExactly("C");
    }

    @Test
    void wavesThatWaitForEachOtherAreLookedAtOnce() {
        wave(1, 2);
        wave(2, 1);
        database("A", 1, 10, 10);
        database("C", 2, 10, 10);
        assertThat(way()).containsExactly("A", "C");
    }

    @Test
    void nothingDecidesAPlanWithoutDates() {
        wave(1);
        members.add(new WaveMember("p", 1, "A", null));
        assertThat(way()).isEmpty();
    }
}
