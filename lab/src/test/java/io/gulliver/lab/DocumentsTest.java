package io.gulliver.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class DocumentsTest {

    @TempDir
    Path directory;

    @Test
    void keepsWhatWasPutOverARestart() {
        try (Documents documents = open()) {
            documents.put("hmc-1", "partition", "b", json("{\"name\":\"DB02\"}"));
            documents.put("hmc-1", "partition", "a", json("{\"name\":\"DB01\"}"));
            documents.put("hmc-1", "partition", "a", json("{\"name\":\"DB01-new\"}"));
            documents.put("hmc-2", "partition", "a", json("{\"name\":\"other\"}"));
        }
        try (Documents documents = open()) {
            assertThat(documents.list("hmc-1", "partition").keySet()).containsExactly("a", "b");
            assertThat(documents.find("hmc-1", "partition", "a")).contains(json("{\"name\":\"DB01-new\"}"));
        }
    }

    @Test
    void forgetsWhatWasDeletedAndSaysWhetherItWasThere() {
        try (Documents documents = open()) {
            documents.put("hmc-1", "partition", "a", json("{}"));

            assertThat(documents.delete("hmc-1", "partition", "a")).isTrue();
            assertThat(documents.delete("hmc-1", "partition", "a")).isFalse();
            assertThat(documents.find("hmc-1", "partition", "a")).isEmpty();
        }
    }

    @Test
    void saysWhichFileCannotBeOpened() {
        assertThatThrownBy(() -> Documents.open(Path.of("/proc/no-such-folder/lab")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("/proc/no-such-folder/lab.mv.db cannot be opened");
    }

    private Documents open() {
        return Documents.open(directory.resolve("lab"));
    }

    private static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text);
    }
}
