package io.gulliver.contract.activity;

import org.jspecify.annotations.Nullable;

/**
 * Where a worker process stands and how it reaches the server.
 *
 * @param zone names its queues
 * @param server address of the server for evidence and call logs, or null in the process that owns the store
 * @param token reference to the worker token, or null
 * @param conformanceLedger file for the conformance actions' record, or null for memory alone
 */
public record WorkerZone(
        String zone,
        java.net.@Nullable URI server,
        @Nullable String token,
        java.nio.file.@Nullable Path conformanceLedger) {}
