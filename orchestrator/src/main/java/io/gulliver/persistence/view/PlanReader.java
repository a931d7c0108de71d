package io.gulliver.persistence.view;

import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.plan.CutoverDates;
import io.gulliver.domain.plan.DurationOverride;
import io.gulliver.domain.plan.Feasibility;
import io.gulliver.domain.plan.Freeze;
import io.gulliver.domain.plan.Headline;
import io.gulliver.domain.plan.OutageWord;
import io.gulliver.domain.plan.PlanBaseline;
import io.gulliver.domain.plan.SavedEdit;
import io.gulliver.domain.plan.StageTimes;
import io.gulliver.domain.plan.TypedPlan;
import io.gulliver.domain.plan.Wave;
import io.gulliver.domain.plan.WaveMember;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** Waves, freezes, durations and the times that were computed from them, as pages read them. */
public interface PlanReader {
    /** Waves of a program by number. */
    List<Wave> waves(String program);

    Optional<Wave> wave(String program, int number);

    /** Members of all waves, by wave and name. */
    List<WaveMember> members(String program);

    /** Freezes by start. */
    List<Freeze> freezes(String program);

    /** Durations that people set, by database and stage. */
    List<DurationOverride> overrides(String program);

    /** What people typed of a plan. */
    default TypedPlan typed(String program) {
        return new TypedPlan(waves(program), members(program), freezes(program), overrides(program));
    }

    /** Edits of a plan from an instant on, the newest first. */
    List<SavedEdit> edits(String program, Instant from);

    /** One edit of a plan. */
    Optional<SavedEdit> edit(String program, long id);

    /** The number of the last edit of a plan, 0 before the first. */
    long lastEdit(String program);

    /** The times of all databases: six for each, in stage order. */
    Map<String, List<StageTimes>> times(String program);

    /** Every agreement on the plan, the one in force first. */
    List<PlanBaseline> baselines(String program);

    /** When the baseline was set last, or empty. */
    default Optional<Instant> baselineAt(String program) {
        return baselines(program).stream().findFirst().map(PlanBaseline::at);
    }

    /** Ends of a stage of all databases as one agreement had them, by database. */
    Map<String, Instant> agreedEnds(String program, int baseline, Stage stage);

    /** When users of each database are out and in, by name; those without a date are missing. */
    SortedMap<String, CutoverDates> cutovers(String program);

    /** When users of one database are out and in. */
    Optional<CutoverDates> cutover(String program, String database);

    /** What people said of when the outage of a run may begin, oldest first. */
    List<OutageWord> outageWords(MigrationId migration);

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
     * @param size used size, or null while nobody said it
     * @param missing needs that no fact meets, or null in a row from before they were counted
     * @param feasible whether it can cross, or null in a row from before that was kept
     * @param judgedBy what it was judged by: tables, program, inventory, facts, choice
     */
    record MethodRow(
            String database,
            @Nullable String method,
            @Nullable String blocked,
            @Nullable Duration outage,
            long factsVersion,
            Instant at,
            String content,
            Headline.@Nullable Size size,
            @Nullable Integer missing,
            @Nullable Feasibility feasible,
            @Nullable String judgedBy) {}

    /** What each database was judged by and is known by, by name: quick, for all of a program. */
    List<Judged> judged(String program);

    /**
     * What a database was judged by.
     *
     * @param database its name
     * @param version of its line of the inventory
     * @param factsVersion of what is collected of it
     * @param by what it was judged by last, or null
     */
    record Judged(
            String database,
            long version,
            long factsVersion,
            @Nullable String by) {}
}
