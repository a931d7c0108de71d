package io.gulliver.assessment.connections;

import io.gulliver.domain.estate.ClientConnection;
import io.gulliver.domain.estate.ClientConnection.Seen;
import io.gulliver.domain.estate.ClientDirection;
import io.gulliver.domain.estate.ClientSighting;
import io.gulliver.evidence.Regex;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Merges what samples, logs and links saw to one list of clients.
 *
 * <p>A client is a program of a machine that comes by a service. The user is no part of it: a listener knows the user of
 * the operating system, a session the one of the database, and both are one client. Names differ between sources, so that
 * folders, domains, case and the machine within a program's name do not count.
 */
public final class Clients {
    private static final int LONGEST = 200;

    private Clients() {}

    /**
     * Puts sightings into what is known.
     *
     * <p>One source that tells a time over again, as a log that is uploaded twice does, counts once: of overlapping
     * stretches of a source the larger count stays, of others the sum.
     *
     * @param known clients so far
     * @param seen what is new
     * @param now when it came
     * @return only clients that are new or changed, in the order in which they were seen
     */
    public static List<ClientConnection> merge(
            Collection<ClientConnection> known, Collection<ClientSighting> seen, Instant now) {
        Map<String, ClientConnection> before = new LinkedHashMap<>();
        known.forEach(client -> before.put(client.id(), client));
        Map<String, ClientConnection> after = new LinkedHashMap<>();
        for (ClientConnection client : gathered(seen, now)) {
            ClientConnection old = before.get(client.id());
            ClientConnection merged = old == null ? client : merged(old, client);
            if (!merged.equals(old)) {
                after.put(client.id(), merged);
            }
        }
        return List.copyOf(after.values());
    }

    /** Sightings of one batch: each is another stretch, so that counts of one source add up. */
    private static Collection<ClientConnection> gathered(Collection<ClientSighting> seen, Instant now) {
        Map<String, ClientConnection> clients = new LinkedHashMap<>();
        for (ClientSighting sighting : seen) {
            ClientConnection one = client(sighting, now);
            clients.merge(one.id(), one, (a, b) -> with(a, b, (x, y) -> joined(x, y, true)));
        }
        return clients.values();
    }

    private static ClientConnection merged(ClientConnection old, ClientConnection more) {
        return with(old, more, (a, b) -> {
            boolean apart = b.first().isAfter(a.last()) || b.last().isBefore(a.first());
            return joined(a, b, apart);
        });
    }

    private static Seen joined(Seen a, Seen b, boolean sum) {
        return new Seen(
                a.first().isBefore(b.first()) ? a.first() : b.first(),
                a.last().isAfter(b.last()) ? a.last() : b.last(),
                sum ? a.count() + b.count() : Math.max(a.count(), b.count()));
    }

    private static ClientConnection with(ClientConnection a, ClientConnection b, BinaryOperator<Seen> join) {
        SortedMap<String, Seen> sources = new TreeMap<>(a.sources());
        b.sources().forEach((source, seen) -> sources.merge(source, seen, join));
        return new ClientConnection(
                a.id(),
                a.direction(),
                a.machine(),
                a.program(),
                a.service(),
                joined(a.users(), b.users()),
                joined(a.addresses(), b.addresses()),
                joined(a.drivers(), b.drivers()),
                sources,
                a.owner(),
                a.redirect(),
                a.note(),
                a.version(),
                a.changedBy(),
                a.changedAt());
    }

    private static List<String> joined(List<String> a, List<String> b) {
        List<String> all = new ArrayList<>(a);
        for (String one : b) {
            if (!all.contains(one) && all.size() < ClientConnection.MOST) {
                all.add(one);
            }
        }
        return all;
    }

    private static ClientConnection client(ClientSighting seen, Instant now) {
        String machine = machine(seen.machine());
        String program = program(seen.program());
        String service =
                short200(Objects.requireNonNullElse(seen.service(), "").strip().toLowerCase(Locale.ROOT));
        SortedMap<String, Seen> sources = new TreeMap<>();
        sources.put(seen.source(), new Seen(seen.first(), seen.last(), seen.count()));
        return new ClientConnection(
                hashed(seen.direction(), machine, program, service),
                seen.direction(),
                machine,
                program,
                service,
                one(seen.user()),
                one(seen.address()),
                one(seen.driver()),
                sources,
                null,
                null,
                null,
                0,
                seen.source(),
                now);
    }

    /** The id of a client as a list of people names it, whatever its spelling. */
    public static String id(ClientDirection direction, String machine, String program, @Nullable String service) {
        return hashed(
                direction,
                machine(machine),
                program(program),
                short200(Objects.requireNonNullElse(service, "").strip().toLowerCase(Locale.ROOT)));
    }

    /** Whether a list that leaves program or service open means this client. */
    public static boolean means(
            String machine, @Nullable String program, @Nullable String service, ClientConnection client) {
        return machine(machine).equals(client.machine())
                && (program == null || program(program).equals(client.program()))
                && (service == null
                        || short200(service.strip().toLowerCase(Locale.ROOT)).equals(client.service()));
    }

    private static List<String> one(@Nullable String text) {
        return text == null || text.isBlank() ? List.of() : List.of(short200(text.strip()));
    }

    /** {@code DOMAIN\HOST} and {@code host.example.com} are {@code host}; an address stays. */
    public static String machine(String text) {
        String plain = text.strip().toLowerCase(Locale.ROOT);
        plain = plain.substring(plain.lastIndexOf('\\') + 1);
        boolean address = Regex.matches(plain, "[0-9.]+") || plain.indexOf(':') >= 0;
        int dot = plain.indexOf('.');
        plain = address || dot <= 0 ? plain : plain.substring(0, dot);
        return plain.isEmpty() ? "unknown" : short200(plain);
    }

    /** {@code C:\app\SQLPLUS.EXE} and {@code sqlplus@host (TNS V1-V3)} are {@code sqlplus.exe} and {@code sqlplus}. */
    static String program(String text) {
        String plain = text.strip();
        int at = plain.indexOf('@');
        plain = at > 0 ? plain.substring(0, at) : plain;
        plain = Regex.replaceAll(plain, "\\s*\\(TNS V[0-9]-V[0-9]\\)$", "");
        plain = plain.substring(Math.max(plain.lastIndexOf('/'), plain.lastIndexOf('\\')) + 1)
                .strip();
        plain = plain.toLowerCase(Locale.ROOT);
        return plain.isEmpty() ? "unknown" : short200(plain);
    }

    private static String short200(String text) {
        String plain = Regex.replaceAll(text, "[[:cntrl:]]", " ");
        return plain.length() <= LONGEST ? plain : plain.substring(0, LONGEST);
    }

    private static String hashed(ClientDirection direction, String machine, String program, String service) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256")
                    .digest((direction + "\u001f" + machine + "\u001f" + program + "\u001f" + service)
                            .getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
