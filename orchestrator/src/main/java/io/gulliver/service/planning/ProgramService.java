package io.gulliver.service.planning;

import io.gulliver.assessment.policy.ProgramPolicy;
import io.gulliver.domain.people.Reason;
import io.gulliver.domain.people.RuleViolation;
import io.gulliver.domain.program.Program;
import io.gulliver.persistence.RefusedException;
import io.gulliver.persistence.lease.LeaseStore;
import io.gulliver.persistence.program.ProgramStore;
import java.time.ZoneId;
import java.util.Map;

/** What people do with a program as a whole. */
public final class ProgramService {
    private final ProgramStore programs;
    private final PlanService planning;
    private final LeaseStore leases;

    public ProgramService(ProgramStore programs, PlanService planning, LeaseStore leases) {
        this.programs = programs;
        this.planning = planning;
        this.leases = leases;
    }

    /** Makes the limits of all policies hold: a process may have ended between a policy and its limits. */
    public void limit() {
        programs.list().forEach(this::limit);
    }

    private void limit(Program program) {
        leases.limit(program.key(), ProgramPolicy.of(program).limits());
    }

    /** Throws as {@link ProgramStore#create}. */
    public Program create(String key, String title, ZoneId zone, Map<String, Object> policy, String by) {
        Program made = programs.create(key, title, zone, policy, by);
        limit(made);
        return made;
    }

    /**
     * Changes a program; another policy may hold another rate or licence, so methods, lengths and dates follow it. Throws as
     * {@link ProgramStore#update}.
     */
    public Program change(
            String program, long version, String title, ZoneId zone, Map<String, Object> policy, String by) {
        Program before = programs.require(program);
        Program changed = programs.update(program, version, title, zone, policy, by);
        limit(changed);
        if (!ProgramPolicy.of(changed).equals(ProgramPolicy.of(before))) {
            planning.replan(program);
        }
        return changed;
    }

    /** Throws as {@link ProgramStore#archive}. */
    public void archive(String program, String by) {
        programs.archive(program, by);
    }

    public void restore(String program, String by) {
        programs.restore(program, by);
    }

    /**
     * Deletes an archived program with everything that is its own.
     *
     * @param typed the key once more, as a person typed it
     * @throws RefusedException another key was typed, there is no reason, it is at work, or a run is open
     */
    public void delete(String program, String typed, String reason, String by) {
        String what = "Program " + program + " is not deleted";
        if (!typed.equals(program)) {
            throw new RefusedException(
                    RuleViolation.Kind.NOT_SO, what + ": the typed name does not match. Type " + program + ".");
        }
        RefusedException.throwIf(Reason.violation(what, reason));
        programs.delete(program, reason.strip(), by);
    }
}
