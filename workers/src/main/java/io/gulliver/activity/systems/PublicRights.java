package io.gulliver.activity.systems;

import io.gulliver.adapter.oracle.OracleClient;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What everybody may on objects that do not cross, where it differs: nothing carries it (Oracle, <i>Validate Database
 * Privileges and Object Dependencies</i>: grants to PUBLIC do not carry over), and no mark tells what a release gives from
 * what somebody gave or took. So a person decides on what the target lacks, and is shown what it has more, as after a source
 * was hardened; nothing is given or taken without him.
 *
 * <p>Rights on objects that one side alone has are none that differ, nor are those on Java classes, whose names change from
 * release to release, and INHERIT PRIVILEGES, which each account gives when it is made.
 *
 * @param lost of the source and not of the target
 * @param more of the target and not of the source
 * @param directories names of the source's directories, whose rights are worded in another way
 */
public record PublicRights(List<ObjectRight> lost, List<ObjectRight> more, Set<String> directories) {
    private record Named(String owner, String object) {}

    public PublicRights {
        lost = List.copyOf(lost);
        more = List.copyOf(more);
        directories = Set.copyOf(directories);
    }

    /**
     * Compares two databases.
     *
     * @param schemas whose objects cross: rights on these are given and compared as rights on objects
     */
    public static PublicRights between(OracleClient source, OracleClient target, Collection<String> schemas) {
        Set<ObjectRight> here = read(source, schemas);
        Set<ObjectRight> there = read(target, schemas);
        Set<String> directories = source.query("directories").stream()
                .map(row -> row.text("DIRECTORY_NAME"))
                .collect(Collectors.toCollection(TreeSet::new));
        return new PublicRights(without(here, there, target), without(there, here, source), directories);
    }

    private static Set<ObjectRight> read(OracleClient client, Collection<String> schemas) {
        return client.query("public-rights").stream()
                .map(ObjectRight::of)
                .filter(right -> !schemas.contains(right.owner()))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Rights that the others do not have, on objects that their database has. */
    private static List<ObjectRight> without(Set<ObjectRight> rights, Set<ObjectRight> others, OracleClient otherSide) {
        List<ObjectRight> only = rights.stream()
                .filter(right -> !others.contains(right) && !others.contains(right.passedOn()))
                .toList();
        if (only.isEmpty()) {
            return List.of();
        }
        String owners = SessionRestriction.owners(
                only.stream().map(ObjectRight::owner).distinct().toList());
        Set<Named> objects = otherSide.query("objects-of", Map.of("owners", owners)).stream()
                .map(row -> new Named(row.text("OWNER"), row.text("OBJECT_NAME")))
                .collect(Collectors.toSet());
        return only.stream()
                .filter(right -> objects.contains(new Named(right.owner(), right.object())))
                .toList();
    }

    /** The statement that gives what the target lacks. */
    public String given(ObjectRight right) {
        return right.sql(directories);
    }

    /** The statement that takes what the target has more. */
    public String taken(ObjectRight right) {
        return right.revoked(directories);
    }
}
