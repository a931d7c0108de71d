package io.gulliver.contract.activity;

/**
 * How much of a job's output is kept.
 *
 * @param next offset of the first byte that is not, in the job's own output
 * @param full nothing more of this job is kept by itself: the rest is on its host until somebody asks for it
 * @param ended its end is kept too; of one that is full: it is known that the job prints no more
 */
public record StepLogState(long next, boolean full, boolean ended) {}
