package io.gulliver.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeFileTest {
    @TempDir
    private Path directory;

    @Test
    void whoReadsMeanwhileSeesTheFileAsItWasOrAsItIsThen() throws Exception {
        Path file = directory.resolve("oratab");
        List<String> before = List.of("PAYROLL:/u01/dbhome_1:Y");
        List<String> after = List.of("PAYROLL:/u01/dbhome_1:Y", "TIMECARD:/u01/dbhome_1:Y");
        WholeFile.write(file, before);

        CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> {
            for (int round = 0; round < 2_000; round++) {
                try {
                    WholeFile.write(file, round % 2 == 0 ? after : before);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        });
        Set<Integer> sizes = new TreeSet<>();
        do {
            sizes.add(Files.readAllLines(file).size());
        } while (!writer.isDone());
        writer.join();

        assertThat(sizes).isSubsetOf(1, 2);
        assertThat(directory).isDirectoryContaining(one -> one.equals(file)).isDirectoryNotContaining("glob:**.part");
    }
}
