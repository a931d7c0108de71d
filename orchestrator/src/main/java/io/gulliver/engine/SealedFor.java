package io.gulliver.engine;

import io.temporal.payload.context.ActivitySerializationContext;
import io.temporal.payload.context.HasWorkflowSerializationContext;
import io.temporal.payload.context.SerializationContext;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/**
 * The run that a payload belongs to. Written at the head of what is sealed, and compared when it is opened.
 *
 * @param namespace of the engine, empty where the SDK names no run
 * @param workflowId of the run, empty where the SDK names no run
 * @param activityType for what goes to an activity and comes from it, else empty
 */
record SealedFor(String namespace, String workflowId, String activityType) {
    /** What the SDK seals without naming a run (the failure "no such activity type"): opens in no run. */
    static final SealedFor NO_RUN = new SealedFor("", "", "");

    static SealedFor of(SerializationContext context) {
        if (!(context instanceof HasWorkflowSerializationContext run)) {
            return NO_RUN;
        }
        String workflowId = run.getWorkflowId();
        String activityType =
                context instanceof ActivitySerializationContext activity ? activity.getActivityType() : "";
        return new SealedFor(run.getNamespace(), workflowId == null ? "" : workflowId, activityType);
    }

    void write(DataOutputStream out) throws IOException {
        out.writeUTF(namespace);
        out.writeUTF(workflowId);
        out.writeUTF(activityType);
    }

    static SealedFor read(DataInputStream in) throws IOException {
        return new SealedFor(in.readUTF(), in.readUTF(), in.readUTF());
    }

    @Override
    public String toString() {
        if (equals(NO_RUN)) {
            return "no run";
        }
        String run = "run " + workflowId + " of namespace " + namespace;
        return activityType.isEmpty() ? run : "activity " + activityType + " of " + run;
    }
}
