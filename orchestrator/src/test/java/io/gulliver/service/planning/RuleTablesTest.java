package io.gulliver.service.planning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.engine.EngineException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RuleTablesTest {
    @TempDir
    Path directory;

    @Test
    void theShippedTablesServeWhereTheOperatorHasNone() {
        assertThat(RuleTables.of(directory.resolve("absent"))).isSameAs(RuleTables.shipped());
        assertThat(RuleTables.of(directory).files())
                .isNotEmpty()
                .allSatisfy(file -> assertThat(file.file()).isNull());
    }

    @Test
    void aFileOfTheOperatorsStandsInPlaceOfTheShippedOne() throws IOException {
        Path own = put("capacity/processors.yaml", """
                as_of: 2026-10-01
                unit: MIPS
                whole_units: true
                sources:
                  - {model: "Xeon Gold 6338", units_per_busy_core: 720, measured: true, source: our licensed table}
                targets:
                  - {model: "Emperor 5", units_per_ifl: {1: 3100, 8: 2900}, measured: true, source: our licensed table}
                """);

        RuleTables tables = RuleTables.of(directory);

        assertThat(tables.processors().source("Xeon Gold 6338").unitsPerBusyCore())
                .isEqualTo(720);
        assertThat(tables.processors().sources()).hasSize(1);
        assertThat(tables.methods()).isEqualTo(RuleTables.shipped().methods());
        assertThat(tables.files())
                .filteredOn(file -> file.file() != null)
                .singleElement()
                .satisfies(file -> {
                    assertThat(file.file()).isEqualTo(own);
                    assertThat(file.asOf()).isEqualTo("2026-10-01");
                });
    }

    @Test
    void aBrokenFileIsToldWithItsNameItsLineAndWhatToDo() throws IOException {
        Path own = put("capacity/arrays.yaml", "as_of: 2026-10-01\narrays:\n  - model: [\n");
        assertThatThrownBy(() -> RuleTables.of(directory))
                .isInstanceOf(EngineException.class)
                .hasMessageStartingWith("Table " + own + ", line ")
                .hasMessageContaining("nothing was changed");
    }

    @Test
    void anImpossibleFigureIsToldWithItsEntry() throws IOException {
        Path own = put("capacity/processors.yaml", """
                as_of: 2026-10-01
                unit: MIPS
                whole_units: true
                sources:
                  - {model: "Xeon Gold 6338", units_per_busy_core: -7, measured: true, source: ours}
                targets: []
                """);
        assertThatThrownBy(() -> RuleTables.of(directory))
                .isInstanceOf(EngineException.class)
                .hasMessageStartingWith("Table " + own + ": units_per_busy_core is '-7'")
                .hasMessageContaining("Xeon Gold 6338");
    }

    @Test
    void aNameThatNoTableHasIsRefused() throws IOException {
        put("capacity/processor.yaml", "as_of: 2026-10-01\n");
        assertThatThrownBy(() -> RuleTables.of(directory))
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("capacity/processor.yaml: there is no table of this name")
                .hasMessageContaining("capacity/processors.yaml");
    }

    @Test
    void anEmptyFileIsNoTable() throws IOException {
        put("rules/releases.yaml", "");
        assertThatThrownBy(() -> RuleTables.of(directory)).hasMessageContaining("rules/releases.yaml");
    }

    private Path put(String name, String text) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }
}
