package io.gulliver.ui.program;

import io.gulliver.domain.plan.ProgramState;
import io.gulliver.domain.plan.Slip;
import io.gulliver.ui.frame.Formats;
import io.gulliver.ui.frame.Sentence;
import io.gulliver.ui.frame.Words;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** How a program stands, in sentences: the same on its page and in its report. */
@Component
public class ProgramLead {
    private final Words words;

    ProgramLead(Words words) {
        this.words = words;
    }

    /**
     * Why a program is not green, with where to look.
     *
     * @param text for people
     * @param href below the program's own address
     */
    public record Why(String text, String href) {}

    /** The answer: in which colour, and when it ends. */
    public Sentence lead(ProgramOverview overview, Formats fmt) {
        if (overview.databases() == 0) {
            return words.sentence("program.lead.empty");
        }
        if (overview.across() == overview.databases()) {
            return words.sentence("program.lead.across", overview.databases());
        }
        Instant planned = overview.plannedEnd();
        Instant forecast = overview.forecastEnd();
        if (planned == null || forecast == null) {
            return words.sentence("program.lead.noplan", overview.across(), overview.databases());
        }
        Duration slip = Slip.between(overview.agreedEnd(), forecast);
        return words.sentence(
                "program.lead." + key(overview.state().health()),
                fmt.when(forecast),
                fmt.against(slip),
                apart(slip, fmt));
    }

    /** How far it is, against the plan. */
    public Sentence sub(ProgramOverview overview) {
        Integer planned = overview.plannedAcross();
        if (planned == null) {
            return words.sentence("program.sub.noplan", overview.across(), overview.databases());
        }
        int behind = planned - overview.across();
        return words.sentence(
                behind > 0 ? "program.sub.behind" : "program.sub.on",
                overview.across(),
                overview.databases(),
                Math.abs(behind));
    }

    public List<Why> reasons(List<ProgramState.Reason> reasons) {
        return reasons.stream()
                .map(reason -> new Why(
                        words.text("program.why." + key(reason.kind()), reason.many()),
                        switch (reason.kind()) {
                            case PAST_LATEST, BROKEN, NOT_AGREED -> "/plan";
                            case OUTAGE_OVER -> "/databases?sort=-outage";
                            case FAILED -> "/databases?state=failed";
                            case BLOCKED -> "/databases?state=blocked";
                            case LATE -> "/databases?sort=-slip";
                            case HIGH_RISKS -> "/risks";
                        }))
                .toList();
    }

    private static String key(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static String apart(@Nullable Duration slip, Formats fmt) {
        return slip == null ? "" : fmt.coarse(slip.abs());
    }
}
