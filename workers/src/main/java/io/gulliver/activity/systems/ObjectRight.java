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

    ObjectRight passedOn() {
        return new ObjectRight(grantee, owner, object, privilege, true);
    }

    /** What it is, in the words of a list: {@code EXECUTE ON SYS.UTL_FILE}. */
    public String words() {
        return privilege + " ON " + word(owner) + "." + word(object);
    }

    /**
     * The statement that gives it; a name is quoted where it would not be read as it is.
     *
     * @param directories names of those of the database, on which rights are worded in another way
     */
    public String sql(Set<String> directories) {
        return "GRANT " + on(directories) + " TO " + word(grantee) + (grantable ? " WITH GRANT OPTION" : "");
    }

    /** The statement that takes it back, as {@link #sql} names things. */
    public String revoked(Set<String> directories) {
        return "REVOKE " + on(directories) + " FROM " + word(grantee);
    }

    private String on(Set<String> directories) {
        return owner.equals("SYS") && directories.contains(object)
                ? privilege + " ON DIRECTORY " + word(object)
                : words();
    }

    private static String word(String name) {
        return name.matches("[A-Z][A-Z0-9_$#]*") ? name : '"' + name + '"';
    }
}
