package io.gulliver.contract.activity;

import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.StepKey;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One call of an action. Small and free of secrets: credentials travel as references.
 *
 * @param migration the run
 * @param program the program's key
 * @param database the source database's name in the program
 * @param purpose rehearsal or production
 * @param generation of the engine that asks; the far end refuses a lower one
 * @param step the step's key: the same for every attempt
 * @param attempt 1 for the first
 * @param round of work, from 1: names of remote objects and jobs are made from the step key and the round, never from the
 *     attempt
 * @param operation what is asked
 * @param action the action's name in the catalogue
 * @param playbookHash where templates are read by hash
 * @param inputs resolved inputs, typed as the action declares them
 * @param outputs for AWAIT, STOP and UNDO: what the step answered so far; else empty
 * @param job for AWAIT, STOP and UNDO: the remote job's name; else null
 * @param patienceSeconds for AWAIT: how long to watch before answering with progress
 */
public record StepCall(
        MigrationId migration,
        String program,
        String database,
        Purpose purpose,
        int generation,
        StepKey step,
        int attempt,
        int round,
        Operation operation,
        String action,
        String playbookHash,
        Map<String, Object> inputs,
        Map<String, Object> outputs,
        @Nullable String job,
        int patienceSeconds) {

    /** Tells this call from every other one of its run; what answers it repeats it, so that no answer fits two calls. */
    public String identity() {
        return generation + "/" + step + "/" + round + "/" + attempt + "/" + operation;
    }
}
