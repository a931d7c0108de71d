package io.gulliver.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.lab.Ledger.Effect;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerTest {

    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-03-01T10:00:00Z"), ZoneOffset.UTC);

    @TempDir
    Path directory;

    @Test
    void keepsEntriesOverARestartAndCountsOn() {
        Ledger.Entry before;
        try (Ledger ledger = open()) {
            before = ledger.record(
                    "hmc-1", "create-partition", "DB01", "gulliver", Effect.CREATED, Map.of("memory", 4096));
        }
        try (Ledger ledger = open()) {
            Ledger.Entry after =
                    ledger.record("hmc-1", "delete-partition", "DB01", "gulliver", Effect.DELETED, Map.of());

            assertThat(ledger.entries()).containsExactly(before, after);
            assertThat(after.seq()).isEqualTo(2);
        }
    }

    @Test
    void cutsOffALineThatWasBeingWrittenWhenTheLabDied() throws IOException {
        try (Ledger ledger = open()) {
            ledger.record("hmc-1", "create-partition", "DB01", "gulliver", Effect.CREATED, Map.of());
        }
        Files.writeString(file(), "{\"seq\":2,\"inst", StandardOpenOption.APPEND);

        try (Ledger ledger = open()) {
            assertThat(ledger.entries()).extracting(Ledger.Entry::object).containsExactly("DB01");
            ledger.record("hmc-1", "create-partition", "DB02", "gulliver", Effect.CREATED, Map.of());
        }
        assertThat(Files.readAllLines(file())).hasSize(2);
    }

    @Test
    void refusesAFileWithAMissingLine() throws IOException {
        try (Ledger ledger = open()) {
            ledger.record("hmc-1", "create-partition", "DB01", "gulliver", Effect.CREATED, Map.of());
            ledger.record("hmc-1", "create-partition", "DB02", "gulliver", Effect.CREATED, Map.of());
        }
        Files.writeString(file(), Files.readAllLines(file()).get(1) + "\n");

        assertThatThrownBy(this::open).hasMessageContaining("line 1 has number 2");
    }

    @Test
    void isReadableByOthersWhileTheLabRuns() throws IOException {
        try (Ledger ledger = open()) {
            ledger.record("hmc-1", "create-partition", "DB01", "gulliver", Effect.CREATED, Map.of());

            assertThat(Files.readString(file())).contains("\"object\":\"DB01\"").endsWith("\n");
        }
    }

    private Ledger open() {
        return Ledger.open(file(), CLOCK);
    }

    private Path file() {
        return directory.resolve("ledger.jsonl");
    }
}
