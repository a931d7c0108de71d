package io.gulliver.service.migration;

import io.gulliver.contract.workflow.PrepareRequest;
import io.gulliver.contract.workflow.PrepareResult;
import java.util.List;

/** Resolves conditions, items, inputs, names and planned times of steps. One result per request, in order. */
@FunctionalInterface
public interface Preparer {
    List<PrepareResult> prepare(List<PrepareRequest> requests);
}
