package io.gulliver.domain.landscape;

/**
 * One port of an array to which hosts are zoned, and on which fabric it stands.
 *
 * @param wwpn 16 hex digits, with or without colons
 * @param fabric one word, the same for the ports of adapters that reach it
 */
public record ArrayPort(String wwpn, String fabric) {}
