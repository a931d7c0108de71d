package io.gulliver.playbook;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Finds what a published playbook says otherwise now, and in which file that is written. */
final class PublishedCheck {
    private final Places places;
    private final JsonNode now;
    private final JsonNode before;
    private final FragmentCatalogue fragments;
    private final String playbook;
    private final List<PlaybookProblem> problems = new ArrayList<>();

    PublishedCheck(Places places, JsonNode now, JsonNode before, FragmentCatalogue fragments) {
        this.places = places;
        this.now = now;
        this.before = before;
        this.fragments = fragments;
        this.playbook = "playbook " + TreeReader.text(now, "name", "") + " v" + TreeReader.number(now, "version", 0);
    }

    List<PlaybookProblem> problems() {
        for (String field : fields(now, before)) {
            if (!field.equals("steps") && !now.path(field).equals(before.path(field))) {
                head(field);
            }
        }
        Map<String, JsonNode> published = new HashMap<>();
        before.path("steps").forEach(step -> published.put(TreeReader.text(step, "id", ""), step));
        JsonNode steps = now.path("steps");
        for (int i = 0; i < steps.size(); i++) {
            JsonNode step = steps.get(i);
            String id = TreeReader.text(step, "id", "");
            JsonNode was = published.remove(id);
            String at = "/steps/" + i;
            if (was == null) {
                refuse(at, step, "step '" + id + "' was not in " + playbook + " when it was published");
                continue;
            }
            for (String field : fields(step, was)) {
                if (!step.path(field).equals(was.path(field))) {
                    refuse(
                            at + "/" + field,
                            step,
                            "step '" + id + "' is not as " + playbook + " was published with: '" + field + "' was "
                                    + said(was.get(field)) + " and is " + said(step.get(field)));
                }
            }
        }
        published.values().forEach(this::gone);
        return problems;
    }

    private void head(String field) {
        JsonNode is = now.path(field);
        JsonNode was = before.path(field);
        if (!is.isObject() || !was.isObject()) {
            refuse(
                    "/" + field,
                    now,
                    "'" + field + "' of " + playbook + " was " + said(before.get(field)) + " and is "
                            + said(now.get(field)));
            return;
        }
        for (String name : fields(is, was)) {
            if (!is.path(name).equals(was.path(name))) {
                refuse(
                        YamlDocument.pointer("/" + field, name),
                        now,
                        "'" + name + "' under " + field + " of " + playbook + " was " + said(was.get(name)) + " and is "
                                + said(is.get(name)));
            }
        }
    }

    private void gone(JsonNode step) {
        String from = TreeReader.text(step, "from", "");
        Fragment fragment = fragments.find(from);
        String message =
                "step '" + TreeReader.text(step, "id", "") + "' of " + playbook + " as it was published is gone";
        if (fragment == null) {
            refuse("/steps", step, message);
        } else {
            problems.add(fragment.document().problem("/steps", message, advice(from)));
        }
    }

    private void refuse(String pointer, JsonNode step, String message) {
        problems.add(places.problem(pointer, message, advice(TreeReader.text(step, "from", ""))));
    }

    private static String advice(String from) {
        return from.isEmpty()
                ? "A published version is never edited: put it back, and write the next version"
                : "A fragment is frozen once a published playbook uses it: put " + from
                        + " back, and write its next version";
    }

    private static TreeSet<String> fields(JsonNode one, JsonNode other) {
        TreeSet<String> fields = new TreeSet<>();
        one.properties().forEach(entry -> fields.add(entry.getKey()));
        other.properties().forEach(entry -> fields.add(entry.getKey()));
        return fields;
    }

    private static String said(@Nullable JsonNode value) {
        String text = value == null ? "not there" : value.toString();
        return text.length() > 80 ? text.substring(0, 77) + "..." : text;
    }
}
