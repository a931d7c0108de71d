package io.gulliver.activity.systems;

import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleStatements;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A public synonym, which no export by schema takes.
 *
 * @param owner null of one over a link that names none (SQL Language Reference, CREATE SYNONYM: the owner is then whoever
 *     the link logs on as)
 * @param link null of one for an object of the same database
 */
public record PublicSynonym(
        String name,
        @Nullable String owner,
        String object,
        @Nullable String link) {
    private static final String MADE = "made-public-synonyms";

    private static final OracleStatements STATEMENTS = OracleStatements.load();

    /** All of a database by name, Oracle's own too. */
    public static SortedMap<String, PublicSynonym> of(OracleClient client) {
        SortedMap<String, PublicSynonym> synonyms = new TreeMap<>();
        client.query("public-synonyms").forEach(row -> {
            String name = row.text("SYNONYM_NAME");
            synonyms.put(
                    name,
                    new PublicSynonym(
                            name, row.findText("TABLE_OWNER"), row.text("TABLE_NAME"), row.findText("DB_LINK")));
        });
        return synonyms;
    }

    /**
     * Those of the source that cross: from 12.1 on what ORACLE_MAINTAINED says is somebody's. Before, which has no such mark,
     * those of the applications' objects, those over links, and those that the target has not though it has the object.
     *
     * @param there all of the target
     */
    public static SortedMap<String, PublicSynonym> crossing(
            OracleClient source, OracleClient target, Map<String, PublicSynonym> there, Collection<String> schemas) {
        SortedMap<String, PublicSynonym> crossing = of(source);
        if (STATEMENTS.require(MADE).versions().contains(source.release())) {
            Set<String> made = source.query(MADE).stream()
                    .map(row -> row.text("SYNONYM_NAME"))
                    .collect(Collectors.toSet());
            crossing.keySet().retainAll(made);
            return crossing;
        }
        crossing.values().removeIf(synonym -> !synonym.somebodys(schemas) && there.containsKey(synonym.name));
        List<String> owners = crossing.values().stream()
                .filter(synonym -> !synonym.somebodys(schemas))
                .map(synonym -> String.valueOf(synonym.owner))
                .distinct()
                .toList();
        if (!owners.isEmpty()) {
            Set<String> objects =
                    target.query("objects-of", Map.of("owners", SessionRestriction.owners(owners))).stream()
                            .map(row -> row.text("OWNER") + "." + row.text("OBJECT_NAME"))
                            .collect(Collectors.toSet());
            crossing.values()
                    .removeIf(synonym ->
                            !synonym.somebodys(schemas) && !objects.contains(synonym.owner + "." + synonym.object));
        }
        return crossing;
    }

    /** Whether it can be nobody's but an application's or an administrator's. */
    private boolean somebodys(Collection<String> schemas) {
        return link != null || schemas.contains(String.valueOf(owner));
    }

    /** What it stands for: {@code APP.ORDERS}, {@code CUSTOMERS@CRM}. */
    public String target() {
        return target(owner, object, link);
    }

    /** The same of any synonym: over a link its owner may be said by nobody. */
    public static String target(@Nullable String owner, String object, @Nullable String link) {
        return (owner == null ? "" : owner + ".") + object + (link == null ? "" : "@" + link);
    }

    /** The statement of the catalogue that makes it. */
    public String statement() {
        return link == null
                ? "create-public-synonym"
                : owner == null ? "create-public-synonym-to-link" : "create-public-synonym-over-link";
    }

    /** The slots of its {@link #statement}. */
    public Map<String, String> slots() {
        Map<String, String> slots = new TreeMap<>(Map.of("synonym", name, "object", object));
        if (owner != null) {
            slots.put("owner", owner);
        }
        if (link != null) {
            slots.put("link", link);
        }
        return slots;
    }
}
