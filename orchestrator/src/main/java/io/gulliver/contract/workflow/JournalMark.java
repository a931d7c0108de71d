package io.gulliver.contract.workflow;

/**
 * How far a run's journal must reach by the engine's word, and what it must say: the reconciler compares both.
 *
 * @param generation of the engine run that speaks
 * @param afterSeq the chain begins behind this event: the last one before this run of the workflow began
 * @param seq number of the last event
 * @param hash {@link JournalChain} over the events after {@code afterSeq} up to {@code seq}
 */
public record JournalMark(int generation, long afterSeq, long seq, String hash) {}
