package io.gulliver.engine;

/**
 * How much one process takes on. The defaults fit two cores, where about 170 activities a second is the limit whatever
 * the numbers are.
 *
 * @param cachedWorkflows how many migrations stay in memory between their tasks
 * @param workflowThreads threads for workflow code; at least as many as cached workflows
 * @param workflowTasks workflow tasks at once
 * @param activities activities at once per queue
 * @param localActivities local activities at once per queue
 * @param workflowPollers long polls for workflow tasks per queue
 * @param activityPollers long polls for activities per queue
 */
public record WorkerTuning(
        int cachedWorkflows,
        int workflowThreads,
        int workflowTasks,
        int activities,
        int localActivities,
        int workflowPollers,
        int activityPollers) {
    public WorkerTuning {
        if (workflowThreads < cachedWorkflows) {
            throw new IllegalArgumentException("Worker tuning: " + workflowThreads + " workflow threads for "
                    + cachedWorkflows + " cached workflows; each needs at least one");
        }
    }

    public static WorkerTuning defaults() {
        return new WorkerTuning(600, 1200, 50, 200, 50, 5, 5);
    }
}
