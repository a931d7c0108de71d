package io.gulliver.adapter.oracle;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * The statement catalogue: every SQL text that is ever sent to a database, by name.
 *
 * <p>Read from {@code gulliver/statements} on the class path: a file {@code index.txt} of names, and one
 * {@code <name>.sql} each, whose first comment is a YAML header. All problems are found at once, at start.
 */
public final class OracleStatements {

    private static final String FOLDER = "gulliver/statements/";
    private static final Pattern FILE = Pattern.compile("/\\*---\\n(.*?)\\n---\\*/\\n(.*)", Pattern.DOTALL);
    private static final Pattern PART = Pattern.compile("\\{\\{> ([a-z0-9-]+\\.txt)}}");
    private static final Pattern SLOT = Pattern.compile("\\{\\{([a-z_]+)}}");

    // Case-insensitive enums: the files say kind: query, as people write it.
    private static final YAMLMapper YAML = YAMLMapper.builder()
            .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .build();

    private static @Nullable OracleStatements loaded;

    private final SortedMap<String, OracleStatement> byId;

    private OracleStatements(SortedMap<String, OracleStatement> byId) {
        this.byId = Collections.unmodifiableSortedMap(byId);
    }

    /**
     * The catalogue of the class path, which is read once.
     *
     * @throws IllegalStateException listing every file that is not well-formed
     */
    public static synchronized OracleStatements load() {
        OracleStatements known = loaded;
        if (known == null) {
            known = read();
            loaded = known;
        }
        return known;
    }

    private static OracleStatements read() {
        SortedMap<String, OracleStatement> byId = new TreeMap<>();
        List<String> problems = new ArrayList<>();
        for (String id : resource("index.txt").split("\n")) {
            try {
                byId.put(id, parse(id, whole(resource(id + ".sql"))));
            } catch (IllegalArgumentException e) {
                problems.add(id + ".sql: " + e.getMessage());
            }
        }
        if (!problems.isEmpty()) {
            throw new IllegalStateException("Statement catalogue " + FOLDER + " is broken; correct these files:\n"
                    + String.join("\n", problems));
        }
        return new OracleStatements(byId);
    }

    /** Reads one file's text; the header must agree with the statement below it. */
    static OracleStatement parse(String id, String content) {
        Matcher file = FILE.matcher(content);
        if (!file.matches()) {
            throw new IllegalArgumentException("no header between /*--- and ---*/ at its start");
        }
        String text = file.group(2).strip();
        OracleStatement statement;
        try {
            var header = YAML.readTree(file.group(1));
            if (!header.isObject()) {
                throw new IllegalArgumentException("the header is not a YAML mapping");
            }
            ((tools.jackson.databind.node.ObjectNode) header).put("text", text);
            statement = YAML.treeToValue(header, OracleStatement.class);
        } catch (JacksonException e) {
            throw new IllegalArgumentException("header not understood: " + e.getOriginalMessage(), e);
        }
        check(id, statement);
        return statement;
    }

    private static void check(String id, OracleStatement statement) {
        require(statement.id().equals(id), "its id is " + statement.id());
        require(!statement.about().isBlank() && !statement.source().isBlank(), "about and source must be said");
        require(
                names(statement.binds())
                        .equals(new TreeSet<>(SqlText.of(statement.text()).binds())),
                "binds in the header and in the text differ");
        SortedSet<String> slots = new TreeSet<>();
        Matcher slot = SLOT.matcher(statement.text());
        while (slot.find()) {
            slots.add(slot.group(1));
        }
        require(names(statement.slots()).equals(slots), "slots in the header and in the text differ");
        require(
                statement.answersRows() != statement.columns().isEmpty(),
                "a query names its columns, a command has none");
        require(!statement.answersRows() || !statement.mutates(), "a query does not mutate");
        boolean block = statement.kind() == OracleStatement.Kind.BLOCK;
        require(block == statement.text().endsWith(";"), "only a PL/SQL block ends with a semicolon");
    }

    private static SortedSet<String> names(List<OracleStatement.Field> fields) {
        SortedSet<String> names = new TreeSet<>();
        for (OracleStatement.Field field : fields) {
            require(names.add(field.name()), field.name() + " is declared twice");
        }
        return names;
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }

    /** A file with what it takes from files that several statements share. */
    private static String whole(String file) {
        return PART.matcher(file)
                .replaceAll(
                        part -> Matcher.quoteReplacement(resource(part.group(1)).strip()));
    }

    private static String resource(String name) {
        try (InputStream in = OracleStatements.class.getClassLoader().getResourceAsStream(FOLDER + name)) {
            if (in == null) {
                throw new IllegalStateException("Statement catalogue: " + FOLDER + name
                        + " is not on the class path; is the playbooks module packaged?");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("Statement catalogue: " + FOLDER + name + " cannot be read", e);
        }
    }

    /**
     * The statement of this name.
     *
     * @throws IllegalArgumentException when the catalogue has none
     */
    public OracleStatement require(String id) {
        OracleStatement statement = byId.get(id);
        if (statement == null) {
            throw new IllegalArgumentException("The statement catalogue has no \"" + id + "\"");
        }
        return statement;
    }

    /**
     * The statement of this name for a release: itself, or its variant {@code <name>-<number>} that the release knows.
     *
     * @return itself as well where no variant fits; the database then says why not
     */
    OracleStatement fitting(OracleStatement statement, String release) {
        if (statement.versions().contains(release)) {
            return statement;
        }
        return byId.subMap(statement.id() + "-", statement.id() + ".").values().stream()
                .filter(variant ->
                        variant.id().substring(statement.id().length()).matches("-\\d+")
                                && variant.versions().contains(release))
                .reduce((one, other) -> OracleStatement.Versions.order(
                                        one.versions().min(), other.versions().min())
                                < 0
                        ? other
                        : one)
                .orElse(statement);
    }

    /** All statements, by name. */
    public SortedMap<String, OracleStatement> all() {
        return byId;
    }
}
