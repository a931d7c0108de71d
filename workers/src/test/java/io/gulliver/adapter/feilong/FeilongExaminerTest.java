package io.gulliver.adapter.feilong;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gulliver.adapter.feilong.FeilongException.Meaning;
import io.gulliver.adapter.feilong.model.FcpUsage;
import io.gulliver.adapter.feilong.model.GuestInfo;
import io.gulliver.adapter.feilong.model.VirtualSwitch;
import io.gulliver.adapter.http.CallLog;
import io.gulliver.adapter.http.CannedSystem;
import io.gulliver.adapter.http.CannedSystem.Canned;
import io.gulliver.adapter.http.CannedSystem.Received;
import io.gulliver.adapter.http.HttpSystemException.Kind;
import io.gulliver.lab.LabContext;
import io.gulliver.lab.LabPace;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The client against a server that answers as samples of Feilong's documentation do where the lab's answers otherwise. */
class FeilongExaminerTest {
    @TempDir
    private Path directory;

    private LabContext lab;
    private CannedSystem server;
    private FeilongClient client;

    @BeforeEach
    void start() {
        lab = LabContext.open(directory.resolve("lab"), LabPace.max(), Clock.systemUTC());
        server = new CannedSystem(lab, this::answer);
        Duration limit = Duration.ofSeconds(20);
        client = new HttpFeilongClient(
                new FeilongProperties(
                        "zvm-1", server.uri(), null, lab.certificates().caFile(), limit, limit, limit, limit),
                () -> "",
                CallLog.none());
    }

    @AfterEach
    void stop() {
        server.close();
        lab.close();
    }

    private volatile @Nullable Canned refuses;

    private Canned answer(Received asked) {
        Canned refusal = refuses;
        if (refusal != null) {
            return refusal;
        }
        String output = switch (asked.path()) {
            case "/" -> "{\"version\":\"1.6.7\",\"api_version\":\"1.0\"}";
            case "/guests/DB01/info" ->
                "{\"power_state\":\"off\",\"max_mem_kb\":16777216,\"mem_kb\":0,\"num_cpu\":2,\"cpu_time_us\":0,"
                        + "\"online_cpu_num\":null,\"os_distro\":null,\"kernel_info\":null}";
            case "/guests", "/host/guests" -> "[\"v1\", \"v2\"]";
            case "/volumes/fcp/1a00" -> "[\"testid\", 1, 1, \"\"]";
            case "/vswitches/VSW1" ->
                "{\"switch_name\":\"VSW1\",\"vlan_awareness\":\"AWARE\",\"authorized_users\":{\"testid\":{}}}";
            case "/images/GOLD/root_disk_size" -> "\"3338:CYL\"";
            default -> "\"\"";
        };
        return new Canned(
                200, "{\"overallRC\":0,\"modID\":null,\"rc\":0,\"rs\":0,\"errmsg\":\"\",\"output\":" + output + "}");
    }

    @Test
    void aUserIdInSmallLettersIsTheSameUser() {
        assertThat(client.guests()).containsExactly("V1", "V2");
        assertThat(client.guestsOnHost()).containsExactly("V1", "V2");
        FcpUsage usage = client.findFcp("1A00").orElseThrow();
        assertThat(usage.isOfAnother("TESTID")).isFalse();
        assertThat(usage.isOfAnother("OTHER")).isTrue();
        assertThat(client.findSwitch("VSW1").map(VirtualSwitch::users).orElseThrow())
                .containsExactly("TESTID");
    }

    @Test
    void theSizeOfARootDiskMayNameItsUnit() {
        assertThat(client.rootDiskUnits("GOLD")).isEqualTo(3338);
    }

    /** returncode.py of Feilong 1.6.7: the reasons of class 300 are those of the part that modID names. */
    @ParameterizedTest
    @CsvSource({
        "10, 9, 500, resize-memory, BUSY, true",
        "30, 9, 500, detach-volume, FAILED, true",
        "40, 9, 500, import-image, FAILED, true",
        "40, 13, 409, import-image, EXISTS, false",
        "10, 13, 500, deploy-image, FAILED, true",
        "40, 20, 404, delete-image, ABSENT, false",
        "30, 20, 500, attach-volume, FAILED, true",
        "10, 3, 404, deploy-image, ABSENT, false"
    })
    void aReasonOfClass300IsReadByThePartThatGivesIt(
            int part, int reason, int status, String operation, Meaning meaning, boolean mayHaveHappened) {
        FeilongReply reply = FeilongReply.of("{\"overallRC\":300,\"modID\":" + part + ",\"rc\":300,\"rs\":" + reason
                + ",\"errmsg\":\"no\",\"output\":\"\"}");

        FeilongCodes.Line line = FeilongCodes.line(status, reply, operation);

        assertThat(line.meaning()).isEqualTo(meaning);
        assertThat(FeilongCodes.mayHaveHappened(status, reply, line)).isEqualTo(mayHaveHappened);
    }

    /** sdkwsgi/handler.py and util.py of Feilong 1.6.7: what is refused before a handler has no envelope. */
    @Test
    void aRefusalWithoutAnEnvelopeIsToldInItsOwnWords() {
        refuses = new Canned(
                404,
                "{\"errors\": [{\"status\": 404, \"title\": \"Not Found\", \"detail\": \"The resource could not be found.\"}]}");

        FeilongException failure = catchThrowableOfType(FeilongException.class, () -> client.guests());

        assertThat(failure).hasMessageContaining("could not be found").hasMessageNotContaining("{");
        assertThat(failure.meaning()).isEqualTo(Meaning.REFUSED);
        assertThat(failure.kind()).isEqualTo(Kind.EXTERNAL);
    }

    @Test
    void aPageOfTheWebServerInFrontIsToldWithoutItsMarkup() {
        refuses = new Canned(503, "<html><head><title>503 Service Unavailable</title></head><body></body></html>");

        FeilongException failure = catchThrowableOfType(FeilongException.class, () -> client.start("DB01"));

        assertThat(failure)
                .hasMessageContaining("503 Service Unavailable")
                .hasMessageNotContaining("<")
                .hasMessageContaining("web server in front");
        assertThat(failure.mayHaveHappened()).isTrue();
    }

    /** vmops.py of Feilong 1.6.7: a guest that is off has figures of its directory entry and no system. */
    @Test
    void aGuestThatIsOffIsReadByItsDirectoryEntry() {
        GuestInfo info = client.info("DB01");

        assertThat(info.powerState()).isEqualTo("off");
        assertThat(info.cpus()).isEqualTo(2);
        assertThat(info.maxMemoryKib()).isEqualTo(16_777_216);
        assertThat(info.memoryKib()).isZero();
        assertThat(info.answers()).isFalse();
    }
}
