package io.gulliver.assessment.check;

import java.util.List;
import java.util.Map;

/**
 * A server that is about to be built.
 *
 * @param name of it in the program
 * @param kind what carries it
 * @param figures that it is built with, by the keys of the sizing of shared things
 * @param dataVolumes names of its volumes for data
 * @param redoVolumes names of its volumes for redo logs
 * @param recoveryVolumes names of its volumes for the recovery area alone
 * @param redoProvisioning how the latter take their space
 * @param storage kind of its volumes
 * @param paths to storage
 * @param privateInterfaces between the nodes of a cluster
 * @param given further facts by the names of the vocabulary
 */
public record Design(
        String name,
        String kind,
        Map<String, Object> figures,
        List<String> dataVolumes,
        List<String> redoVolumes,
        List<String> recoveryVolumes,
        String redoProvisioning,
        String storage,
        int paths,
        List<String> privateInterfaces,
        Map<String, Object> given) {}
