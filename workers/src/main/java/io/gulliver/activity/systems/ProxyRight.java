package io.gulliver.activity.systems;

import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleRow;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Who may connect as whom, with which roles of his: {@code ALTER USER client GRANT CONNECT THROUGH proxy} (Security Guide,
 * <i>Creating Proxy User Accounts</i>), as DBA_PROXIES has it.
 *
 * @param constraint AUTHORIZATION_CONSTRAINT
 * @param roles that the constraint names; empty where it names none
 * @param authenticated whether the proxy has to say the client's password too
 * @param byDirectory whether the directory gives it (PROXY_AUTHORITY), not the database
 */
public record ProxyRight(
        String proxy,
        String client,
        String constraint,
        List<String> roles,
        boolean authenticated,
        boolean byDirectory) {
    private static final String NO_ROLES = "NO CLIENT ROLES MAY BE ACTIVATED";
    private static final String ROLE = "PROXY MAY ACTIVATE ROLE";
    private static final String NOT_ROLE = "PROXY MAY NOT ACTIVATE ROLE";

    public ProxyRight {
        roles = List.copyOf(roles);
    }

    /**
     * Those that let somebody connect as one of the clients, by {@link #name}.
     *
     * @param ours users of our own credentials, whose rights are nobody's concern
     */
    public static SortedMap<String, ProxyRight> of(OracleClient client, Set<String> clients, Set<String> ours) {
        SortedMap<String, ProxyRight> rights = new TreeMap<>();
        for (OracleRow row : client.query("proxies")) {
            String proxy = String.valueOf(row.findText("PROXY"));
            if (clients.contains(row.text("CLIENT")) && !ours.contains(proxy)) {
                String role = row.findText("ROLE");
                ProxyRight right = new ProxyRight(
                        proxy,
                        row.text("CLIENT"),
                        String.valueOf(row.findText("AUTHORIZATION_CONSTRAINT")),
                        role == null ? List.of() : List.of(role),
                        "YES".equals(row.findText("AUTHENTICATION")),
                        "DIRECTORY".equals(row.findText("PROXY_AUTHORITY")));
                rights.merge(right.name(), right, ProxyRight::and);
            }
        }
        return Collections.unmodifiableSortedMap(rights);
    }

    /** A row stands for each role. */
    private ProxyRight and(ProxyRight row) {
        List<String> both = new ArrayList<>(roles);
        both.addAll(row.roles);
        Collections.sort(both);
        return new ProxyRight(proxy, client, constraint, both, authenticated, byDirectory);
    }

    /** {@code SHOP_WEB AS SHOP}. */
    public String name() {
        return proxy + " AS " + client;
    }

    /** What it may: {@code all roles}, {@code no roles}, {@code roles A, B}, {@code all roles but A}. */
    public String words() {
        String which = switch (constraint) {
            case NO_ROLES -> "no roles";
            case ROLE -> "roles " + String.join(", ", roles);
            case NOT_ROLE -> "all roles but " + String.join(", ", roles);
            default -> "all roles";
        };
        return which
                + (authenticated ? ", with the password of " + client : "")
                + (byDirectory ? ", by directory" : "");
    }

    /**
     * Whether a step can give it: not what a directory gives, nor where a password is asked for, nor where the proxy itself does
     * not cross.
     *
     * @param users accounts that cross
     */
    public boolean canBeGiven(Set<String> users) {
        return !authenticated && !byDirectory && users.contains(proxy);
    }

    /** The statement of the catalogue that gives it. */
    public String statement() {
        return switch (constraint) {
            case NO_ROLES -> "grant-proxy-no-roles";
            case ROLE, NOT_ROLE -> "grant-proxy-roles";
            default -> "grant-proxy";
        };
    }

    /** The slots of its {@link #statement}. */
    public Map<String, String> slots() {
        Map<String, String> slots = new TreeMap<>(Map.of("client", client, "proxy", proxy));
        if (!roles.isEmpty()) {
            slots.put("which", constraint.equals(ROLE) ? "ROLE" : "ROLE ALL EXCEPT");
            slots.put("roles", String.join(",", roles));
        }
        return slots;
    }

    /** What a person is told who gives it himself. */
    public String told() {
        if (byDirectory) {
            return "given by the directory, which is set up by a person";
        }
        String with = switch (constraint) {
            case NO_ROLES -> " WITH NO ROLES";
            case ROLE -> " WITH ROLE " + String.join(", ", roles);
            case NOT_ROLE -> " WITH ROLE ALL EXCEPT " + String.join(", ", roles);
            default -> "";
        };
        return "ALTER USER " + client + " GRANT CONNECT THROUGH " + proxy + with
                + (authenticated ? " AUTHENTICATION REQUIRED" : "");
    }
}
