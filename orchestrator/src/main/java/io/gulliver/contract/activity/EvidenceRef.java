package io.gulliver.contract.activity;

/**
 * Points to evidence kept by the server under its content hash.
 *
 * @param name file name shown to people
 * @param kind for example {@code script}, {@code log}, {@code report}
 * @param sha256 lower-case hex of the content
 * @param bytes size of the content
 */
public record EvidenceRef(String name, String kind, String sha256, long bytes) {}
