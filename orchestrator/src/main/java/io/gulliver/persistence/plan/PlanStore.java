package io.gulliver.persistence.plan;

import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.plan.CutoverDates;
import io.gulliver.domain.plan.DurationOverride;
import io.gulliver.domain.plan.Freeze;
import io.gulliver.domain.plan.OutageWord;
import io.gulliver.domain.plan.SavedEdit;
import io.gulliver.domain.plan.StageTimes;
import io.gulliver.domain.plan.Wave;
import io.gulliver.domain.plan.WaveMember;
import io.gulliver.persistence.view.PlanReader;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Waves, freezes, durations and the times that were computed from them. */
public interface PlanStore extends PlanReader {

    /** Adds a wave; audited. */
    Wave add(String program, int number, String title, @Nullable Instant start, List<Integer> after, String by);

    /**
     * Changes title, start, predecessors and state when nobody else did since; audited.
     *
     * @throws io.gulliver.persistence.StaleVersionException naming who changed it and when
     */
    Wave update(Wave wave, String by);

    /** Takes a wave without databases away; audited. Runs that began in it keep its number. */
    void removeWave(String program, int number, String by);

    /** Puts a database into a wave, taking it out of its wave before; audited. */
    void place(WaveMember member, String by);

    /**
     * Puts a database into a wave, or takes it out of its wave, when it stands where it was seen; audited. Where it is there
     * already nothing is written.
     *
     * @param seen number of the wave that it was seen in, or null for none
     * @param wave number of the wave that it shall be in, or null for none
     * @throws io.gulliver.persistence.StaleVersionException when it is in another wave by now
     * @throws io.gulliver.persistence.UnknownRowException no such wave or database
     */
    void move(String program, String database, @Nullable Integer seen, @Nullable Integer wave, String by);

    /** Takes a database out of its wave; audited. */
    void remove(String program, String database, String by);

    /** Adds a freeze; audited. */
    Freeze add(Freeze freeze, String by);

    /** Takes a freeze away; audited. */
    void removeFreeze(String program, long id, String by);

    /** Sets or replaces a duration; audited. */
    default void put(DurationOverride override) {
        put(override, override.by());
    }

    /** The same where another person than the one whose word it is puts it back. */
    void put(DurationOverride override, String by);

    /** Goes back to the computed duration; audited. */
    void removeOverride(String program, String database, Stage stage, String by);

    /**
     * Writes planned and forecast times, and the slips that follow; databases that are not named have none any more. Baseline
     * and actual times are left as they are.
     */
    void writeTimes(String program, Map<String, List<StageTimes>> times);

    /**
     * Agrees on the planned times: they are the baseline in force from now on, beside those before it; audited with the
     * reason and with what moved.
     */
    void setBaseline(String program, String reason, String by);

    /** Lets nobody else change what is typed of a plan until the transaction under way ends. */
    void hold(String program);

    /** Keeps what an edit changed; an undo is audited. Returns its number. */
    long addEdit(String program, SavedEdit edit);

    /** Keeps when users are out and in; databases that are not named have no date any more. */
    void writeCutovers(String program, Map<String, CutoverDates> cutovers);

    /** Keeps a person's word that an outage may begin outside of the plan. */
    void addOutageWord(String program, OutageWord word);

    /** Keeps how databases are judged to cross. */
    void writeMethods(String program, Collection<MethodRow> methods);

    /** A database with the method it is judged to cross by, or null when none is open. */
    record Taken(String database, @Nullable String method) {}

    /** Which method each database of a program takes, by name; without the assessments, which are large. */
    List<Taken> taken(String program);
}
