package io.gulliver.whole;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** That a soak can fail: each bound by a product that crosses it and nothing else. */
class SoakVerdictTest {
    /** Figures of a product that leaks nothing, over three hours of which the last is idle. */
    private static List<SoakSample> soak(Map<String, Double> growthAnHour) {
        List<SoakSample> samples = new ArrayList<>();
        for (int n = 0; n <= 360; n++) {
            double hours = n / 120.0;
            Map<String, Double> values = new HashMap<>(Map.of(
                    "heap_live_mb", 180 + (n % 7) * 0.3,
                    "server_handles", 300.0 + n % 5,
                    "server_threads", 90.0 + n % 3,
                    "server_workflow_threads", 60.0 + n % 3,
                    "migrations_running", 50.0,
                    "engine_handles", 60.0,
                    "store_handles", 40.0,
                    "store_database_mb", 110.0,
                    "store_content_mb", 60.0));
            growthAnHour.forEach((column, growth) -> values.merge(column, growth * hours, Double::sum));
            samples.add(new SoakSample(Duration.ofSeconds(30L * n), hours >= 2, values));
        }
        return samples;
    }

    @Test
    void aProductThatLeaksNothingPasses() {
        SoakVerdict verdict = SoakVerdict.of(soak(Map.of()));
        assertThat(verdict.failures()).isEmpty();
        assertThat(verdict.notes()).hasSize(8).noneMatch(note -> note.contains("not judged"));
    }

    @Test
    void eachLeakIsFoundAndNamed() {
        assertThat(SoakVerdict.of(soak(Map.of("heap_live_mb", 1.5))).failures())
                .singleElement()
                .asString()
                .startsWith("live heap: 1.4");
        assertThat(SoakVerdict.of(soak(Map.of("server_handles", 60.0))).failures())
                .singleElement()
                .asString()
                .startsWith("server_handles");
        assertThat(SoakVerdict.of(soak(Map.of("server_threads", 20.0))).failures())
                .singleElement()
                .asString()
                .startsWith("server_threads");
        assertThat(SoakVerdict.of(soak(Map.of("server_workflow_threads", 40.0))).failures())
                .singleElement()
                .asString()
                .startsWith("server_workflow_threads");
        assertThat(SoakVerdict.of(soak(Map.of("server_workflow_threads", 40.0, "migrations_running", 30.0)))
                        .failures())
                .isEmpty();
        assertThat(SoakVerdict.of(soak(Map.of("store_database_mb", 40.0))).failures())
                .anyMatch(failure -> failure.startsWith("store: 230.00 MB for 60.00 MB"))
                .anyMatch(failure -> failure.startsWith("store while idle: 40.00"));
    }

    @Test
    void aTrialOfMinutesSaysWhatItCannotJudge() {
        List<SoakSample> minutes = soak(Map.of("heap_live_mb", 50.0)).subList(0, 20);
        SoakVerdict verdict = SoakVerdict.of(minutes);
        assertThat(verdict.failures()).isEmpty();
        assertThat(verdict.notes()).anyMatch(note -> note.startsWith("live heap: not judged"));
        assertThat(SoakVerdict.of(List.of()).failures()).containsExactly("only 0 samples");
    }
}
