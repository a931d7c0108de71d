package io.gulliver.workflow.migration;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.gulliver.engine.Payloads;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import java.io.IOException;

/** What histories that are kept have in common: payloads that a replay reads without a key, and one line of JSON. */
final class PlainHistories {
    private static final ObjectMapper JSON = new ObjectMapper();

    private PlainHistories() {}

    /** An engine that skips time, with payloads that are not sealed. */
    static TestWorkflowEnvironment environment() {
        return TestWorkflowEnvironment.newInstance(TestEnvironmentOptions.newBuilder()
                .setWorkflowClientOptions(WorkflowClientOptions.newBuilder()
                        .setDataConverter(Payloads.plain())
                        .build())
                .build());
    }

    static String compact(String json) throws IOException {
        return JSON.writeValueAsString(JSON.readTree(json));
    }
}
