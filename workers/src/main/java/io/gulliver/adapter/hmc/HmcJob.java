package io.gulliver.adapter.hmc;

/**
 * A reference to work that an HMC does on its own; survives us, so keep it in the step's outputs.
 *
 * @param uri the job's URI, valid on the HMC that gave it only
 * @param operation what it does, for example {@code start-partition}
 */
public record HmcJob(String uri, String operation) {}
