package io.gulliver.lab.oracle.driver;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where a client wants to go, as it tells its driver, a {@code tnsnames.ora} or a listener: a connect descriptor
 * {@code (DESCRIPTION=...)}, or easy connect {@code //host:port/service[/instance]}.
 *
 * <p>Stricter than Oracle's own clients: a word that stands where it does not belong, or that the lab does not play, is
 * refused instead of passed on.
 *
 * @param endpoints where listeners are, in the order in which they are tried; empty in what a listener is told
 * @param failover whether the next endpoint is tried when one does not answer or refuses
 * @param service the service, or null
 * @param sid the instance's SID in place of a service, or null
 * @param instance one instance of the service, or null for any
 * @param unrestricted whether it says {@code (UR=A)}
 * @param transportTimeout for reaching one endpoint, or null
 * @param connectTimeout for reaching an endpoint and logging on, or null
 */
public record LabDescriptor(
        List<Endpoint> endpoints,
        boolean failover,
        @Nullable String service,
        @Nullable String sid,
        @Nullable String instance,
        boolean unrestricted,
        @Nullable Duration transportTimeout,
        @Nullable Duration connectTimeout) {

    /** Where a listener is. */
    public record Endpoint(String host, int port) {}

    private static final Pattern EASY = Pattern.compile("(?://)?([^:/()]+):(\\d{1,5})/([^/()]+)(?:/([^/()]+))?");

    private static final Set<String> DESCRIPTION = Set.of(
            "ADDRESS",
            "ADDRESS_LIST",
            "CONNECT_DATA",
            "FAILOVER",
            "LOAD_BALANCE",
            "CONNECT_TIMEOUT",
            "TRANSPORT_CONNECT_TIMEOUT",
            "ENABLE",
            "SDU");
    private static final Set<String> ADDRESS_LIST = Set.of("ADDRESS", "FAILOVER", "LOAD_BALANCE");
    private static final Set<String> ADDRESS = Set.of("PROTOCOL", "HOST", "PORT");
    private static final Set<String> CONNECT_DATA = Set.of("SERVICE_NAME", "SID", "INSTANCE_NAME", "SERVER", "UR");

    private static final Pattern TIME = Pattern.compile("(\\d{1,6})\\s*(ms)?", Pattern.CASE_INSENSITIVE);

    public LabDescriptor {
        endpoints = List.copyOf(endpoints);
    }

    /**
     * Reads either form.
     *
     * @throws IllegalArgumentException when it is neither; the message says where it goes wrong
     */
    public static LabDescriptor parse(String text) {
        String stripped = text.strip();
        if (stripped.startsWith("(")) {
            return new Reader(stripped).descriptor();
        }
        Matcher easy = EASY.matcher(stripped);
        if (!easy.matches()) {
            throw new IllegalArgumentException("neither a descriptor nor //host:port/service: " + text);
        }
        return new LabDescriptor(
                List.of(new Endpoint(easy.group(1), port(easy.group(2)))),
                false,
                easy.group(3),
                null,
                easy.group(4),
                false,
                null,
                null);
    }

    private static int port(String text) {
        int port = Integer.parseInt(text);
        if (port < 1 || port > 65535) {
            throw new IllegalArgumentException("PORT=" + text + " is none");
        }
        return port;
    }

    /** What the listener is told of it: the descriptor without its addresses. */
    public String request() {
        return "(DESCRIPTION=(CONNECT_DATA="
                + (service == null ? "" : "(SERVICE_NAME=" + service + ")")
                + (sid == null ? "" : "(SID=" + sid + ")")
                + (instance == null ? "" : "(INSTANCE_NAME=" + instance + ")")
                + (unrestricted ? "(UR=A)" : "")
                + "))";
    }

    /** A name with a value, or with parts. */
    private record Node(String name, String value, List<Node> parts) {
        List<String> values(String wanted) {
            return parts.stream()
                    .filter(part -> part.name.equals(wanted))
                    .map(Node::value)
                    .toList();
        }

        @Nullable
        String find(String wanted) {
            List<String> values = values(wanted);
            if (values.size() > 1) {
                throw new IllegalArgumentException(wanted + " stands twice in " + name);
            }
            return values.isEmpty() ? null : values.get(0);
        }

        boolean on(String wanted, boolean otherwise) {
            String value = find(wanted);
            if (value == null) {
                return otherwise;
            }
            String word = value.toUpperCase(Locale.ROOT);
            if (!Set.of("ON", "YES", "TRUE", "OFF", "NO", "FALSE").contains(word)) {
                throw new IllegalArgumentException(wanted + "=" + value + " is neither on nor off");
            }
            return Set.of("ON", "YES", "TRUE").contains(word);
        }

        Node only(Set<String> known) {
            if (!value.isEmpty()) {
                throw new IllegalArgumentException(name + " has parts, not the value " + value);
            }
            for (Node part : parts) {
                if (!known.contains(part.name)) {
                    throw new IllegalArgumentException(part.name + " is not played in " + name);
                }
            }
            return this;
        }
    }

    private static final class Reader {
        private final String text;
        private int at;

        Reader(String text) {
            this.text = text;
        }

        LabDescriptor descriptor() {
            Node root = node();
            blanks();
            if (at != text.length()) {
                throw new IllegalArgumentException("parentheses are not balanced in " + text);
            }
            if (!root.name.equals("DESCRIPTION")) {
                throw new IllegalArgumentException(root.name + " is not played; wanted (DESCRIPTION=...)");
            }
            root.only(DESCRIPTION);
            List<Endpoint> endpoints = new ArrayList<>();
            boolean failover = root.on("FAILOVER", true);
            for (Node part : root.parts) {
                if (part.name.equals("ADDRESS")) {
                    endpoints.add(endpoint(part));
                } else if (part.name.equals("ADDRESS_LIST")) {
                    part.only(ADDRESS_LIST);
                    failover = part.on("FAILOVER", failover);
                    part.on("LOAD_BALANCE", false);
                    part.parts.stream()
                            .filter(inner -> inner.name.equals("ADDRESS"))
                            .forEach(inner -> endpoints.add(endpoint(inner)));
                }
            }
            List<Node> data = root.parts.stream()
                    .filter(part -> part.name.equals("CONNECT_DATA"))
                    .toList();
            if (data.size() != 1) {
                throw new IllegalArgumentException("a descriptor has one CONNECT_DATA");
            }
            Node connect = data.get(0).only(CONNECT_DATA);
            String service = connect.find("SERVICE_NAME");
            String sid = connect.find("SID");
            if (service != null && sid != null) {
                throw new IllegalArgumentException("SERVICE_NAME stands beside SID");
            }
            String unrestricted = connect.find("UR");
            if (unrestricted != null && !unrestricted.equalsIgnoreCase("A")) {
                throw new IllegalArgumentException("UR=" + unrestricted + " is not A");
            }
            return new LabDescriptor(
                    endpoints,
                    failover,
                    service,
                    sid,
                    connect.find("INSTANCE_NAME"),
                    unrestricted != null,
                    time(root, "TRANSPORT_CONNECT_TIMEOUT"),
                    time(root, "CONNECT_TIMEOUT"));
        }

        private static @Nullable Duration time(Node node, String name) {
            String value = node.find(name);
            if (value == null) {
                return null;
            }
            Matcher time = TIME.matcher(value);
            if (!time.matches()) {
                throw new IllegalArgumentException(name + "=" + value + " is no time");
            }
            long number = Long.parseLong(time.group(1));
            return time.group(2) == null ? Duration.ofSeconds(number) : Duration.ofMillis(number);
        }

        private static Endpoint endpoint(Node address) {
            address.only(ADDRESS);
            String protocol = address.find("PROTOCOL");
            String host = address.find("HOST");
            String port = address.find("PORT");
            if (!"TCP".equalsIgnoreCase(protocol) || host == null || port == null || !port.matches("\\d{1,5}")) {
                throw new IllegalArgumentException("an address is (PROTOCOL=TCP)(HOST=...)(PORT=...)");
            }
            return new Endpoint(host, port(port));
        }

        private Node node() {
            expect('(');
            int equals = text.indexOf('=', at);
            String name = equals < 0 ? "" : text.substring(at, equals).strip().toUpperCase(Locale.ROOT);
            if (!name.matches("[A-Z_]+")) {
                throw new IllegalArgumentException("a name is missing at " + text.substring(at));
            }
            at = equals + 1;
            blanks();
            List<Node> parts = new ArrayList<>();
            String value = "";
            if (at < text.length() && text.charAt(at) == '(') {
                while (at < text.length() && text.charAt(at) == '(') {
                    parts.add(node());
                    blanks();
                }
            } else {
                int end = text.indexOf(')', at);
                value = end < 0 ? "" : text.substring(at, end).strip();
                if (value.isEmpty() || value.matches("(?s).*[(=].*")) {
                    throw new IllegalArgumentException(name + " has no value in " + text);
                }
                at = end;
            }
            expect(')');
            return new Node(name, value, parts);
        }

        private void expect(char wanted) {
            blanks();
            if (at >= text.length() || text.charAt(at) != wanted) {
                throw new IllegalArgumentException("a " + wanted + " is missing in " + text);
            }
            at++;
        }

        private void blanks() {
            while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
                at++;
            }
        }
    }
}
