package io.gulliver.persistence.plan;

import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.plan.CutoverDates;
import io.gulliver.domain.plan.DurationOverride;
import io.gulliver.domain.plan.Freeze;
import io.gulliver.domain.plan.PlanBaseline;
import io.gulliver.domain.plan.StageTimes;
import io.gulliver.domain.plan.Wave;
import io.gulliver.domain.plan.WaveMember;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** Waves, freezes, durations and the times that were computed from them. */
public interface PlanStore {
    /** Waves of a program by number. */
    List<Wave> waves(String program);

    Optional<Wave> wave(String program, int number);

    /** Adds a wave; audited. */
    Wave add(String program, int number, String title, @Nullable Instant start, List<Integer> after, String by);

    /**
     * Changes title, start, predecessors and state when nobody else did since; audited.
     *
     * @throws io.gulliver.persistence.StaleVersionException naming who changed it and when
     */
    Wave update(Wave wave, String by);

    /** Members of all waves, by wave and name. */
    List<WaveMember> members(String program);

    /** Puts a database into a wave, taking it out of its wave before; audited. */
    void place(WaveMember member, String by);

    /** Takes a database out of its wave; audited. */
    void remove(String program, String database, String by);

    /** Freezes by start. */
    List<Freeze> freezes(String program);

    /** Adds a freeze; audited. */
    Freeze add(Freeze freeze, String by);

    /** Takes a freeze away; audited. */
    void removeFreeze(String program, long id, String by);

    /** Durations that people set, by database and stage. */
    List<DurationOverride> overrides(String program);

    /** Sets or replaces a duration; audited. */
    void put(DurationOverride override);

    /** Goes back to the computed duration; audited. */
    void removeOverride(String program, String database, Stage stage, String by);

    /** The times of all databases: six for each, in stage order. */
    Map<String, List<StageTimes>> times(String program);

    /** Writes planned and forecast times, and the slips that follow; baseline and actual times are left as they are. */
    void writeTimes(String program, Map<String, List<StageTimes>> times);

    /**
     * Agrees on the planned times: they are the baseline in force from now on, beside those before it; audited with the
     * reason and with what moved.
     */
    void setBaseline(String program, String reason, String by);

    /** Every agreement on the plan, the one in force first. */
    List<PlanBaseline> baselines(String program);

    /** When the baseline was set last, or empty. */
    default Optional<Instant> baselineAt(String program) {
        return baselines(program).stream().findFirst().map(PlanBaseline::at);
    }

    /** Ends of a stage of all databases as one agreement had them, by database. */
    Map<String, Instant> agreedEnds(String program, int baseline, Stage stage);

    /** Keeps when users are out and in; databases that are not named have no date any more. */
    void writeCutovers(String program, Map<String, CutoverDates> cutovers);

    /** When users of each database are out and in, by name; those without a date are missing. */
    SortedMap<String, CutoverDates> cutovers(String program);

    /** When users of one database are out and in. */
    Optional<CutoverDates> cutover(String program, String database);

    /** Keeps how databases are judged to cross. */
    void writeMethods(String program, Collection<MethodRow> methods);

    /** How databases are judged to cross, by name. */
    List<MethodRow> methods(String program);

    /** How one database is judged to cross. */
    Optional<MethodRow> method(String program, String database);

    /**
     * How a database is judged to cross.
     *
     * @param database its name
     * @param method preferred or chosen, or null when none is open
     * @param blocked why none is open, in one line, or null
     * @param outage likely outage, or null
     * @param factsVersion of the facts it was judged by
     * @param at when
     * @param content the whole assessment as JSON
     */
    record MethodRow(
            String database,
            @Nullable String method,
            @Nullable String blocked,
            @Nullable Duration outage,
            long factsVersion,
            Instant at,
            String content) {}
}
