package io.gulliver.domain.plan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a program stands in one word, with every reason for it: red where a limit is broken, amber where something stands, is late or
 * not agreed, green where nothing of that is known.
 *
 * @param health the worst of the reasons
 * @param reasons the gravest first
 */
public record ProgramState(Health health, List<Reason> reasons) {
    /** The word. */
    public enum Health {
        GREEN,
        AMBER,
        RED
    }

    /** What a steering committee asks for apart. */
    public enum Area {
        DATES,
        OUTAGES,
        WORK,
        RISKS
    }

    /** What can stand against a program. */
    public enum Kind {
        /** Databases whose users are in after the latest day that was agreed for them. */
        PAST_LATEST(Health.RED, Area.DATES),
        /** Databases whose outage, by what is known best of it, is longer than its window. */
        OUTAGE_OVER(Health.RED, Area.OUTAGES),
        /** Databases with a failed stage. */
        FAILED(Health.AMBER, Area.WORK),
        /** Databases that something blocks. */
        BLOCKED(Health.AMBER, Area.WORK),
        /** The end is forecast later than agreed. */
        LATE(Health.AMBER, Area.DATES),
        /** Databases with another typed or agreed date that does not hold. */
        BROKEN(Health.AMBER, Area.DATES),
        /** Open risks of the high band. */
        HIGH_RISKS(Health.AMBER, Area.RISKS),
        /** No plan was agreed on. */
        NOT_AGREED(Health.AMBER, Area.DATES);

        private final Health health;
        private final Area area;

        Kind(Health health, Area area) {
            this.health = health;
            this.area = area;
        }
    }

    /**
     * One of them.
     *
     * @param many of what it counts; 1 where it counts nothing
     */
    public record Reason(Kind kind, int many) {}

    /**
     * What is looked at.
     *
     * @param slip of the end against what was agreed, or null while nothing is
     */
    public record Figures(
            int pastLatest,
            int outagesOver,
            int failed,
            int blocked,
            int broken,
            int highRisks,
            @Nullable Duration slip) {}

    public ProgramState {
        reasons = List.copyOf(reasons);
    }

    public static ProgramState of(Figures figures) {
        List<Reason> reasons = new ArrayList<>();
        add(reasons, Kind.PAST_LATEST, figures.pastLatest());
        add(reasons, Kind.OUTAGE_OVER, figures.outagesOver());
        add(reasons, Kind.FAILED, figures.failed());
        add(reasons, Kind.BLOCKED, figures.blocked());
        add(reasons, Kind.LATE, figures.slip() != null && figures.slip().toSeconds() > 0 ? 1 : 0);
        add(reasons, Kind.BROKEN, figures.broken());
        add(reasons, Kind.HIGH_RISKS, figures.highRisks());
        add(reasons, Kind.NOT_AGREED, figures.slip() == null ? 1 : 0);
        return new ProgramState(worst(reasons), reasons);
    }

    /** The reasons of one area, the gravest first; empty where nothing of it stands against the program. */
    public List<Reason> reasons(Area area) {
        return reasons.stream().filter(reason -> reason.kind().area == area).toList();
    }

    /** The worst of one area. */
    public Health health(Area area) {
        return worst(reasons(area));
    }

    private static Health worst(List<Reason> reasons) {
        return reasons.stream()
                .map(reason -> reason.kind().health)
                .max(Comparator.naturalOrder())
                .orElse(Health.GREEN);
    }

    private static void add(List<Reason> reasons, Kind kind, int many) {
        if (many > 0) {
            reasons.add(new Reason(kind, many));
        }
    }
}
