package io.gulliver.assessment.network;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Where a server stands in the network, as a person types it: one text for each part. */
public final class AddressAnswer {
    /** Names of its parts; a task that asks for all of them gets an answer that fits together, or none. */
    public static final Set<String> PARTS =
            Set.of("server_name", "server_address", "gateway", "vlan", "name_servers", "time_servers");

    private static final String NO_VLAN = "none";

    private AddressAnswer() {}

    /** What is wrong, by part; nothing when it fits together. */
    public static SortedMap<String, String> problems(Map<String, ?> answer) {
        SortedMap<String, String> problems = new TreeMap<>();
        if (vlan(answer).isEmpty()) {
            problems.put("vlan", "'" + text(answer, "vlan") + "' is no VLAN; wanted 1 to 4094, or none");
            return problems;
        }
        for (String problem : read(answer).problems()) {
            problems.merge(part(problem), problem, (one, more) -> one + "; " + more);
        }
        return problems;
    }

    /** The answer read. Only of one without problems. */
    public static ServerAddress read(Map<String, ?> answer) {
        return new ServerAddress(
                text(answer, "server_name"),
                text(answer, "server_address"),
                text(answer, "gateway"),
                vlan(answer).orElseThrow().orElse(null),
                words(answer, "name_servers"),
                words(answer, "time_servers"));
    }

    /** The same as texts, as a task would give it. */
    public static Map<String, String> of(ServerAddress address) {
        Map<String, String> answer = new LinkedHashMap<>();
        answer.put("server_name", address.name());
        answer.put("server_address", address.address());
        answer.put("gateway", address.gateway());
        answer.put("vlan", address.vlan() == null ? NO_VLAN : address.vlan().toString());
        answer.put("name_servers", String.join(", ", address.nameServers()));
        answer.put("time_servers", String.join(", ", address.timeServers()));
        return answer;
    }

    private static String part(String problem) {
        if (problem.contains("name server")) {
            return "name_servers";
        }
        if (problem.contains("time server")) {
            return "time_servers";
        }
        if (problem.startsWith("VLAN")) {
            return "vlan";
        }
        if (problem.contains("gateway")) {
            return "gateway";
        }
        return problem.contains("name of a host") ? "server_name" : "server_address";
    }

    private static Optional<Optional<Integer>> vlan(Map<String, ?> answer) {
        String text = text(answer, "vlan");
        if (text.equals(NO_VLAN)) {
            return Optional.of(Optional.empty());
        }
        return text.matches("[0-9]{1,5}") ? Optional.of(Optional.of(Integer.valueOf(text))) : Optional.empty();
    }

    private static List<String> words(Map<String, ?> answer, String part) {
        return Stream.of(text(answer, part).split("[,\\s]+"))
                .filter(word -> !word.isEmpty())
                .toList();
    }

    private static String text(Map<String, ?> answer, String part) {
        Object value = answer.get(part);
        return value == null ? "" : value.toString().strip();
    }
}
