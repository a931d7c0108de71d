package io.gulliver.contract.workflow;

/**
 * Whose databases are to be tried, and from where.
 *
 * @param program whose open requests are worked through
 * @param zone whose workers try
 */
public record AccessSweepInput(String program, String zone) {}
