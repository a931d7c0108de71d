package io.gulliver.persistence;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.testing.TestStore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Every table and column of the store with its type, against the copy that was frozen with a release: reports of others
 * read them, and a dump of a release is loaded by a newer one. And the migrations that a release has shipped, by their
 * bytes: a changed one would stop every store that has run it.
 */
@Tag("store")
class StoreNamesTest {
    private static final String FROZEN = "/names/0.1.0-store.txt";

    @Test
    void noTableOrColumnOfAReleaseIsGone() throws Exception {
        try (StoreDatabase store = TestStore.create().open(Clock.systemUTC())) {
            Set<String> columns =
                    new TreeSet<>(store.jdbc().sql("""
                            select table_name || '.' || column_name || ': ' || data_type
                            from information_schema.columns
                            where table_schema = current_schema() and table_name <> 'flyway_schema_history'
                            """).query(String.class).list());
            Path written = Files.write(Path.of("target", "store-names.txt"), columns);
            assertThat(columns)
                    .as("columns, of which those of " + FROZEN + " must all be there; all of now are in " + written)
                    .containsAll(frozen("table "));
        }
    }

    @Test
    void noMigrationOfAReleaseIsChanged() throws Exception {
        for (String line : frozen("migration ")) {
            String name = line.substring(0, line.indexOf(' '));
            String hash = line.substring(line.indexOf(' ') + 1);
            assertThat(hash(name)).as(name + ", which a release has shipped").isEqualTo(hash);
        }
    }

    private static String hash(String migration) throws Exception {
        String resource = "/db/migration/" + migration;
        try (InputStream file = Objects.requireNonNull(StoreNamesTest.class.getResourceAsStream(resource), resource)) {
            return java.util.HexFormat.of()
                    .formatHex(
                            java.security.MessageDigest.getInstance("SHA-256").digest(file.readAllBytes()));
        }
    }

    private static Set<String> frozen(String kind) throws IOException {
        try (InputStream file = Objects.requireNonNull(StoreNamesTest.class.getResourceAsStream(FROZEN), FROZEN)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> line.startsWith(kind))
                    .map(line -> line.substring(kind.length()))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }
}
