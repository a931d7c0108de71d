package io.gulliver.playbook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a release published is run as it was: neither playbook nor fragment may say anything else. */
class PublishedPlaybooksTest {
    private static final Path PUBLISHED = Path.of("src/test/resources/playbooks");

    @Test
    void aPublishedPlaybookAndItsFragmentsStayAsTheyWere() throws IOException {
        PlaybookLibrary library = PlaybookLibrary.shipped();
        List<Path> files;
        try (Stream<Path> walked = Files.walk(PUBLISHED)) {
            files = walked.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
        }
        assertThat(files).isNotEmpty();
        for (Path file : files) {
            Path method = PUBLISHED.relativize(file);
            Playbook playbook = library.playbooks().stream()
                    .filter(known -> method.endsWith(known.method() + "/v" + known.version() + ".yaml"))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError(file + " was published and does not ship any more"));
            String published = Files.readString(file);
            assertThatCode(() -> library.requireUnchanged(playbook.name(), playbook.version(), published))
                    .as("%s", file)
                    .doesNotThrowAnyException();
        }
    }

    /** Runs that began on what does not ship any more are read from the store, with the actions of today. */
    @Test
    void whatWasPublishedAndDoesNotShipAnyMoreCanStillBeRead() throws IOException {
        for (String method : List.of("data-pump", "dpm-server", "target-database")) {
            assertThat(withdrawn(Path.of("0.1.0", method, "v1.yaml")).version()).isEqualTo(1);
            assertThat(PlaybookLibrary.shipped().find(method, 1)).as(method).isEmpty();
        }
    }

    static Playbook withdrawn(Path file) throws IOException {
        PlaybookLoader.Outcome outcome = PlaybookLibrary.shipped()
                .add(
                        file.toString(),
                        Files.readAllBytes(Path.of("src/test/resources/playbooks-withdrawn")
                                .resolve(file)));
        assertThat(outcome).isInstanceOf(PlaybookLoader.Loaded.class);
        return ((PlaybookLoader.Loaded) outcome).playbook();
    }
}
