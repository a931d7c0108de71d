package io.gulliver.persistence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.domain.build.BuildApproval;
import io.gulliver.domain.build.DesignLine;
import io.gulliver.persistence.build.BuildApprovalStore;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Approved designs of servers: each once, with all its lines, and in the record. */
class BuildApprovalStoreTest extends StoreContract {
    private static final Instant THEN = Instant.parse("2026-06-14T10:00:00Z");
    private static final List<DesignLine> LINES = List.of(
            new DesignLine("ifls", "IFLs", "3", ""), new DesignLine("memory_gib", "memory at its start", "64", "GiB"));

    private static BuildApproval approval(String server, char hash, String by) {
        return new BuildApproval(
                "atlas", server, String.valueOf(hash).repeat(64), LINES, by, THEN, "read", "atlas/server-lnx01/1");
    }

    private BuildApprovalStore builds() {
        return stores.builds();
    }

    @Test
    void keepsADesignWithWhoApprovedItAndItsLines() {
        builds().approve(approval("kept", 'a', "Pat"));
        assertThat(builds().find("atlas", "kept", "a".repeat(64))).contains(approval("kept", 'a', "Pat"));
        assertThat(builds().find("atlas", "kept", "b".repeat(64))).isEmpty();
        assertThat(builds().find("atlas", "other", "a".repeat(64))).isEmpty();
        assertThat(builds().find("elsewhere", "kept", "a".repeat(64))).isEmpty();
    }

    @Test
    void keepsTheFirstApprovalOfADesignAndRecordsItOnce() {
        builds().approve(approval("twice", 'a', "Pat"));
        BuildApproval counts = builds().approve(approval("twice", 'a', "Kim"));
        assertThat(counts.by()).isEqualTo("Pat");
        assertThat(stores.audit().list("atlas", null, null, 1000).rows())
                .filteredOn(row -> row.event().action().equals(BuildApprovalStore.APPROVED)
                        && row.event().object().endsWith("/twice"))
                .singleElement()
                .satisfies(row -> assertThat(row.event().actor()).isEqualTo("Pat"));
    }

    @Test
    void listsDesignsOfAServerTheLastApprovedFirst() {
        builds().approve(approval("listed", 'a', "Pat"));
        builds().approve(approval("listed", 'b', "Kim"));
        builds().approve(approval("another", 'c', "Kim"));
        assertThat(builds().history("atlas", "listed", 10))
                .extracting(BuildApproval::by)
                .containsExactly("Kim", "Pat");
        assertThat(builds().history("atlas", "listed", 1))
                .extracting(BuildApproval::by)
                .containsExactly("Kim");
    }

    @Test
    void refusesADesignOfAProgramThatIsNotThere() {
        BuildApproval nowhere = new BuildApproval("nowhere", "lnx01", "a".repeat(64), LINES, "Pat", THEN, "", null);
        assertThatThrownBy(() -> builds().approve(nowhere)).isInstanceOf(UnknownRowException.class);
    }
}
