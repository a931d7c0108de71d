package io.gulliver.contract.activity;

import org.jspecify.annotations.Nullable;

/**
 * Where a worker process stands and how it reaches the server.
 *
 * @param zone names its queues
 * @param server address of the server for evidence and call logs, or null in the process that owns the store
 * @param token reference to the worker token, or null
 * @param authorities PEM file of the authorities that vouch for the server, or null for those that Java trusts
 * @param conformanceLedger file for the conformance actions' record, or null for memory alone
 */
public record WorkerZone(
        String zone,
        java.net.@Nullable URI server,
        @Nullable String token,
        java.nio.file.@Nullable Path authorities,
        java.nio.file.@Nullable Path conformanceLedger) {}
