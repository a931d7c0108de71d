/**
 * The connect phase of Oracle Net, for clients that we did not write. Nothing after ACCEPT is claimed.
 *
 * <p>Sources, read in November 2026: Oracle's own clients python-oracledb ({@code impl/thin/messages/connect.pyx}, {@code
 * protocol.pyx}, {@code packet.pyx}, {@code constants.pxi}) and node-oracledb ({@code lib/thin/sqlnet/packet.js}, {@code
 * networkSession.js}); Wireshark's dissector {@code packet-tns.c}; Net Services Administrator's Guide, <em>Packet
 * Examples</em> of the Trace Assistant; the REFUSE packet of a 21c XE printed in a public report of a scanner.
 */
@NullMarked
package io.gulliver.lab.oracle.tns;

import org.jspecify.annotations.NullMarked;
