package io.gulliver.domain.landscape;

/**
 * One physical channel of a machine whose FCP devices a z/VM system hands to its guests: which port it is, to which fabric its
 * cable leads, and how far it is used. Nothing on z/VM tells either.
 *
 * @param pchid four hex digits, as FCP multipath templates name it
 * @param wwpn of the physical port, 16 hex digits, with or without colons
 * @param fabric one word, the same for the ports of the arrays that it leads to
 * @param most FCP devices that may be in use on it
 * @param others FCP devices of it that other systems of the machine use
 */
public record FcpChannel(String pchid, String wwpn, String fabric, int most, int others) {}
