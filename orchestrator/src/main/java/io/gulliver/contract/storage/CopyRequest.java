package io.gulliver.contract.storage;

/**
 * A whole copy that is wanted of one volume onto another of the same size.
 *
 * @param name of it, where the family gives copies names
 * @param rate 1 to 150, where the family knows one
 */
public record CopyRequest(String name, String source, String target, int rate) {}
