package io.gulliver.service.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.evidence.intake.AttachedKind;
import io.gulliver.secret.SecretRegistry;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AttachedFileTest {
    private static byte[] kept(byte[] sent) throws IOException {
        return AttachedFile.of("a.txt", new ByteArrayInputStream(sent), AttachedFiles.LARGEST)
                .content()
                .readAllBytes();
    }

    @Test
    void aTextKeepsItsBytesInUtf8AndInSetsOfOneByteASign() throws IOException {
        byte[] utf8 = "\u001b[31mGr\u00f6\u00dfe\u001b[0m\t5 \u20ac\r\n".getBytes(StandardCharsets.UTF_8);
        byte[] latin = "Gr\u00f6\u00dfe\n".getBytes(StandardCharsets.ISO_8859_1);
        assertThat(kept(utf8)).isEqualTo(utf8);
        assertThat(kept(latin)).isEqualTo(latin);
    }

    @Test
    void aSecretThatIsKnownIsBlankedWhereNothingSaysThatItIsOne() throws IOException {
        SecretRegistry.process().add("Lilliput-\u00fc-77");
        String text = "it said Lilliput-\u00fc-77 and ended";
        assertThat(new String(kept(text.getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8))
                .isEqualTo("it said ****** and ended");
        // the sign that follows is none of UTF-8
        assertThat(new String(
                        kept((text + "\u00f6").getBytes(StandardCharsets.ISO_8859_1)), StandardCharsets.ISO_8859_1))
                .isEqualTo("it said ****** and ended\u00f6");
    }

    @Test
    void whatHidesATextFromBlankingIsOfNoKindThatIsTaken() {
        assertThat(AttachedKind.of("password=x".getBytes(StandardCharsets.UTF_16)))
                .isEmpty();
        assertThat(AttachedKind.of(new byte[] {0x1f, (byte) 0x8b, 8})).isEmpty();
        assertThat(AttachedKind.of(new byte[] {'P', 'K', 3, 4})).isEmpty();
        assertThat(AttachedKind.of(new byte[] {'M', 'Z', 0})).isEmpty();
        assertThat(AttachedKind.of(new byte[0])).isEmpty();
    }

    @Test
    void aFileHasAsManyBytesAsItMayAndNotOneMore() throws IOException {
        byte[] four = "four".getBytes(StandardCharsets.UTF_8);
        assertThat(AttachedFile.of("a", new ByteArrayInputStream(four), 4).sent())
                .isEqualTo(4);
        assertThatThrownBy(() -> AttachedFile.of("a", new ByteArrayInputStream(four), 3))
                .isInstanceOfSatisfying(
                        UnfitFileException.class,
                        e -> assertThat(e.why()).containsExactly(UnfitFileException.Why.LARGE));
    }

    @Test
    void theFilesOfACommentAreCountedAndMeasuredTogetherAndEachFaultIsNamed() throws IOException {
        AttachedFiles.Sent half =
                new AttachedFiles.Sent("h", () -> new ByteArrayInputStream(new byte[AttachedFiles.LARGEST / 2 + 1]) {
                    @Override
                    public synchronized int read(byte[] to, int from, int length) {
                        int read = super.read(to, from, length);
                        Arrays.fill(to, from, from + Math.max(0, read), (byte) 'x');
                        return read;
                    }
                });
        AttachedFiles.Sent empty = new AttachedFiles.Sent("e", () -> new ByteArrayInputStream(new byte[0]));
        assertThat(AttachedFiles.of(List.of(half)).files()).hasSize(1);
        assertThatThrownBy(() -> AttachedFiles.of(List.of(half, empty, half)))
                .isInstanceOfSatisfying(
                        UnfitFileException.class,
                        e -> assertThat(e.why())
                                .containsExactly(UnfitFileException.Why.EMPTY, UnfitFileException.Why.LARGE));
        AttachedFiles.Sent unread = new AttachedFiles.Sent("u", () -> {
            throw new IOException("opened");
        });
        assertThatThrownBy(() -> AttachedFiles.of(Collections.nCopies(AttachedFiles.MOST + 1, unread)))
                .isInstanceOfSatisfying(
                        UnfitFileException.class,
                        e -> assertThat(e.why()).containsExactly(UnfitFileException.Why.MANY));
    }

    @ParameterizedTest
    @CsvSource({
        "/etc/passwd,passwd.txt",
        "C:\\logs\\alert.LOG,alert.LOG",
        ".bashrc,bashrc.txt",
        "..,file.txt",
        "'',file.txt",
        "a.png,a.png.txt",
        "x.html,x.html.txt",
        "'a\"b;c\r\nd.sql',a_b_c__d.sql"
    })
    void aNameIsAPlainOneWithAnEndingOfItsKind(String sent, String kept) throws IOException {
        byte[] text = "x".getBytes(StandardCharsets.UTF_8);
        assertThat(AttachedFile.of(sent, new ByteArrayInputStream(text), 1).name())
                .isEqualTo(kept);
    }
}
