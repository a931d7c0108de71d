package io.gulliver.activity.movement;

import io.gulliver.adapter.oracle.OracleClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Where the members of online redo logs lie: by ORA-REDO-01 of {@code docs/checks.md} on volumes that hold nothing else. */
final class RedoPlaces {
    private RedoPlaces() {}

    /** Files by group. */
    static Map<Integer, List<String>> members(OracleClient client) {
        Map<Integer, List<String>> members = new TreeMap<>();
        client.query("redo-members")
                .forEach(row -> members.computeIfAbsent(row.number("GROUP#").intValue(), group -> new ArrayList<>())
                        .add(row.text("MEMBER")));
        return members;
    }

    /**
     * Those of the files that lie in none of the destinations.
     *
     * @param destinations directories or disk groups ({@code +REDO}); none means anywhere
     */
    static List<String> outside(List<String> files, List<String> destinations) {
        return destinations.isEmpty()
                ? List.of()
                : files.stream()
                        .filter(file -> destinations.stream().noneMatch(place -> file.startsWith(place + "/")))
                        .toList();
    }
}
