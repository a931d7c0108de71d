package io.gulliver.adapter.dns;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Hashtable;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import javax.naming.CommunicationException;
import javax.naming.Context;
import javax.naming.NameNotFoundException;
import javax.naming.NamingEnumeration;
import javax.naming.NamingException;
import javax.naming.directory.Attribute;
import javax.naming.directory.InitialDirContext;

/**
 * One name server, asked by UDP (TCP where an answer is cut): the server itself, past this machine's own resolver and whatever that
 * remembers. By the DNS provider of the JDK.
 */
public final class NameServer {
    /** First wait; the provider doubles it with each try. */
    private static final int FIRST_WAIT_MS = 1000;

    private static final int TRIES = 3;

    private final InetSocketAddress server;

    public NameServer(InetSocketAddress server) {
        this.server = server;
    }

    /**
     * Addresses of a name, sorted; none when the server knows none.
     *
     * @param like of which family: a name with addresses of both has those of this one
     * @throws NameServerException it does not answer, or that it cannot
     */
    public List<String> addresses(String name, InetAddress like) {
        return ask(absolute(name), like instanceof Inet6Address ? "AAAA" : "A").stream()
                .map(NameServer::shortened)
                .toList();
    }

    /**
     * Names of an address in lower case, sorted, without the dot at their end; none when the server knows none.
     *
     * @throws NameServerException it does not answer, or that it cannot
     */
    public List<String> names(InetAddress address) {
        return ask(reversed(address), "PTR").stream()
                .map(name -> name.toLowerCase(Locale.ROOT).replaceFirst("\\.$", ""))
                .toList();
    }

    private List<String> ask(String name, String type) {
        Hashtable<String, String> environment = new Hashtable<>();
        environment.put(Context.INITIAL_CONTEXT_FACTORY, "com.sun.jndi.dns.DnsContextFactory");
        environment.put(Context.PROVIDER_URL, "dns://" + host() + ":" + server.getPort());
        environment.put("com.sun.jndi.dns.timeout.initial", Integer.toString(FIRST_WAIT_MS));
        environment.put("com.sun.jndi.dns.timeout.retries", Integer.toString(TRIES));
        try {
            InitialDirContext context = new InitialDirContext(environment);
            try {
                Attribute found =
                        context.getAttributes(name, new String[] {type}).get(type);
                return found == null ? List.of() : texts(found);
            } finally {
                context.close();
            }
        } catch (NameNotFoundException e) {
            return List.of();
        } catch (CommunicationException e) {
            throw new NameServerException(this + " does not answer", e);
        } catch (NamingException e) {
            throw new NameServerException(this + " cannot say what " + name + " is (" + e.getMessage() + ")", e);
        }
    }

    private static List<String> texts(Attribute attribute) throws NamingException {
        TreeSet<String> texts = new TreeSet<>();
        NamingEnumeration<?> all = attribute.getAll();
        while (all.hasMore()) {
            texts.add(String.valueOf(all.next()));
        }
        return List.copyOf(texts);
    }

    private String host() {
        InetAddress address = server.getAddress();
        return address instanceof Inet6Address ? "[" + address.getHostAddress() + "]" : address.getHostAddress();
    }

    private static String absolute(String name) {
        return name.endsWith(".") ? name : name + ".";
    }

    /** An IPv6 address in one form, whichever the server wrote. */
    private static String shortened(String address) {
        try {
            return InetAddress.getByName(address).getHostAddress();
        } catch (UnknownHostException e) {
            return address;
        }
    }

    /** RFC 1035 3.5, RFC 3596 2.5. */
    static String reversed(InetAddress address) {
        StringBuilder name = new StringBuilder();
        byte[] bytes = address.getAddress();
        for (int i = bytes.length - 1; i >= 0; i--) {
            int one = bytes[i] & 0xff;
            if (bytes.length == 4) {
                name.append(one).append('.');
            } else {
                name.append(Integer.toHexString(one & 0xf))
                        .append('.')
                        .append(Integer.toHexString(one >> 4))
                        .append('.');
            }
        }
        return name.append(bytes.length == 4 ? "in-addr.arpa." : "ip6.arpa.").toString();
    }

    @Override
    public String toString() {
        return "name server " + host() + (server.getPort() == 53 ? "" : ":" + server.getPort());
    }
}
