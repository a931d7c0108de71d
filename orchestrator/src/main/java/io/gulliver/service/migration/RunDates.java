package io.gulliver.service.migration;

import io.gulliver.domain.audit.AuditEvent;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.people.RolePolicy;
import io.gulliver.domain.people.RuleViolation;
import io.gulliver.domain.people.Speaker;
import io.gulliver.domain.plan.CutoverDates;
import io.gulliver.domain.plan.OutageBounds;
import io.gulliver.domain.plan.OutageFigures;
import io.gulliver.domain.plan.OutageWord;
import io.gulliver.persistence.RefusedException;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.audit.AuditStore;
import io.gulliver.persistence.estate.DatabaseStore;
import io.gulliver.persistence.people.ActingFor;
import io.gulliver.persistence.plan.PlanStore;
import io.gulliver.persistence.program.ProgramStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The dates of a run as its wave has them, when its outage may begin, and the words of two persons by which it may all the
 * same. A rehearsal waits for nobody's window.
 */
public final class RunDates {
    private final StoreDatabase db;
    private final ProgramStore programs;
    private final PlanStore plans;
    private final DatabaseStore databases;
    private final AuditStore audit;
    private final PlanMoves moves;
    private final BiFunction<String, String, Optional<OutageFigures>> outages;

    /**
     * @param moves tells a run that it need not wait for its date any more
     * @param outages what is known of the outage of a database, by program and name: its headline figure
     */
    public RunDates(
            StoreDatabase db,
            ProgramStore programs,
            PlanStore plans,
            DatabaseStore databases,
            AuditStore audit,
            PlanMoves moves,
            BiFunction<String, String, Optional<OutageFigures>> outages) {
        this.db = db;
        this.programs = programs;
        this.plans = plans;
        this.databases = databases;
        this.audit = audit;
        this.moves = moves;
        this.outages = outages;
    }

    /**
     * T of a run: the planned users out of its database. Without a plan steps before the outage follow each other as soon
     * as they can, and the outage does not begin.
     */
    public Instant usersOut(Migration migration) {
        return dates(migration)
                .map(CutoverDates::usersOut)
                .orElseGet(() -> db.time(migration.program()).program(migration.createdAt()));
    }

    /** When the outage of a production run may begin; null for a rehearsal. */
    public @Nullable OutageBounds bounds(Migration migration) {
        if (migration.purpose() != Purpose.PRODUCTION) {
            return null;
        }
        return OutageBounds.of(
                dates(migration)
                        .map(dates -> dates.lasting(outage(migration).orElse(null)))
                        .orElse(null),
                window(migration),
                plans.freezes(migration.program()),
                plans.outageWords(migration.id()),
                db.now(migration.program()),
                programs.require(migration.program()).zone());
    }

    /**
     * The dates as facts of the run, as instants in text: {@code plan.users_out}, {@code plan.users_in}, {@code
     * plan.last_start}; and in minutes {@code plan.window_minutes} as it is agreed, with {@code plan.outage_minutes}, what is
     * known best of the outage before it begins.
     */
    public SortedMap<String, Object> facts(Migration migration) {
        SortedMap<String, Object> facts = new TreeMap<>();
        Duration window = window(migration);
        if (window != null) {
            facts.put("plan.window_minutes", minutes(window));
        }
        Optional<Duration> outage = outage(migration);
        outage.ifPresent(length -> facts.put("plan.outage_minutes", minutes(length)));
        dates(migration).ifPresent(dates -> {
            facts.put("plan.users_out", dates.usersOut().toString());
            facts.put("plan.users_in", dates.usersIn().toString());
            Instant last = dates.lasting(outage.orElse(null)).lastStart(window);
            if (last != null) {
                facts.put("plan.last_start", last.toString());
            }
        });
        return facts;
    }

    /**
     * One person lets the outage of a run begin outside of the plan; it may when a second one says so for the same T.
     * Audited.
     *
     * @param seen T as the person saw it, or null when no date was planned
     * @return whether it may begin now
     * @throws RefusedException when the same person has said it before, or T is another one by now
     */
    public boolean letBegin(Migration migration, @Nullable Instant seen, String reason, Speaker speaker) {
        if (migration.purpose() != Purpose.PRODUCTION || migration.outcome() != null) {
            throw new RefusedException(
                    RuleViolation.Kind.NOT_NOW,
                    "Migration " + migration.number() + " of " + migration.database()
                            + " is no production run under way: no plan holds its outage.");
        }
        boolean may = db.inTransaction(() -> {
            Instant now = db.clock().instant();
            Instant usersOut = dates(migration).map(CutoverDates::usersOut).orElse(null);
            if (!Objects.equals(seen, usersOut)) {
                throw new RefusedException(
                        RuleViolation.Kind.NOT_NOW,
                        "Users of " + migration.database() + " go out "
                                + (usersOut == null ? "on no planned date" : "on " + usersOut) + " by the plan, "
                                + (seen == null ? "and no date was named" : "not on " + seen)
                                + ". Look at the plan, then say it for the date that you see there.");
            }
            OutageWord word =
                    new OutageWord(migration.id(), usersOut, speaker.name(), speaker.subject(), reason.strip(), now);
            List<OutageWord> before = plans.outageWords(migration.id());
            OutageBounds.violation(word, before).ifPresent(violation -> {
                throw new RefusedException(violation.kind(), violation.message());
            });
            plans.addOutageWord(migration.program(), word);
            OutageBounds bounds = bounds(migration);
            boolean agreed = bounds != null && bounds.override() != null;
            Map<String, Object> details =
                    new TreeMap<>(ActingFor.details(db, speaker.subject(), migration.program(), RolePolicy.OVERRULING));
            details.put("reason", word.reason());
            details.put("usersOut", usersOut == null ? "not planned" : usersOut.toString());
            audit.append(new AuditEvent(
                    migration.program(),
                    now,
                    speaker.name(),
                    agreed ? "outage.overridden" : "outage.override-asked",
                    "migration/" + migration.id(),
                    null,
                    null,
                    null,
                    details));
            return agreed;
        });
        if (may) {
            moves.moved(migration.program(), Set.of(migration.database()));
        }
        return may;
    }

    /** What is known best of the outage before it begins. */
    private Optional<Duration> outage(Migration migration) {
        return outages.apply(migration.program(), migration.database())
                .flatMap(OutageFigures::forecast)
                .map(OutageFigures.Figure::length);
    }

    private static double minutes(Duration duration) {
        return duration.toSeconds() / 60.0;
    }

    private Optional<CutoverDates> dates(Migration migration) {
        return migration.purpose() == Purpose.PRODUCTION
                ? plans.cutover(migration.program(), migration.database())
                : Optional.empty();
    }

    private @Nullable Duration window(Migration migration) {
        return databases
                .find(migration.program(), migration.database())
                .map(database -> database.profile().outageWindowMinutes())
                .map(Duration::ofMinutes)
                .orElse(null);
    }
}
