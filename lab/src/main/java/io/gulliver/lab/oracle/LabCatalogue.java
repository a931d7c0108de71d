package io.gulliver.lab.oracle;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * The statements that a lab database understands: those of the catalogue and no others.
 *
 * <p>A text is recognised with its white space folded. Where a file has a slot, the text may hold a quoted name, a literal
 * or a number; where it has the digest of a row, only expressions made of the catalogue's canonical forms.
 */
final class LabCatalogue {

    /** A statement recognised. */
    record Known(String id, String kind, boolean mutates, String min, String max, Map<String, String> slots) {}

    private record Slotted(JsonNode header, Pattern pattern, List<String> slots) {}

    private static final String FOLDER = "gulliver/statements/";
    private static final Pattern FILE = Pattern.compile("/\\*---\\n(.*?)\\n---\\*/\\n(.*)", Pattern.DOTALL);
    private static final Pattern PART = Pattern.compile("\\{\\{> ([a-z0-9-]+\\.txt)}}");
    private static final Pattern SLOT = Pattern.compile("\\{\\{([a-z_]+)}}");
    private static final Pattern BIND = Pattern.compile("(?<![:\\w]):[a-zA-Z]\\w*");
    private static final String ROWID = "CHARTOROWID\\('[^']*'\\)";
    private static final String WHOLE = "-?\\d+";
    private static final String TEXT = "UTL_RAW\\.CAST_TO_VARCHAR2\\(HEXTORAW\\(\\?\\)\\)";
    private static final String NAME = "\"[^\"]{1,128}\"";

    private final Map<String, JsonNode> exact = new HashMap<>();
    private final List<Slotted> patterns = new ArrayList<>();

    private LabCatalogue() {}

    /** Read once: every laboratory of a process knows the same statements, and nothing changes them. */
    private static final class Shipped {
        static final LabCatalogue CATALOGUE = read();
    }

    static LabCatalogue load() {
        return Shipped.CATALOGUE;
    }

    private static LabCatalogue read() {
        LabCatalogue catalogue = new LabCatalogue();
        YAMLMapper yaml = new YAMLMapper();
        Map<String, String> texts = new LinkedHashMap<>();
        Map<String, JsonNode> headers = new LinkedHashMap<>();
        for (String id : resource("index.txt").split("\n")) {
            Matcher file = FILE.matcher(whole(resource(id + ".sql")));
            if (!file.matches()) {
                throw new IllegalStateException("statement " + id + " has no header");
            }
            headers.put(id, yaml.readTree(file.group(1)));
            texts.put(id, file.group(2));
        }
        Map<String, String> rows = Map.of(
                "row", rowPattern(headers.get("table-row-hash"), true),
                "text", rowPattern(headers.get("table-row-ora-hash"), false));
        texts.forEach((id, text) ->
                catalogue.add(headers.get(id), fold(BIND.matcher(text).replaceAll("?")), rows));
        return catalogue;
    }

    private void add(JsonNode header, String text, Map<String, String> rows) {
        if (!text.contains("{{")) {
            exact.put(text, header);
            return;
        }
        Map<String, String> types = new HashMap<>();
        header.get("slots")
                .forEach(slot ->
                        types.put(slot.get("name").asString(), slot.get("type").asString()));
        StringBuilder regex = new StringBuilder();
        List<String> slots = new ArrayList<>();
        Matcher slot = SLOT.matcher(text);
        int at = 0;
        while (slot.find()) {
            regex.append(Pattern.quote(text.substring(at, slot.start())));
            at = slot.end();
            String name = slot.group(1);
            if (slots.contains(name)) {
                // A slot that stands twice must hold the same.
                regex.append("\\").append(slots.indexOf(name) + 1).append("(?!\\d)");
                continue;
            }
            slots.add(name);
            regex.append('(').append(slotPattern(types.get(name), rows)).append(')');
        }
        regex.append(Pattern.quote(text.substring(at)));
        patterns.add(new Slotted(header, Pattern.compile(regex.toString()), slots));
    }

    private static String slotPattern(String type, Map<String, String> rows) {
        switch (type) {
            case "word":
                return "(?:[A-Z][A-Z0-9_$#]*(?: [A-Z][A-Z0-9_$#]*)*|\\d*\\.?\\d+)";
            case "identifier", "grantee":
                // SQL*Plus scripts name things without quotes; such a name is read in capitals.
                return NAME + "|[A-Za-z][A-Za-z0-9_$#]*";
            case "identifiers":
                return NAME + "(?:, " + NAME + ")*";
            case "password":
                return NAME;
            case "literal":
                return "'(?:[^']|'')*+'";
            case "number":
                return "\\d+";
            case "table":
                return NAME + "\\." + NAME;
            case "segment":
                return "ROWID >= " + ROWID + "(?: AND ROWID < " + ROWID + ")?|ROWID < " + ROWID + "|" + NAME + " >= "
                        + WHOLE + "(?: AND " + NAME + " < " + WHOLE + ")?|" + NAME + " < " + WHOLE + "|" + NAME + " >= "
                        + TEXT + "(?: AND " + NAME + " < " + TEXT + ")?|" + NAME + " < " + TEXT + "|" + NAME
                        + " IS NOT NULL";
            case "row", "text":
                return String.valueOf(rows.get(type));
            default:
                throw new IllegalStateException("unknown type of slot " + type);
        }
    }

    /** What the digest of a row may look like, or the text that a statement digests itself. */
    private static String rowPattern(JsonNode header, boolean standardHash) {
        UnaryOperator<String> part = standardHash
                ? text -> "RAWTOHEX\\(STANDARD_HASH\\(" + text + ", 'SHA256'\\)\\)"
                : text ->
                        "TO_CHAR\\(ORA_HASH\\(" + text + ", 4294967295, 0\\)\\) \\|\\| ':' \\|\\| TO_CHAR\\(ORA_HASH\\("
                                + text + ", 4294967295, 1\\)\\)";
        String characters = "(?:" + NAME + "|RTRIM\\(" + NAME + "\\))";
        List<String> forms = new ArrayList<>();
        String converted = "";
        for (Map.Entry<String, JsonNode> form : header.get("forms").properties()) {
            String pattern = literal(form.getValue().asString());
            if (form.getKey().equals("CONVERTED")) {
                converted = pattern.replace(literal("{{c}}"), characters).replace(literal("{{from}}"), "\\d+");
            } else {
                forms.add(pattern.replace(literal("{{c}}"), NAME));
            }
        }
        String form = "(?:" + String.join("|", forms) + ")";
        String column = "(?:NVL2\\(" + NAME + ", (?:TO_CHAR\\(LENGTH\\(" + form + "\\)\\) \\|\\| ':' \\|\\| " + form
                + "|"
                + part.apply(form) + "|TO_CHAR\\(LENGTH\\(" + characters + "\\)\\)(?: \\|\\| ':' \\|\\| " + converted
                + "|(?: \\|\\| ':' \\|\\| " + part.apply("NVL\\(" + converted + ", '-'\\)") + ")++)), '-'\\)|CASE WHEN "
                + NAME + " IS NULL THEN '-' ELSE " + form + " END)";
        String group = column + "(?: \\|\\| CHR\\(31\\) \\|\\| " + column + ")*+";
        if (!standardHash) {
            return group + "|" + part.apply(group) + "(?: \\|\\| CHR\\(31\\) \\|\\| " + part.apply(group) + ")++";
        }
        return "STANDARD_HASH\\(" + group + ", 'SHA256'\\)|STANDARD_HASH\\(" + part.apply(group) + "(?: \\|\\| "
                + part.apply(group) + ")++, 'SHA256'\\)";
    }

    private static String literal(String text) {
        return text.replaceAll("[\\\\(){}\\[\\]|*+?.^$]", "\\\\$0");
    }

    /** The statement that this text is, or empty. */
    Optional<Known> find(String text) {
        String folded = fold(text);
        JsonNode header = exact.get(folded);
        if (header != null) {
            return Optional.of(known(header, Map.of()));
        }
        for (Slotted candidate : patterns) {
            Matcher matcher = candidate.pattern().matcher(folded);
            if (matcher.matches()) {
                Map<String, String> slots = new HashMap<>();
                for (int i = 0; i < candidate.slots().size(); i++) {
                    slots.put(candidate.slots().get(i), plain(matcher.group(i + 1)));
                }
                return Optional.of(known(candidate.header(), slots));
            }
        }
        return Optional.empty();
    }

    private static Known known(JsonNode header, Map<String, String> slots) {
        JsonNode versions = header.get("versions");
        return new Known(
                header.get("id").asString(),
                header.get("kind").asString(),
                header.get("mutates").asBoolean(),
                versions.get("min").asString(),
                versions.has("max") ? versions.get("max").asString() : "",
                slots);
    }

    private static String plain(String slot) {
        if (slot.matches(NAME)) {
            return slot.substring(1, slot.length() - 1);
        }
        if (slot.matches(NAME + "(?:, " + NAME + ")+")) {
            return slot.substring(1, slot.length() - 1).replace("\", \"", ",");
        }
        if (slot.startsWith("'")) {
            return slot.substring(1, slot.length() - 1).replace("''", "'");
        }
        return slot.matches("[A-Za-z][A-Za-z0-9_$#]*") ? slot.toUpperCase(java.util.Locale.ROOT) : slot;
    }

    /** White space outside of quotes folded to single blanks. */
    static String fold(String text) {
        StringBuilder out = new StringBuilder();
        char quote = 0;
        for (char c : text.strip().toCharArray()) {
            if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if (c == '\'' || c == '"') {
                quote = c;
            } else if (Character.isWhitespace(c)) {
                if (out.charAt(out.length() - 1) != ' ') {
                    out.append(' ');
                }
                continue;
            }
            out.append(c);
        }
        return out.toString();
    }

    /** A file with what it takes from files that several statements share. */
    private static String whole(String file) {
        return PART.matcher(file)
                .replaceAll(
                        part -> Matcher.quoteReplacement(resource(part.group(1)).strip()));
    }

    static String resource(String name) {
        try (InputStream in = LabCatalogue.class.getClassLoader().getResourceAsStream(FOLDER + name)) {
            if (in == null) {
                throw new IllegalStateException(FOLDER + name + " is not on the class path");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
