package io.gulliver.interpreter;

/** What the run log says of a run and its steps. The texts are in histories and rows: they never change. */
enum JournalEvent {
    ATTEMPT_FAILED("attempt failed"),
    CALL_IS_BEING_STOPPED("call is being stopped"),
    CALL_NOT_BEGUN("call not begun"),
    EVALUATION_STARTED("evaluation started"),
    GATE_OPENED("gate opened"),
    JOB_IS_BEING_STOPPED("job is being stopped"),
    JOB_LEFT_TO_A_PERSON("job left to a person"),
    JOB_LOOKED_AT_AGAIN("job looked at again"),
    JOB_RUNS("job runs"),
    JOB_STARTED("job started"),
    JOB_STOPPED("job stopped"),
    MIGRATION_ABORTING("migration aborting"),
    MIGRATION_ENDED("migration ended"),
    MIGRATION_PAUSED("migration paused"),
    MIGRATION_PAUSING("migration pausing"),
    MIGRATION_ROLLING_BACK("migration rolling back"),
    MIGRATION_RUNNING("migration running"),
    MIGRATION_STARTED("migration started"),
    MIGRATION_TAKEN_OVER("migration taken over"),
    STEP_CLEARS_UP_BEFORE_IT_RUNS_AGAIN("step clears up before it runs again"),
    STEP_DONE("step done"),
    STEP_EVALUATED("step evaluated"),
    STEP_FANNED_OUT("step fanned out"),
    STEP_HELD("step held"),
    STEP_IS_BEING_UNDONE("step is being undone"),
    STEP_IS_TRIED_AGAIN("step is tried again"),
    STEP_NEEDS_ATTENTION("step needs attention"),
    STEP_NOT_STARTED("step not started"),
    STEP_SKIPPED("step skipped"),
    STEP_STARTED("step started"),
    STEP_STOPPED("step stopped"),
    STEP_UNDONE("step undone"),
    STEP_WAITS_FOR_A_SLOT("step waits for a slot"),
    STEP_WAITS_FOR_ITS_TIME("step waits for its time"),
    TASK_CLOSED("task closed"),
    TASK_OPENED("task opened"),
    UNDO_LEFT_TO_A_PERSON("undo left to a person");

    private final String text;

    JournalEvent(String text) {
        this.text = text;
    }

    String text() {
        return text;
    }
}
