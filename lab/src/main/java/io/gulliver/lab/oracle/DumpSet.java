package io.gulliver.lab.oracle;

import io.gulliver.lab.FullDisk;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The lab's dump files: everything an import needs, so that it never looks at the source.
 *
 * <p>Each file is a chain of compressed members: a header, then one member a table, in the first file last the dictionary.
 * A member is written whole or not at all, so a stopped export goes on where it was.
 */
final class DumpSet {

    /** A dictionary view whose rows travel, with the column that names the owner. */
    record Part(String view, String owner) {}

    /**
     * What travels with an owner, in the order in which an import makes it. Rights on SYS objects do not: no export takes
     * them; nor does one by schema take what is of nobody in its list: other users, roles, profiles, public synonyms.
     */
    static final List<Part> PARTS = List.of(
            new Part("DBA_USERS", "username"),
            new Part("DBA_ROLE_PRIVS", "grantee"),
            new Part("DBA_SYS_PRIVS", "grantee"),
            new Part("DBA_TS_QUOTAS", "username"),
            new Part("DBA_TYPES", "owner"),
            new Part("DBA_TABLES", "owner"),
            new Part("DBA_TAB_COLUMNS", "owner"),
            new Part("DBA_LOBS", "owner"),
            new Part("DBA_SEGMENTS", "owner"),
            new Part("DBA_CONSTRAINTS", "owner"),
            new Part("DBA_CONS_COLUMNS", "owner"),
            new Part("DBA_INDEXES", "owner"),
            new Part("DBA_SEQUENCES", "sequence_owner"),
            new Part("DBA_TAB_IDENTITY_COLS", "owner"),
            new Part("DBA_TRIGGERS", "owner"),
            new Part("DBA_SYNONYMS", "owner"),
            new Part("DBA_DB_LINKS", "owner"),
            new Part("DBA_SCHEDULER_JOBS", "owner"),
            new Part("DBA_JOBS", "schema_user"),
            new Part("DBA_QUEUE_TABLES", "owner"),
            new Part("DBA_MVIEWS", "owner"),
            new Part("DBA_EXTERNAL_TABLES", "owner"),
            new Part("DBA_POLICIES", "object_owner"),
            new Part("REDACTION_POLICIES", "object_owner"),
            new Part("REDACTION_COLUMNS", "object_owner"),
            new Part("DBA_AUDIT_POLICIES", "object_schema"),
            new Part("DBA_AUDIT_POLICY_COLUMNS", "object_schema"),
            new Part("DBA_OBJECTS", "owner"),
            new Part("DBA_TAB_PRIVS", "owner"));

    /** Of these a grant or a quota of a user is made. */
    static final List<String> OF_USERS =
            List.of("DBA_USERS", "LAB$SECRETS", "DBA_ROLE_PRIVS", "DBA_SYS_PRIVS", "DBA_TS_QUOTAS");

    /** Types that are rebuilt from text when read. */
    private static final String BINARY = "base64:";

    private static final JsonMapper JSON = JsonMapper.shared();

    private DumpSet() {}

    /** The files of a set: one for each writer when the name holds %U or %L. */
    static List<Path> files(Path directory, String template, int count) {
        List<Path> files = new ArrayList<>();
        if (!template.contains("%")) {
            return List.of(directory.resolve(template));
        }
        for (int i = 1; i <= count; i++) {
            files.add(directory.resolve(template.replaceAll("%[UuLl]", String.format("%02d", i))));
        }
        return files;
    }

    /** Appends one member of JSON lines to a file. */
    static void append(Path file, List<?> lines) throws IOException {
        FullDisk.check(file);
        try (Writer out = new OutputStreamWriter(
                new GZIPOutputStream(Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)),
                StandardCharsets.UTF_8)) {
            for (Object line : lines) {
                out.write(JSON.writeValueAsString(line));
                out.write('\n');
            }
        }
    }

    /** Reads every line of a file, in order. */
    static void read(Path file, Consumer<JsonNode> lines) throws IOException {
        try (BufferedReader in = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                lines.accept(JSON.readTree(line));
            }
        }
    }

    /** The bytes of the tables in a file; 0 where it is no dump file, or one that is still being written. */
    static long bytes(Path file) {
        long[] sum = new long[1];
        try (InputStream start = Files.newInputStream(file)) {
            if (start.read() != 0x1f || start.read() != 0x8b) {
                return 0;
            }
            read(file, line -> sum[0] += line.has("table") ? line.path("bytes").asLong() : 0);
        } catch (IOException | JacksonException torn) {
            return 0;
        }
        return sum[0];
    }

    /** A row as it stands in the file. */
    static Map<String, @Nullable String> written(Map<String, @Nullable Object> row) throws SQLException {
        Map<String, @Nullable String> out = new LinkedHashMap<>();
        for (Map.Entry<String, @Nullable Object> value : row.entrySet()) {
            out.put(value.getKey(), text(value.getValue()));
        }
        return out;
    }

    private static @Nullable String text(@Nullable Object value) throws SQLException {
        if (value == null) {
            return null;
        }
        if (value instanceof byte[] bytes) {
            return BINARY + Base64.getEncoder().encodeToString(bytes);
        }
        if (value instanceof Blob blob) {
            return BINARY + Base64.getEncoder().encodeToString(blob.getBytes(1, (int) blob.length()));
        }
        if (value instanceof Clob clob) {
            return "S" + clob.getSubString(1, (int) clob.length());
        }
        if (value instanceof Timestamp time) {
            return "T" + time;
        }
        if (value instanceof Double number) {
            return "D" + number;
        }
        return (value instanceof Number ? "N" : "S") + value;
    }

    /** The value that {@link #written} wrote. */
    static @Nullable Object read(JsonNode node) {
        if (node.isNull()) {
            return null;
        }
        String text = node.asString();
        if (text.startsWith(BINARY)) {
            return Base64.getDecoder().decode(text.substring(BINARY.length()));
        }
        String rest = text.substring(1);
        switch (text.charAt(0)) {
            case 'T':
                return Timestamp.valueOf(rest);
            case 'D':
                return Double.valueOf(rest);
            case 'N':
                return new BigDecimal(rest);
            default:
                return rest;
        }
    }
}
