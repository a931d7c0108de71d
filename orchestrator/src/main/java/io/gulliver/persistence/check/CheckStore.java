package io.gulliver.persistence.check;

import io.gulliver.domain.check.CheckRun;
import io.gulliver.domain.check.CheckSubject;
import io.gulliver.domain.check.CheckWaiver;
import java.util.Collection;
import java.util.List;

/** Runs of tuning checks, which are only added, and waivers, which are given and withdrawn. */
public interface CheckStore {
    /** Action of a run in the audit record. */
    String RUN = "checks.run";

    /** Action of a waiver in the audit record. */
    String WAIVED = "check.waived";

    /** Action of a withdrawal in the audit record. */
    String WITHDRAWN = "check.waiver-withdrawn";

    /**
     * Keeps a run with its findings, audited.
     *
     * @return id of its row
     * @throws io.gulliver.persistence.UnknownRowException no such program
     */
    long add(CheckRun run);

    /** The newest run of each subject and moment with its findings, by subject and moment. */
    List<CheckRun> newest(String program, Collection<CheckSubject> subjects);

    /** The newest run of each subject and moment of the program with its findings. */
    List<CheckRun> newest(String program);

    /** Runs of one subject, the newest first, with their findings. */
    List<CheckRun> history(String program, CheckSubject subject, int atMost);

    /**
     * Keeps a waiver, audited. An earlier one of the same check and subject stays in the record and counts no more.
     *
     * @throws io.gulliver.persistence.UnknownRowException no such program
     */
    void waive(String program, CheckWaiver waiver);

    /** Withdraws the waivers of a check on a subject, audited; answers whether there was one. */
    boolean withdraw(String program, String check, CheckSubject subject, String reason, String by);

    /** Waivers that were not withdrawn, also those that have ended, by check, subject and day. */
    List<CheckWaiver> waivers(String program);
}
