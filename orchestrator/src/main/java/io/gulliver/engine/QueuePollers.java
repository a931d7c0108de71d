package io.gulliver.engine;

import com.google.protobuf.Timestamp;
import io.temporal.api.enums.v1.TaskQueueType;
import io.temporal.api.taskqueue.v1.TaskQueue;
import io.temporal.api.workflowservice.v1.DescribeTaskQueueRequest;
import io.temporal.api.workflowservice.v1.WorkflowServiceGrpc;
import java.time.Duration;
import java.time.Instant;

/** Whether workers ask for the calls of a queue. */
public final class QueuePollers {
    /** A poll waits for up to a minute before it is asked again. */
    private static final Duration POLLED = Duration.ofSeconds(90);

    private QueuePollers() {}

    /** @throws io.grpc.StatusRuntimeException when the engine does not answer */
    public static boolean served(
            WorkflowServiceGrpc.WorkflowServiceBlockingStub stub, String namespace, String queue, Instant now) {
        return stub
                .describeTaskQueue(DescribeTaskQueueRequest.newBuilder()
                        .setNamespace(namespace)
                        .setTaskQueue(TaskQueue.newBuilder().setName(queue))
                        .setTaskQueueType(TaskQueueType.TASK_QUEUE_TYPE_ACTIVITY)
                        .build())
                .getPollersList()
                .stream()
                .anyMatch(poller -> instant(poller.getLastAccessTime()).isAfter(now.minus(POLLED)));
    }

    private static Instant instant(Timestamp time) {
        return Instant.ofEpochSecond(time.getSeconds(), time.getNanos());
    }
}
