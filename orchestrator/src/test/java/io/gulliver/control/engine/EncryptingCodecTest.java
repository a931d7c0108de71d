package io.gulliver.control.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.temporal.api.common.v1.Payload;
import io.temporal.common.converter.DataConverter;
import io.temporal.failure.ApplicationFailure;
import io.temporal.payload.codec.PayloadCodecException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EncryptingCodecTest {
    private static final String CANARY = "canary-7f3e";

    record Word(String text, int number) {}

    record OlderWord(String text) {}

    @TempDir
    Path folder;

    @Test
    void opensWhatItSealed() {
        DataConverter converter = Payloads.encrypted(PayloadKeys.generate());
        Payload sealed = converter.toPayload(new Word(CANARY, 7)).orElseThrow();

        assertThat(sealed.toByteString().toStringUtf8()).doesNotContain(CANARY);
        assertThat(converter.fromPayload(sealed, Word.class, Word.class)).isEqualTo(new Word(CANARY, 7));
    }

    @Test
    void sealsTheSameWordDifferentlyEachTime() {
        DataConverter converter = Payloads.encrypted(PayloadKeys.generate());
        assertThat(converter.toPayload(CANARY)).isNotEqualTo(converter.toPayload(CANARY));
    }

    @Test
    void ignoresFieldsItDoesNotKnow() {
        DataConverter converter = Payloads.encrypted(PayloadKeys.generate());
        Payload sealed = converter.toPayload(new Word("a", 7)).orElseThrow();
        assertThat(converter.fromPayload(sealed, OlderWord.class, OlderWord.class))
                .isEqualTo(new OlderWord("a"));
    }

    @Test
    void hidesFailureMessagesAndStackTraces() {
        DataConverter converter = Payloads.encrypted(PayloadKeys.generate());
        var failure = converter.exceptionToFailure(ApplicationFailure.newFailure(CANARY, "TYPE", new Word(CANARY, 1)));

        assertThat(failure.toByteString().toStringUtf8()).doesNotContain(CANARY).doesNotContain("EncryptingCodecTest");
        assertThat(converter.failureToException(failure)).hasMessageContaining(CANARY);
    }

    @Test
    void readsOldPayloadsAfterARotation() {
        Path file = folder.resolve("keys.json");
        PayloadKeys first = PayloadKeys.loadOrCreate(file);
        Payload old = Payloads.encrypted(first).toPayload(CANARY).orElseThrow();

        first.rotate(file);
        PayloadKeys second = PayloadKeys.loadOrCreate(file);
        DataConverter rotated = Payloads.encrypted(second);
        Payload fresh = rotated.toPayload(CANARY).orElseThrow();

        assertThat(second.current()).isEqualTo("k2");
        assertThat(fresh.getMetadataOrThrow("encryption-key-id").toStringUtf8()).isEqualTo("k2");
        assertThat(rotated.fromPayload(old, String.class, String.class)).isEqualTo(CANARY);
        assertThatThrownBy(() -> Payloads.encrypted(first).fromPayload(fresh, String.class, String.class))
                .isInstanceOf(PayloadCodecException.class)
                .hasMessageContaining("Key k2 is not in the key file");
    }

    @Test
    void refusesAnotherKeyOfTheSameId() {
        Payload sealed =
                Payloads.encrypted(PayloadKeys.generate()).toPayload(CANARY).orElseThrow();
        assertThatThrownBy(() ->
                        Payloads.encrypted(PayloadKeys.generate()).fromPayload(sealed, String.class, String.class))
                .isInstanceOf(PayloadCodecException.class)
                .hasMessageContaining("key k1 cannot be opened");
    }

    @Test
    void noticesAChangedPayload() {
        EncryptingCodec codec = new EncryptingCodec(PayloadKeys.generate());
        Payload sealed = codec.encode(List.of(Payload.getDefaultInstance())).get(0);
        byte[] bytes = sealed.getData().toByteArray();
        bytes[bytes.length - 1] ^= 1;
        Payload changed = sealed.toBuilder()
                .setData(com.google.protobuf.ByteString.copyFrom(bytes))
                .build();
        assertThatThrownBy(() -> codec.decode(List.of(changed))).hasMessageContaining("the payload was changed");
    }

    @Test
    void keepsTheKeyFileForItsOwnerAlone() throws Exception {
        Path file = folder.resolve("keys.json");
        PayloadKeys keys = PayloadKeys.loadOrCreate(file);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(keys.toString()).isEqualTo("PayloadKeys[current=k1, keys=[k1]]");

        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        assertThatThrownBy(() -> PayloadKeys.loadOrCreate(file)).hasMessageContaining("chmod 600");
    }
}
