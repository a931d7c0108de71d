package io.gulliver.playbook;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A text with references: {@code vol-${item}}. A text that is one reference and nothing else keeps the type of what it
 * names. {@code $${} stands for a plain <code>${</code>.
 */
final class Template {
    /** What a reference starts with. */
    enum Root {
        FACT,
        PARAM,
        STEP_OUTPUT,
        STEP_ITEMS,
        STEP_ID,
        INPUT,
        ITEM,
        ITERATION,
        NAME,
        MIGRATION
    }

    /**
     * One reference.
     *
     * @param root what kind of thing it names
     * @param name of the fact, parameter, input of a fragment, allocated name or migration field; of a step its id; else
     *     empty
     * @param output name of the output of a step, or null for all its items
     * @param ofItem followed by {@code [item]}: the entry of a map
     * @param text as written, without the braces
     */
    record Reference(Root root, String name, @Nullable String output, boolean ofItem, String text) {}

    /** A reference that cannot be read. */
    static final class Unreadable extends Exception {
        private static final long serialVersionUID = 1L;

        Unreadable(String message) {
            super(message);
        }
    }

    private static final String WORD = "[a-z][a-z0-9_]{0,62}";
    private static final String ID = "[a-z0-9][a-z0-9-]{0,62}";
    private static final Pattern FACT = Pattern.compile("facts\\.(" + WORD + "(?:\\." + WORD + "){0,3})(\\[item])?");
    private static final Pattern PARAM = Pattern.compile("params\\.(" + WORD + ")(\\[item])?");
    private static final Pattern OUTPUT = Pattern.compile("steps\\.(" + ID + ")\\.outputs\\.(" + WORD + ")(\\[item])?");
    private static final Pattern ITEMS = Pattern.compile("steps\\.(" + ID + ")\\.items(?:\\.(" + WORD + "))?");
    private static final Pattern STEP_ID = Pattern.compile("steps\\.(" + ID + ")\\.id");
    private static final Pattern INPUT = Pattern.compile("inputs\\.(" + WORD + ")(\\[item])?");
    private static final Pattern NAME = Pattern.compile("names\\.(" + WORD + ")");
    private static final Pattern MIGRATION = Pattern.compile("migration\\.(program|database|id|purpose)");

    /** Literal texts and references, in order. */
    private final List<Object> parts;

    private Template(List<Object> parts) {
        this.parts = parts;
    }

    List<Object> parts() {
        return parts;
    }

    List<Reference> references() {
        List<Reference> references = new ArrayList<>();
        for (Object part : parts) {
            if (part instanceof Reference reference) {
                references.add(reference);
            }
        }
        return references;
    }

    /** The reference that the whole text is, or null. */
    @Nullable
    Reference whole() {
        return parts.size() == 1 && parts.get(0) instanceof Reference reference ? reference : null;
    }

    static Template parse(String text) throws Unreadable {
        List<Object> parts = new ArrayList<>();
        StringBuilder literal = new StringBuilder();
        int at = 0;
        while (at < text.length()) {
            if (text.startsWith("$${", at)) {
                literal.append("${");
                at += 3;
            } else if (text.startsWith("${", at)) {
                int end = text.indexOf('}', at);
                if (end < 0) {
                    throw new Unreadable("the reference '" + clip(text.substring(at)) + "' has no closing }");
                }
                if (literal.length() > 0) {
                    parts.add(literal.toString());
                    literal.setLength(0);
                }
                parts.add(reference(text.substring(at + 2, end).trim()));
                at = end + 1;
            } else {
                literal.append(text.charAt(at++));
            }
        }
        if (literal.length() > 0) {
            parts.add(literal.toString());
        }
        return new Template(List.copyOf(parts));
    }

    private static Reference reference(String text) throws Unreadable {
        if (text.equals("item")) {
            return new Reference(Root.ITEM, "", null, false, text);
        }
        if (text.equals("iteration")) {
            return new Reference(Root.ITERATION, "", null, false, text);
        }
        Matcher fact = FACT.matcher(text);
        if (fact.matches()) {
            return new Reference(Root.FACT, fact.group(1), null, fact.group(2) != null, text);
        }
        Matcher param = PARAM.matcher(text);
        if (param.matches()) {
            return new Reference(Root.PARAM, param.group(1), null, param.group(2) != null, text);
        }
        Matcher output = OUTPUT.matcher(text);
        if (output.matches()) {
            return new Reference(Root.STEP_OUTPUT, output.group(1), output.group(2), output.group(3) != null, text);
        }
        Matcher items = ITEMS.matcher(text);
        if (items.matches()) {
            return new Reference(Root.STEP_ITEMS, items.group(1), items.group(2), false, text);
        }
        Matcher id = STEP_ID.matcher(text);
        if (id.matches()) {
            return new Reference(Root.STEP_ID, id.group(1), null, false, text);
        }
        Matcher input = INPUT.matcher(text);
        if (input.matches()) {
            return new Reference(Root.INPUT, input.group(1), null, input.group(2) != null, text);
        }
        Matcher name = NAME.matcher(text);
        if (name.matches()) {
            return new Reference(Root.NAME, name.group(1), null, false, text);
        }
        Matcher migration = MIGRATION.matcher(text);
        if (migration.matches()) {
            return new Reference(Root.MIGRATION, migration.group(1), null, false, text);
        }
        throw new Unreadable("the reference ${" + clip(text) + "} cannot be read; known are facts.x, params.x,"
                + " steps.ID.outputs.x, steps.ID.items, steps.ID.id, inputs.x, names.x, item, iteration,"
                + " migration.program, .database, .id and .purpose");
    }

    /** A plain text as a template writes it. */
    static String escape(String literal) {
        return literal.replace("${", "$${");
    }

    /** A reference to a step, with the text that reads as it. */
    static Reference reference(Root root, String step, @Nullable String output, boolean ofItem) {
        String text = switch (root) {
            case STEP_OUTPUT -> "steps." + step + ".outputs." + output + (ofItem ? "[item]" : "");
            case STEP_ITEMS -> "steps." + step + ".items" + (output == null ? "" : "." + output);
            case STEP_ID -> "steps." + step + ".id";
            default -> throw new IllegalArgumentException(root + " names no step");
        };
        return new Reference(root, step, output, ofItem, text);
    }

    private static String clip(String text) {
        return text.length() > 80 ? text.substring(0, 77) + "..." : text;
    }
}
