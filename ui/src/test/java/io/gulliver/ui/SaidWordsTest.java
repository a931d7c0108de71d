package io.gulliver.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.planning.method.Method;
import io.gulliver.ui.frame.Formats;
import io.gulliver.ui.frame.Words;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;

/** What planners and rules write reads like words on a page. */
class SaidWordsTest {
    private final Words words = Words.standalone();
    private final Formats fmt = new Formats(
            Clock.fixed(Instant.parse("2026-06-11T12:32:00Z"), ZoneId.of("UTC")), ZoneId.of("Europe/Zurich"));

    @Test
    void namesEveryMethod() {
        for (Method method : Method.values()) {
            String name = words.method(method.name());
            assertThat(name).isNotEqualTo(method.name()).isEqualTo(words.method(method.key()));
            assertThat(words.said("It can cross by " + method.key(), fmt)).isEqualTo("It can cross by " + name);
            assertThat(words.said(method.name() + ": 2", fmt)).isEqualTo(name + ": 2");
        }
        assertThat(words.said("the playbook data-pump/v1.yaml", fmt)).isEqualTo("the playbook data-pump/v1.yaml");
    }

    @Test
    void writesMomentsInTheZoneAndSecondsAsSpans() {
        assertThat(words.said("across by 2026-11-21T12:32:16.051Z", fmt))
                .isEqualTo("across by Sat 21 Nov 2026, 13:32 CET");
        assertThat(words.said("takes 149937.4 s of 7200 s, from data_gb 100 GB / export 50 MB/s", fmt))
                .isEqualTo("takes 41\u00a0h\u00a039 of 2\u00a0h\u00a000, from data_gb 100 GB / export 50 MB/s");
        assertThat(words.said("not a moment: 2026-99-21T12:32:16Z", fmt))
                .isEqualTo("not a moment: 2026-99-21T12:32:16Z");
    }

    @Test
    void saysVerdictsAndTargets() {
        assertThat(words.verdict("unknown", fmt)).isEqualTo("not known yet");
        assertThat(words.verdict("1 method", fmt)).isEqualTo("1 method");
        assertThat(words.verdict("data-pump", fmt)).isEqualTo(words.method("DATA_PUMP"));
        assertThat(words.target("19", null, "rac")).isEqualTo("release 19, edition not known yet, a cluster (RAC)");
        assertThat(words.target(null, "enterprise", "pdb"))
                .isEqualTo("a release still to be chosen, Enterprise Edition, a pluggable database");
    }
}
