package io.gulliver.activity.systems;

import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleRow;
import io.gulliver.adapter.oracle.OwnerList;
import io.gulliver.adapter.oracle.TableStatements;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What of a source a read-only tablespace does not hold: what lives in the dictionary, and tables in tablespaces that can be
 * written. Taken twice, it tells whether somebody changed it meanwhile.
 *
 * <p>Sequences by LAST_NUMBER, objects by LAST_DDL_TIME (grants count, Database Reference; and what was dropped,
 * which a read-only tablespace lets through: <i>Using Read-Only Tablespaces</i>, Database Administrator's Guide), accounts, roles, profiles and rights as they
 * are, tables by their number of rows and the highest ORA_ROWSCN, the SCN of the last change of a block (SQL Language
 * Reference). Each such table is read whole, one after another: what that costs is their size at the rate of one session, for
 * every digest. Not seen: a number that a sequence gave out of its cache, which the import does not give again.
 */
public final class SourceDigest {
    private SourceDigest() {}

    /**
     * Digests by part, SHA-256 in hexadecimal.
     *
     * @param ours users of our own credentials
     */
    public static SortedMap<String, String> of(
            OracleClient client, TableStatements tables, Collection<String> schemas, Set<String> ours) {
        SortedMap<String, String> digest = new TreeMap<>();
        digest.put("sequences", sum(lines(client, "sequences", schemas)));
        digest.put("objects", sum(lines(client, "object-times", schemas)));
        Accounts accounts = Accounts.of(client, ours);
        List<String> people = new ArrayList<>();
        accounts.users().forEach((name, row) -> people.add(name + values(row)));
        people.add(String.valueOf(accounts.roles()));
        people.add(String.valueOf(accounts.profiles()));
        accounts.privileges().stream().map(String::valueOf).sorted().forEach(people::add);
        accounts.memberships().stream().map(String::valueOf).sorted().forEach(people::add);
        digest.put("accounts", sum(people));
        SortedMap<String, String> changes = new TreeMap<>();
        for (OracleRow row : rows(client, "writable-tables", schemas)) {
            String owner = row.text("OWNER");
            String table = row.text("SEGMENT_NAME");
            if (!changes.containsKey(owner + "." + table)) {
                changes.put(
                        owner + "." + table,
                        values(client.query(tables.change(owner, table), Map.of())
                                .get(0)));
            }
        }
        digest.put(
                "tables that can be written",
                sum(changes.entrySet().stream().map(String::valueOf).toList()));
        return digest;
    }

    /** Parts that are not as they were. */
    public static List<String> changed(Map<String, String> before, Map<String, String> now) {
        return before.keySet().stream()
                .filter(part -> !before.get(part).equals(now.get(part)))
                .sorted()
                .toList();
    }

    private static List<OracleRow> rows(OracleClient client, String statement, Collection<String> schemas) {
        return client.query(
                statement,
                Map.of("owners", OwnerList.of(schemas.stream().sorted().toList())));
    }

    private static List<String> lines(OracleClient client, String statement, Collection<String> schemas) {
        return rows(client, statement, schemas).stream()
                .map(SourceDigest::values)
                .sorted()
                .toList();
    }

    private static String values(OracleRow row) {
        return String.valueOf(new TreeMap<>(row.values()));
    }

    private static String sum(List<String> lines) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256")
                            .digest(String.join("\n", lines).getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256", e);
        }
    }
}
