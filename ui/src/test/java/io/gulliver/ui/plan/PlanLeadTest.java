package io.gulliver.ui.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import io.gulliver.persistence.view.ConnectionReader;
import io.gulliver.persistence.view.DatabaseReader;
import io.gulliver.persistence.view.PlanReader;
import io.gulliver.persistence.view.ProgramReader;
import io.gulliver.service.planning.PlanProposalService;
import io.gulliver.ui.frame.Formats;
import io.gulliver.ui.frame.Words;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The plan's first sentence speaks of waves that were agreed as agreed, and of no others. */
class PlanLeadTest {
    private static final Instant NOW = Instant.parse("2026-06-11T12:00:00Z");
    private static final Formats FMT = new Formats(NOW, ZoneOffset.UTC);
    private static final Duration LATE = Duration.ofDays(4);

    private static PlanView.Wave wave(int number, @Nullable Duration slip) {
        Instant end = NOW.plus(Duration.ofDays(20L * number));
        PlanView.Times times =
                new PlanView.Times(null, slip == null ? null : end.minus(slip), NOW, end, end, null, null);
        return new PlanView.Wave(
                "W" + number, "", times, List.of(new PlanView.Item("DB" + number, times, slip, List.of())));
    }

    /** @param slips of waves 1, 2, 3 …; null where nothing was agreed */
    private static String lead(@Nullable Duration... slips) {
        List<PlanView.Wave> waves = new ArrayList<>();
        for (Duration slip : slips) {
            waves.add(wave(waves.size() + 1, slip));
        }
        PlanController controller = new PlanController(
                mock(ProgramReader.class),
                mock(PlanPageReader.class),
                mock(PlanReader.class),
                mock(DatabaseReader.class),
                mock(ConnectionReader.class),
                new PlanDependencies(Words.standalone()),
                new BarMoves(Words.standalone()),
                mock(PlanProposalService.class),
                mock(PlanSaves.class),
                Words.standalone(),
                Clock.fixed(NOW, ZoneOffset.UTC));
        PlanView plan = new PlanView(waves, List.of(), List.of(), null);
        return controller.lead(PlanChart.of(plan, NOW), FMT).plain().replace('\u00a0', ' ');
    }

    @Test
    void countsWhatWasAgreedAndNamesTheRest() {
        assertThat(lead(Duration.ZERO, Duration.ZERO, null))
                .isEqualTo("All 2 agreed waves end as agreed. One more wave is planned, and nothing is agreed for it.");
        assertThat(lead(Duration.ZERO, null, null))
                .isEqualTo("The agreed wave ends as agreed. 2 more waves are planned, and nothing is agreed for them.");
        assertThat(lead(LATE.negated(), LATE.negated(), null))
                .isEqualTo("All 2 agreed waves end earlier than agreed, by 4 d at least."
                        + " One more wave is planned, and nothing is agreed for it.");
        assertThat(lead(Duration.ZERO, LATE, null))
                .isEqualTo("One of 2 agreed waves runs later than agreed, wave W2 the most: 4 d."
                        + " One more wave is planned, and nothing is agreed for it.");
        assertThat(lead(LATE, null))
                .isEqualTo("The agreed wave W1 runs later than agreed: 4 d."
                        + " One more wave is planned, and nothing is agreed for it.");
    }

    @Test
    void saysAllWhereAllWereAgreed() {
        assertThat(lead(Duration.ZERO)).isEqualTo("The wave ends as agreed.");
        assertThat(lead(Duration.ZERO, Duration.ZERO)).isEqualTo("All 2 waves end as agreed.");
        assertThat(lead(LATE.negated())).isEqualTo("The wave ends earlier than agreed, by 4 d.");
        assertThat(lead(LATE, LATE, Duration.ZERO))
                .isEqualTo("2 of 3 waves run later than agreed, wave W1 the most: 4 d.");
        assertThat(lead(LATE)).isEqualTo("The wave W1 runs later than agreed: 4 d.");
        assertThat(lead(null, null)).contains("2 waves are planned", "nothing is agreed");
    }
}
