package io.gulliver.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.persistence.engine.PayloadKeyStore;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KnownPayloadKeysTest {
    @TempDir
    Path folder;

    /** Keys alone. */
    private static final class MemoryKeys implements PayloadKeyStore {
        private final SortedMap<String, String> keys = new TreeMap<>();

        @Override
        public SortedMap<String, String> list() {
            return new TreeMap<>(keys);
        }

        @Override
        public void use(String id, String check) {
            keys.putIfAbsent(id, check);
        }

        @Override
        public void forgetAll(String by) {
            keys.clear();
        }
    }

    private final MemoryKeys store = new MemoryKeys();

    private PayloadKeys keys(String file) {
        return PayloadKeys.loadOrCreate(folder.resolve(file));
    }

    private void start(String file, boolean recovering) {
        KnownPayloadKeys.require(store, keys(file), recovering);
    }

    @Test
    void startsWithTheKeysThatWereEverUsed() {
        start("keys.json", false);
        start("keys.json", false);
        keys("keys.json").rotate(folder.resolve("keys.json"));
        start("keys.json", false);
        assertThat(store.list()).containsOnlyKeys("k1", "k2");
        assertThat(store.list().get("k1")).hasSize(64).isNotEqualTo(store.list().get("k2"));
    }

    @Test
    void doesNotStartWithoutAKeyThatWasUsed() throws Exception {
        java.nio.file.Files.copy(
                keysFile("keys.json"), folder.resolve("before.json"), java.nio.file.StandardCopyOption.COPY_ATTRIBUTES);
        keys("keys.json").rotate(folder.resolve("keys.json"));
        start("keys.json", false);

        assertThatThrownBy(() -> start("before.json", false))
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("Payload key k2 of this installation is not in")
                .hasMessageContaining("before.json")
                .hasMessageContaining("./gulliver recover");
        assertThat(store.list()).containsOnlyKeys("k2");
    }

    private Path keysFile(String name) {
        keys(name);
        return folder.resolve(name);
    }

    @Test
    void doesNotStartWithAnotherKeyOfTheSameId() {
        start("keys.json", false);
        assertThatThrownBy(() -> start("other.json", false))
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("Payload key k1 of this installation is another one in");
    }

    @Test
    void recoverGoesOnWithNewKeysAfterTheOldEngineIsLost() {
        start("keys.json", false);
        start("other.json", true);
        assertThat(store.list()).isEqualTo(keys("other.json").checks());
        start("other.json", false);
    }

    @Test
    void rotatesTheKeyOfADataDirectory() {
        keys("payload-keys.json");
        assertThat(RotatePayloadKey.rotate(folder)).contains("Key k2 is the current one", "keys: k1, k2");
        assertThat(keys("payload-keys.json").current()).isEqualTo("k2");
        assertThatThrownBy(() -> RotatePayloadKey.rotate(folder.resolve("nowhere")))
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("--data DIR");
    }
}
