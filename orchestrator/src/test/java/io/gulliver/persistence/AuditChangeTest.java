package io.gulliver.persistence;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.persistence.audit.AuditChange;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AuditChangeTest {
    private record Held(
            String program, String right, @Nullable String until) {}

    private record Somebody(String title, List<Held> rights, List<String> groups, long version) {}

    @Test
    void saysWhatDiffersAsPeopleReadIt() {
        Somebody before = new Somebody("Kim", List.of(), List.of("a"), 1);
        Somebody after = new Somebody(
                "Kim",
                List.of(new Held("*", "READ", null), new Held("atlas", "WORK", "2027-01-01")),
                List.of("a", "b"),
                2);
        assertThat(AuditChange.details(before, after, Map.of()))
                .isEqualTo(Map.of(
                        "changed",
                        List.of(
                                "groups: [a] -> [a, b]",
                                "rights: [] -> [program *, right READ; program atlas, right WORK, until 2027-01-01]")));
        assertThat(AuditChange.details(null, after, Map.of("why", "new"))).isEqualTo(Map.of("why", "new"));
    }
}
