package io.gulliver.contract.workflow;

/** Names every task queue. Queues by zone and kind, so that one slow array cannot starve a cutover. */
public final class TaskQueues {
    private TaskQueues() {}

    /** Workflow tasks and the store's local activities. */
    public static final String CONTROL = "control";

    /** Short calls to device APIs (HMC, z/VM, storage) from a zone. */
    public static String device(String zone) {
        return "device-" + zone;
    }

    /** Short calls to hosts and databases from a zone. */
    public static String host(String zone) {
        return "host-" + zone;
    }

    /** Watching remote jobs from a zone. */
    public static String await(String zone) {
        return "await-" + zone;
    }
}
