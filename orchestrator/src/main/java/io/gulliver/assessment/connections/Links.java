package io.gulliver.assessment.connections;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import io.gulliver.domain.estate.ClientDirection;
import io.gulliver.domain.estate.ClientSighting;
import io.gulliver.domain.estate.DatabaseProfile;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Follows database links from one database of a program to another: both ends must know of the link, for both move.
 *
 * <p>A link's address can be a descriptor, {@code (DESCRIPTION=...)}, an easy address, {@code host:1521/service}, or a name
 * of tnsnames.ora. It points to an inventoried database when its service is that database's service or name, and its host,
 * where it has one, is that database's host.
 */
public final class Links {
    private static final String SOURCE = "database links";
    /** As discovery says it: {@code OWNER.LINK to ADDRESS}. */
    private static final Pattern SAID = Pattern.compile("(\\S+?)\\.(\\S.*?) to (.*)");

    private static final Pattern HOST = Pattern.compile("(?i)\\(\\s*HOST\\s*=\\s*([^()]+?)\\s*\\)");
    private static final Pattern SERVICE = Pattern.compile("(?i)\\(\\s*(?:SERVICE_NAME|SID)\\s*=\\s*([^()]+?)\\s*\\)");
    private static final Pattern EASY =
            Pattern.compile("(?://)?([A-Za-z0-9._-]+)(?::\\d+)?/([A-Za-z0-9._$#-]+)(?:[:/].*)?");

    private Links() {}

    /**
     * What a link points to.
     *
     * @param host of its address, or null
     * @param service of its address, or the name that stands for an address
     */
    record Address(@Nullable String host, String service) {}

    static Address address(String text) {
        Matcher service = SERVICE.matcher(text);
        if (service.find()) {
            Matcher host = HOST.matcher(text);
            return new Address(host.find() ? host.group(1) : null, service.group(1));
        }
        Matcher easy = EASY.matcher(text.strip());
        return easy.matches() ? new Address(easy.group(1), easy.group(2)) : new Address(null, text.strip());
    }

    /**
     * Sightings of the links of one database, by the database at which they are seen: itself, and each one that a link
     * points to.
     *
     * @param from whose links they are
     * @param links as discovery says them, {@code OWNER.LINK to ADDRESS}
     * @param inventory all databases of the program
     * @param at when they were read
     */
    public static Map<String, List<ClientSighting>> seen(
            DatabaseProfile from, List<String> links, Collection<DatabaseProfile> inventory, Instant at) {
        Map<String, List<ClientSighting>> seen = new LinkedHashMap<>();
        for (String link : links) {
            Matcher said = SAID.matcher(link);
            if (!said.matches()) {
                continue;
            }
            Address address = address(said.group(3));
            DatabaseProfile target = target(address, from, inventory);
            String host = address.host();
            seen.computeIfAbsent(from.database(), none -> new ArrayList<>())
                    .add(sighting(
                            ClientDirection.OUTBOUND_LINK,
                            target != null ? target.database() : host == null ? address.service() : host,
                            said,
                            address.service(),
                            host,
                            at));
            if (target != null) {
                seen.computeIfAbsent(target.database(), none -> new ArrayList<>())
                        .add(sighting(
                                ClientDirection.INBOUND_LINK,
                                from.database(),
                                said,
                                address.service(),
                                from.sourceHost(),
                                at));
            }
        }
        return seen;
    }

    /**
     * Sightings of databases whose materialized views refresh from one, by what the master knows of them.
     *
     * @param sites global names of databases, as DBA_REGISTERED_MVIEWS has them
     * @param inventory all databases of the program
     * @param at when they were read
     */
    public static List<ClientSighting> sites(List<String> sites, Collection<DatabaseProfile> inventory, Instant at) {
        return sites.stream()
                .map(String::strip)
                .filter(site -> !site.isEmpty())
                .distinct()
                .map(site -> new ClientSighting(
                        ClientDirection.INBOUND_LINK,
                        "materialized views",
                        inventory.stream()
                                .filter(one -> same(site, one.database())
                                        || one.sourceService() != null && same(site, one.sourceService()))
                                .map(DatabaseProfile::database)
                                .findFirst()
                                .orElse(site),
                        "materialized views",
                        null,
                        null,
                        null,
                        null,
                        at,
                        at,
                        1))
                .toList();
    }

    private static ClientSighting sighting(
            ClientDirection direction,
            String machine,
            Matcher said,
            String service,
            @Nullable String host,
            Instant at) {
        return new ClientSighting(
                direction, SOURCE, machine, said.group(2), said.group(1), service, host, null, at, at, 1);
    }

    private static @Nullable DatabaseProfile target(
            Address address, DatabaseProfile from, Collection<DatabaseProfile> inventory) {
        for (DatabaseProfile one : inventory) {
            String service = one.sourceService();
            boolean named =
                    same(address.service(), one.database()) || service != null && same(address.service(), service);
            String host = one.sourceHost();
            String wanted = address.host();
            if (named
                    && !one.database().equals(from.database())
                    && (wanted == null || host == null || sameHost(wanted, host))) {
                return one;
            }
        }
        return null;
    }

    private static boolean same(String a, String b) {
        return label(a).equals(label(b));
    }

    private static boolean sameHost(String a, String b) {
        return Clients.machine(a).equals(Clients.machine(b));
    }

    /** A service without its domain. */
    private static String label(String name) {
        String plain = name.strip().toLowerCase(Locale.ROOT);
        int dot = plain.indexOf('.');
        return dot > 0 ? plain.substring(0, dot) : plain;
    }
}
