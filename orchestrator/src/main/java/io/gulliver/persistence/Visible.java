package io.gulliver.persistence;

import io.gulliver.domain.people.Access;
import io.gulliver.domain.people.Account;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Conditions of a query that leave out what is not there for a person: it is not listed, and so not counted. */
public final class Visible {
    private Visible() {}

    /**
     * Rows of programs that the person sees.
     *
     * @param column of the program's key
     * @param parameters gets those of the condition
     */
    public static String programs(Access access, String column, Map<String, Object> parameters) {
        if (access.seesAll()) {
            return "1 = 1";
        }
        List<String> seen = List.copyOf(access.seen());
        if (seen.isEmpty()) {
            return "1 = 0";
        }
        parameters.put("seenPrograms", seen);
        return column + " in (:seenPrograms)";
    }

    /**
     * Rows that wait for one of the person's functions in their program; to be joined with {@link #programs}.
     *
     * @param column of the program's key
     * @param role column of the function's key
     */
    public static String queues(Access access, String column, String role, Map<String, Object> parameters) {
        List<String> parts = new ArrayList<>();
        access.functions().forEach((program, keys) -> {
            if (keys.isEmpty()) {
                return;
            }
            String name = "functions" + parts.size();
            parameters.put(name, List.copyOf(keys));
            if (program.equals(Account.EVERY)) {
                parts.add(role + " in (:" + name + ")");
            } else {
                parameters.put(name + "Of", program);
                parts.add("(" + column + " = :" + name + "Of and " + role + " in (:" + name + "))");
            }
        });
        return parts.isEmpty() ? "1 = 0" : "(" + String.join(" or ", parts) + ")";
    }
}
