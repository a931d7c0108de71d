package io.gulliver.service.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.persistence.UnknownRowException;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.playbook.PlaybookLibrary;
import io.gulliver.playbook.PlaybookLoader;
import io.gulliver.testing.Atlas;
import io.gulliver.testing.MovableClock;
import io.gulliver.testing.TestStore;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the second person of an uploaded playbook reads. */
@Tag("store")
class PlaybookServiceTest {
    private static final String SHARING = """
            name: sharing
            version: 1
            method: sharing
            title: A demo
            steps:
              - {id: look, title: Look, stage: discovery, action: conformance.look}
              - {include: stages/ready@v1, as: night, needs: [look], with: {forecast: 2 h, warnings: none}}
              - {id: free, title: Let go, stage: cutover, phase: after, kind: task, role: dba, needs: [night], release: source-work, purpose: production}
            """;

    private final PlaybookLibrary library = PlaybookLibrary.shipped();
    private final Stores stores = Atlas.stores(TestStore.open(new MovableClock()));
    private final PlaybookService service = new PlaybookService(stores.playbooks(), library);

    private void keep(String text) {
        PlaybookLoader.Outcome outcome = library.check("sharing.yaml", text.getBytes(StandardCharsets.UTF_8));
        assertThat(outcome).isInstanceOf(PlaybookLoader.Loaded.class);
        service.keep((PlaybookLoader.Loaded) outcome, "Ada");
    }

    @Test
    void saysWhatIsCompiledAndWhatIsOtherwiseThanBefore() {
        keep(SHARING);
        assertThat(service.described("sharing", 1))
                .startsWith("sharing v1: A demo", "10 steps, 2 of its own, 8 of stages/ready@v1")
                .anySatisfy(line -> assertThat(line).startsWith("  night-go-1 "))
                .noneMatch(line -> line.startsWith("What it says otherwise"));
        keep(SHARING.replace("version: 1", "version: 3").replace("2 h", "3 h"));
        List<String> lines = service.described("sharing", 3);
        assertThat(lines.subList(lines.size() - 2, lines.size()))
                .containsExactly(
                        "What it says otherwise than v1", "  Step night-rehearsed: its instructions are written anew");
        assertThatThrownBy(() -> service.described("sharing", 2)).isInstanceOf(UnknownRowException.class);
    }

    @Test
    void saysWhatAnotherGulliverKeptAndThisOneCannotRead() {
        stores.playbooks()
                .save(
                        "0".repeat(64),
                        "old",
                        1,
                        SHARING.replace("sharing", "old").replace("conformance.look", "conformance.gone"),
                        "Ada");
        assertThat(service.described("old", 1))
                .contains("old v1 was kept by another Gulliver, and this one cannot read it:")
                .anySatisfy(line ->
                        assertThat(line).contains("old/v1.yaml:6").contains("no action is called 'conformance.gone'"));
    }
}
