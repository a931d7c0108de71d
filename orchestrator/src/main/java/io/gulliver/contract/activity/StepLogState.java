package io.gulliver.contract.activity;

/**
 * How much of a job's output is kept.
 *
 * @param next offset of the first byte that is not, in the job's own output
 * @param full nothing more of this step will be kept
 * @param ended its end is kept too
 */
public record StepLogState(long next, boolean full, boolean ended) {}
