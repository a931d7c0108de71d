package io.gulliver.domain.program;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProgramRulesTest {
    @Test
    void anArchivedProgramStartsNothingAndOneAtWorkIsNotDeleted() {
        assertThat(ProgramRules.start("atlas", "PAY", false)).isEmpty();
        assertThat(ProgramRules.start("atlas", "PAY", true).orElseThrow().message())
                .startsWith("No run of database PAY starts");
        assertThat(ProgramRules.delete("atlas", false, 0).orElseThrow().message())
                .contains("Archive it first");
        assertThat(ProgramRules.delete("atlas", true, 0)).isEmpty();
    }

    @Test
    void openRunsKeepAProgram() {
        assertThat(ProgramRules.archive("atlas", 0)).isEmpty();
        assertThat(ProgramRules.archive("atlas", 2).orElseThrow().message())
                .isEqualTo("Program atlas is not archived: 2 of its runs are open. Let them end, or abort them first.");
        assertThat(ProgramRules.delete("atlas", true, 1).orElseThrow().message())
                .contains("is not deleted: 1 of");
    }
}
