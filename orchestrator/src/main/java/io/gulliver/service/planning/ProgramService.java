package io.gulliver.service.planning;

import io.gulliver.assessment.policy.ProgramPolicy;
import io.gulliver.domain.people.Reason;
import io.gulliver.domain.people.RuleViolation;
import io.gulliver.domain.plan.MeasuredRate;
import io.gulliver.domain.plan.RateOrigin;
import io.gulliver.domain.plan.Rates;
import io.gulliver.domain.program.Program;
import io.gulliver.domain.program.ProgramCalendar;
import io.gulliver.persistence.RefusedException;
import io.gulliver.persistence.lease.LeaseStore;
import io.gulliver.persistence.program.ProgramStore;
import io.gulliver.persistence.rate.RateStore;
import java.time.ZoneId;
import java.util.Map;

/** What people do with a program as a whole. */
public final class ProgramService {
    private final ProgramStore programs;
    private final PlanService planning;
    private final LeaseStore leases;
    private final RateStore rates;
    private final ProgramCalendar calendar;

    public ProgramService(
            ProgramStore programs, PlanService planning, LeaseStore leases, RateStore rates, ProgramCalendar calendar) {
        this.programs = programs;
        this.planning = planning;
        this.leases = leases;
        this.rates = rates;
        this.calendar = calendar;
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
        typed(made, Rates.defaults(), by);
        return made;
    }

    /** A rate in a policy is a bare number: who typed it, and when, is kept beside it. */
    private void typed(Program program, Rates before, String by) {
        Rates now = ProgramPolicy.of(program).rates();
        rates.add(now.values().entrySet().stream()
                .filter(rate -> now.origin(rate.getKey()).kind() == RateOrigin.Kind.PROGRAM
                        && !(before.values().containsKey(rate.getKey())
                                && before.origin(rate.getKey()).kind() == RateOrigin.Kind.PROGRAM
                                && rate.getValue().equals(before.of(rate.getKey()))))
                .map(rate -> MeasuredRate.typed(
                        program.key(), rate.getKey(), rate.getValue(), by, calendar.now(program.key())))
                .toList());
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
        typed(changed, ProgramPolicy.of(before).rates(), by);
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
