package io.gulliver.whole;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The guide shows what the script has taken, and nothing else. */
class GuideTest {
    private static final Path ROOT = LauncherIT.launcher().getParent();
    private static final Path IMAGES = ROOT.resolve("docs/images");
    private static final int LARGEST = 120_000;

    @Test
    void everyPictureIsWhatTheScriptTookAndTheGuideShowsEachOfThem() throws IOException {
        Map<String, String> listed = GuidePictures.listed(IMAGES);
        assertThat(GuidePictures.told(Files.readString(ROOT.resolve("docs/guide.md")))
                        .keySet())
                .as("what the guide shows")
                .containsExactlyInAnyOrderElementsOf(listed.keySet());
        try (Stream<Path> there = Files.list(IMAGES)) {
            assertThat(there.map(file -> file.getFileName().toString()).filter(file -> file.endsWith(".png")))
                    .as("the pictures that lie there")
                    .containsExactlyInAnyOrderElementsOf(
                            listed.keySet().stream().map(name -> name + ".png").collect(Collectors.toSet()));
        }
        for (Map.Entry<String, String> one : listed.entrySet()) {
            byte[] picture = Files.readAllBytes(IMAGES.resolve(one.getKey() + ".png"));
            assertThat(GuidePictures.digest(picture))
                    .as("the digest of " + one.getKey())
                    .isEqualTo(one.getValue());
            assertThat(picture.length).as("bytes of " + one.getKey()).isLessThanOrEqualTo(LARGEST);
        }
    }

    @Test
    void whatTheGuideSaysOfAPictureIsReadFromTheParagraphBeforeIt() {
        assertThat(GuidePictures.told("""
                        # A guide

                        The page says "Now" and *bold*, and "since today".

                        ![One](images/one.png)
                        ![Two](images/two.png)

                        ## And more
                        ![Three](images/three.png)
                        """))
                .isEqualTo(Map.of(
                        "one", List.of("Now", "since today"),
                        "two", List.of("Now", "since today"),
                        "three", List.of()));
    }
}
