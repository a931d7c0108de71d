package io.gulliver.activity.systems;

import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleRow;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** A right on an object, by whoever granted it. */
public record ObjectRight(String grantee, String owner, String object, String privilege, boolean grantable) {

    /** A row of {@code object-grants} or {@code rights-on-objects}. */
    public static ObjectRight of(OracleRow row) {
        return new ObjectRight(
                row.text("GRANTEE"),
                row.text("OWNER"),
                row.text("TABLE_NAME"),
                row.text("PRIVILEGE"),
                "YES".equals(row.findText("GRANTABLE")));
    }

    /**
     * What the source has and the target has not, in the order of the source's answer. One that the target lets its holder
     * pass on is none that is missing.
     *
     * @param statement of the catalogue, with the bind {@code owners}
     */
    public static Set<ObjectRight> missing(OracleClient source, OracleClient target, String statement, String owners) {
        Set<ObjectRight> missing = read(source, statement, owners);
        Set<ObjectRight> there = read(target, statement, owners);
        missing.removeIf(right -> there.contains(right) || there.contains(right.passedOn()));
        return missing;
    }

    private static Set<ObjectRight> read(OracleClient client, String statement, String owners) {
        return client.query(statement, Map.of("owners", owners)).stream()
                .map(ObjectRight::of)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private ObjectRight passedOn() {
        return new ObjectRight(grantee, owner, object, privilege, true);
    }

    /** The statement that gives it; a name is quoted where it would not be read as it is. */
    public String sql() {
        return "GRANT " + privilege + " ON " + word(owner) + "." + word(object) + " TO " + word(grantee)
                + (grantable ? " WITH GRANT OPTION" : "");
    }

    private static String word(String name) {
        return name.matches("[A-Z][A-Z0-9_$#]*") ? name : '"' + name + '"';
    }
}
