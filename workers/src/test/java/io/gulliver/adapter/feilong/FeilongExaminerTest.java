package io.gulliver.adapter.feilong;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.adapter.feilong.model.FcpUsage;
import io.gulliver.adapter.feilong.model.VirtualSwitch;
import io.gulliver.adapter.http.CallLog;
import io.gulliver.adapter.http.CannedSystem;
import io.gulliver.adapter.http.CannedSystem.Canned;
import io.gulliver.adapter.http.CannedSystem.Received;
import io.gulliver.lab.LabContext;
import io.gulliver.lab.LabPace;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
        server = new CannedSystem(lab, FeilongExaminerTest::answer);
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

    private static Canned answer(Received asked) {
        String output = switch (asked.path()) {
            case "/" -> "{\"version\":\"1.6.7\",\"api_version\":\"1.0\"}";
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
}
