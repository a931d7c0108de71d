package io.gulliver.assessment.network;

import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;

/**
 * A range of addresses as networks are planned: {@code 10.20.30.0/24}, {@code 2001:db8::/64}.
 *
 * @param network its first address
 * @param prefix length in bits
 */
public record Subnet(InetAddress network, int prefix) {
    private static final Pattern V4 = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}");
    private static final Pattern V6 = Pattern.compile("[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*");

    /** @throws IllegalArgumentException it is none; the message says why */
    public static Subnet parse(String text) {
        int slash = text.indexOf('/');
        if (slash < 0 || !text.substring(slash + 1).matches("[0-9]{1,3}")) {
            throw new IllegalArgumentException(
                    "'" + text + "' is no subnet; wanted an address and a prefix length, as in 10.20.30.0/24");
        }
        InetAddress address = address(text.substring(0, slash));
        int prefix = Integer.parseInt(text.substring(slash + 1));
        int bits = address.getAddress().length * 8;
        if (prefix < 1 || prefix > bits) {
            throw new IllegalArgumentException(
                    "'" + text + "' has a prefix length of " + prefix + "; wanted 1 to " + bits);
        }
        Subnet subnet = around(address, prefix);
        if (!subnet.network().equals(address)) {
            throw new IllegalArgumentException("'" + text + "' is an address within a subnet; the subnet is " + subnet);
        }
        return subnet;
    }

    /** The subnet of this prefix length in which an address lies. */
    public static Subnet around(InetAddress address, int prefix) {
        int bits = address.getAddress().length * 8;
        return new Subnet(address(number(address).shiftRight(bits - prefix).shiftLeft(bits - prefix), bits), prefix);
    }

    /**
     * An address as it is written, never a name that would have to be looked up.
     *
     * @throws IllegalArgumentException it is none
     */
    public static InetAddress address(String text) {
        if (V4.matcher(text).matches() || V6.matcher(text).matches()) {
            try {
                InetAddress address = InetAddress.getByName(text);
                if (text.indexOf(':') >= 0 || address.getHostAddress().equals(text)) {
                    return address;
                }
            } catch (UnknownHostException e) {
                // said below
            }
        }
        throw new IllegalArgumentException("'" + text + "' is no IP address");
    }

    /** The address so many after another. */
    public static InetAddress after(InetAddress address, long steps) {
        return address(number(address).add(BigInteger.valueOf(steps)), address.getAddress().length * 8);
    }

    /** How many addresses lie from one to another, both counted; 0 or less when the other comes first. */
    public static BigInteger from(InetAddress first, InetAddress last) {
        return number(last).subtract(number(first)).add(BigInteger.ONE);
    }

    /** Whether an address can be given to a machine in it: inside, and neither its first nor, of IPv4, its last. */
    public boolean holds(InetAddress address) {
        int bits = network.getAddress().length * 8;
        if (address.getAddress().length * 8 != bits) {
            return false;
        }
        BigInteger place = number(address).subtract(number(network));
        BigInteger size = BigInteger.ONE.shiftLeft(bits - prefix);
        if (place.signum() < 0 || place.compareTo(size) >= 0) {
            return false;
        }
        // RFC 3021: of two addresses between two machines both are theirs
        return bits - prefix < 2
                || place.signum() > 0 && (bits == 128 || place.compareTo(size.subtract(BigInteger.ONE)) < 0);
    }

    private static BigInteger number(InetAddress address) {
        return new BigInteger(1, address.getAddress());
    }

    private static InetAddress address(BigInteger number, int bits) {
        byte[] bytes = new byte[bits / 8];
        byte[] given = number.toByteArray();
        for (int i = 0; i < Math.min(bytes.length, given.length); i++) {
            bytes[bytes.length - 1 - i] = given[given.length - 1 - i];
        }
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public String toString() {
        return network.getHostAddress() + "/" + prefix;
    }
}
