package io.gulliver.domain.proof;

/**
 * A result that was imported.
 *
 * @param platform machine that the suite ran on
 * @param key public half of the key that signed it, base64
 */
public record KeptProof(Proof proof, String platform, String key) {}
