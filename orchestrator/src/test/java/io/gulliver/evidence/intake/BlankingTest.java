package io.gulliver.evidence.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.gulliver.evidence.EvidenceBytes;
import io.gulliver.testing.Seeds;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** S3cret_Word stands for every secret: it never comes through, and what stands around it does. */
class BlankingTest {
    private static final String WORD = "S3cret_Word";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "oracle 4711 sqlplus -s scott/S3cret_Word@orders @/u01/run.sql",
                "oracle 4711 sqlplus scott/S3cret_Word",
                "oracle 4711 sqlplus sys/\"S3cret_Word\"@//db01:1521/ORDERS as sysdba",
                "oracle 4712 rman target sys/S3cret_Word catalog rc/S3cret_Word@rcat",
                "oracle 4713 expdp system/S3cret_Word@orders directory=D",
                "oracle 4714 sqlldr userid=scott/S3cret_Word control=a.ctl",
                "oracle 4715 impdp \\\"sys/S3cret_Word@orders as sysdba\\\" full=y",
                "app 1 java -Djavax.net.ssl.keyStorePassword=S3cret_Word -jar shop.jar",
                "app 1 java -jar shop.jar --spring.datasource.password S3cret_Word --port 80",
                "app 2 java -Dtoken=S3cret_Word -Dapi.key=x Main",
                "app 3 mysqldump -u root -pS3cret_Word shop",
                "app 4 sshpass -p S3cret_Word ssh db01",
                "app 5 curl -s -u admin:S3cret_Word https://host/x",
                "app 6 curl https://admin:S3cret_Word@host/x",
                "app 7 ldapsearch -x -D cn=admin -w S3cret_Word -b dc=x",
                "app 8 openssl req -passin pass:S3cret_Word",
                "0 2 * * * PGPASSWORD=S3cret_Word pg_dump shop",
                "21-NOV-2026 10:15:22 * (CONNECT_DATA=(SERVICE_NAME=X)(PASSWORD=S3cret_Word)) * establish * X * 0",
                "jdbc:oracle:thin:scott/S3cret_Word@db01:1521:ORDERS",
                "create database link L connect to u identified by \"S3cret_Word\" using 'X'",
                "alter user u identified by values 'S:S3cret_Word'",
                "Authorization: Bearer S3cret_Word.eyJhbGciOi",
                "  \"session-credential\": \"S3cret_Word\",",
                "<password>S3cret_Word</password>",
                "net.ipv4.tcp_fastopen_key = S3cret_Word-00000000",
                "db2 connect to shop user u using S3cret_Word",
                "PASSWORD : S3cret_Word"
            })
    void blanksTheSecretAndNothingElse(String line) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Blanking.Outcome outcome = Blanking.copy(
                new ByteArrayInputStream(("first\n" + line + "\nlast\n").getBytes(StandardCharsets.UTF_8)), out, false);

        String kept = out.toString(StandardCharsets.UTF_8);
        assertThat(kept)
                .doesNotContain(WORD)
                .startsWith("first\n")
                .endsWith("\nlast\n")
                .contains(Blanking.BLANK);
        assertThat(outcome.words()).isPositive();
        assertThat(outcome.firstLine()).isEqualTo(2);
        assertThat(kept.split("\n")[1].split("\\s+").length)
                .as("as many words as before")
                .isEqualTo(line.split("\\s+").length);
        assertThat(Blanking.blanked(kept)).as("what is blanked stays as it is").isEqualTo(kept);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "oracle 1 ora_pmon_ORDERS",
                "oracle 2 sqlplus / as sysdba",
                "oracle 3 sqlplus /@wallet_alias @/u01/app/run.sql",
                "oracle 4 rman target /",
                "remote_login_passwordfile            EXCLUSIVE",
                "remote_login_passwordfile=EXCLUSIVE",
                "\"password-expires\":-1,",
                "\"password\": null,",
                "FAILED_LOGIN_ATTEMPTS|PASSWORD_LIFE_TIME|180",
                "gulliver question users d55 USERNAME,PASSWORD_VERSIONS",
                "PWD=/home/oracle",
                "rsync -a /data/x backup@host:/data/x",
                "oracle 5 scp /u01/app/a.dmp oracle@db02:/u01/",
                "20-NOV-2026 * (CONNECT_DATA=(SID=X)(CID=(PROGRAM=sqlplus@app1)(HOST=app1)(USER=x))) * establish * X * 0",
                "db file sequential read   1,234   12   3   4.6 User I/O",
                "1 * * * * /opt/token-refresh.sh"
            })
    void leavesWhatIsNoSecret(String line) {
        assertThat(Blanking.blanked(line)).isEqualTo(line);
    }

    @Test
    void blanksThePrivatePartOfAKeyAndKeepsItsMarks() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Blanking.copy(
                EvidenceBytes.stream(
                        "a\n-----BEGIN RSA PRIVATE KEY-----\nMIIEpQIBAAKCAQEA\nabcd\n-----END RSA PRIVATE KEY-----\nb\n"),
                out,
                false);

        assertThat(out.toString(StandardCharsets.UTF_8).lines())
                .containsExactly(
                        "a", "-----BEGIN RSA PRIVATE KEY-----", "***", "***", "-----END RSA PRIVATE KEY-----", "b");
    }

    @Test
    void keepsEveryByteOfATextWithoutSecretsAndColumnsInTheirPlaces() {
        Seeds.forAll(50, (seed, random) -> {
            byte[] bytes = new byte[1 + random.nextInt(300_000)];
            random.nextBytes(bytes);
            for (int i = 0; i < bytes.length; i++) {
                // no letters: noise must not spell a secret
                bytes[i] = bytes[i] >= '0' && bytes[i] <= 'z' || bytes[i] == '@' || bytes[i] == '-'
                        ? (byte) '\n'
                        : bytes[i];
            }
            ByteArrayOutputStream out = new ByteArrayOutputStream();

            Blanking.Outcome outcome = Blanking.copy(new ByteArrayInputStream(bytes), out, true);

            assertThat(out.toByteArray()).isEqualTo(bytes);
            assertThat(outcome.words()).isZero();
        });
        List<String> lines = List.of("name        value       more", "password=S3cret_Word      right");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            Blanking.copy(EvidenceBytes.stream(String.join("\n", lines)), out, true);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo(lines.get(0) + "\npassword=***              right");
    }

    /** Lines that hold a searching expression for hours when they are as long as a piece may be. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "# curl -u ",
                "mysql ",
                "mysqldump -h x ",
                "ldapsearch ",
                "smbclient -U ",
                "db2 user x ",
                "identified by 'x ",
                "authorization: basic ",
                "a/\"x ",
                "a/b/",
                "pwd",
                "pwd-",
                "password = ",
                "-x.-x.-pw",
                "sqlplus -s 1 ",
                "userid ",
                "http://x:",
                "bearer ",
                "<password>"
            })
    void takesAsLongAsTheLineIs(String repeated) {
        int longest = Math.min(256 * 1024, Seeds.many(256 * 1024));
        String line = repeated.repeat(longest / repeated.length());
        assertTimeoutPreemptively(Duration.ofMinutes(2), () -> Blanking.blanked(line));
        String letters = repeated + "x".repeat(longest - repeated.length());
        assertTimeoutPreemptively(Duration.ofMinutes(2), () -> Blanking.blanked(letters));
    }

    @ParameterizedTest
    @ValueSource(ints = {2_000, 200_000})
    void blanksALongWordInQuotationMarks(int length) {
        String word = "a\\\"".repeat(length / 3);

        assertThat(Blanking.blanked("password=\"" + word + "\" next")).isEqualTo("password=\"***\" next");
    }

    @Test
    void blanksOneSecretBesideAnother() {
        assertThat(Blanking.blanked("{\"password\":\"S3cret_Word\",\"token\":\"S3cret_Word\"}"))
                .isEqualTo("{\"password\":\"***\",\"token\":\"***\"}");
        assertThat(Blanking.blanked("password=\"S3cret_Word\"token=\"S3cret_Word\"secret='S3cret_Word'"))
                .isEqualTo("password=\"***\"token=\"***\"secret='***'");
        assertThat(Blanking.blanked("a/S3cret_Word@x,b/S3cret_Word@y c/S3cret_Word@z"))
                .isEqualTo("a/***@x,b/***@y c/***@z");
    }

    @Test
    void aKeyThatDoesNotEndWithinATextIsFoundWhereItBegins() {
        String ended = "a ----- b\n-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----\n";
        assertThat(openKey("plain\ntext\n")).isEqualTo(-1);
        assertThat(openKey(ended)).isEqualTo(-1);
        assertThat(openKey(ended + "-----BEGIN CERTIFICATE-----\nMIIE\n")).isEqualTo(-1);
        assertThat(openKey(ended + "  -----BEGIN EC PRIVATE KEY-----\nMIIE\n")).isEqualTo(ended.length());
        assertThat(openKey("-----BEGIN PRIVATE KEY-----")).isZero();
    }

    private static int openKey(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return Blanking.openKey(bytes, bytes.length);
    }
}
