package io.gulliver.adapter.feilong;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.adapter.feilong.model.ChannelUse;
import io.gulliver.adapter.feilong.model.DeploySpec;
import io.gulliver.adapter.feilong.model.DiskSpec;
import io.gulliver.adapter.feilong.model.GuestSpec;
import io.gulliver.adapter.feilong.model.GuestSpec.LoadDevice;
import io.gulliver.adapter.feilong.model.ImageSpec;
import io.gulliver.adapter.feilong.model.Network;
import io.gulliver.adapter.feilong.model.NicSpec;
import io.gulliver.adapter.feilong.model.VolumeSpec;
import io.gulliver.adapter.http.CallLog;
import io.gulliver.adapter.http.CannedSystem;
import io.gulliver.adapter.http.CannedSystem.Canned;
import io.gulliver.adapter.http.CannedSystem.Received;
import io.gulliver.lab.LabContext;
import io.gulliver.lab.LabPace;
import io.gulliver.lab.feilong.RequestContract;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/** Every request that the client can send, with everything filled in, is one that the server's own checks take. */
class FeilongRequestsTest {

    private static final String LUN = "0000000000000000";
    private static final String WWPN = "500507680b21bb34";

    private final RequestContract contract = RequestContract.load();

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"1.6.3", "1.6.7"})
    void sendsOnlyWhatTheServerTakesAndAllThatTheContractNames(String version) {
        boolean later = version.equals("1.6.7");
        try (LabContext lab = LabContext.open(directory.resolve("lab"), LabPace.max(), Clock.systemUTC());
                CannedSystem server = new CannedSystem(lab, request -> answer(request, version))) {
            FeilongClient client = new HttpFeilongClient(
                    new FeilongProperties(
                            "zvm-1",
                            server.uri(),
                            null,
                            lab.certificates().caFile(),
                            Duration.ofSeconds(5),
                            Duration.ofSeconds(20),
                            Duration.ofSeconds(20),
                            Duration.ofSeconds(20)),
                    () -> "",
                    CallLog.none());
            everything(client, later);

            List<String> wrong = new ArrayList<>();
            for (Received sent : server.received()) {
                problem(sent, version)
                        .ifPresent(problem ->
                                wrong.add(sent.method() + " " + sent.path() + " " + sent.body() + ": " + problem));
                assertThat(sent.body().isEmpty() || sent.headers().containsKey("Content-Type"))
                        .isTrue();
            }
            assertThat(wrong).isEmpty();
            assertThat(operations(server.received()))
                    .as("operations of the contract that were sent")
                    .isEqualTo(without(contract.operations().keySet(), "create-token"));
        }
    }

    private static void everything(FeilongClient client, boolean later) {
        client.version();
        client.host();
        client.findDiskPool("ECKD:POOL1");
        client.guests();
        client.guestsOnHost();
        client.findGuest("DB01");
        client.info("DB01");
        client.powerState("DB01");
        client.createGuest(new GuestSpec(
                "DB01",
                2,
                4096,
                List.of(DiskSpec.boot("10g", "ECKD:POOL1"), new DiskSpec("5g", "FBA:POOL2", "xfs", null, "0102")),
                "OSDFLT",
                8,
                "16G",
                "GLV00001",
                List.of("GULLIVER A/B"),
                later ? "RELATIVE 800" : null,
                new LoadDevice(WWPN, LUN),
                "1a00",
                List.of("2000", "20FF")));
        client.createGuest(FeilongBench.guest("DB02").marked("GLV00002", List.of("GULLIVER A/C")));
        client.createDisks("DB01", List.of(DiskSpec.raw("512m", "ECKD:POOL1")));
        client.deleteDisks("DB01", List.of("0102"));
        client.createNic("DB01", new NicSpec("1000", "02:00:00:12:34:56", true));
        client.createNic("DB01", new NicSpec(null, null, false));
        client.deleteNic("DB01", "1000");
        client.nics("DB01");
        client.couple("DB01", "1000", "VSW1", 10);
        client.couple("DB01", "1000", "VSW1", null);
        client.uncouple("DB01", "1000");
        client.switches();
        client.findSwitch("VSW1");
        client.grant("VSW1", "DB01");
        client.revoke("VSW1", "DB01");
        client.setVlan("VSW1", "DB01", 10);
        client.createInterfaces(
                "DB01",
                "rhel9.4",
                List.of(
                        new Network(
                                "10.1.2.3",
                                "10.1.2.0/24",
                                "10.1.2.1",
                                List.of("10.1.0.53"),
                                "1000",
                                "02:00:00:12:34:56"),
                        new Network("10.1.3.3", "10.1.3.0/24", null, List.of(), null, null)));
        client.deleteInterface("DB01", "rhel9.4", "1000");
        client.images();
        client.findImage("rhel 9.4/minimal");
        client.importImage(new ImageSpec(
                "rhel94", "http://10.0.0.1/x.img", "rhel9.4", FeilongBench.MD5, "DASD", "root@mgmt.example.com"));
        client.importImage(new ImageSpec("rhel94", "file:///var/x.img", "sles15.6", null, null, null));
        client.deleteImage("rhel94");
        client.rootDiskUnits("rhel94");
        client.deploy("DB01", new DeploySpec("rhel94", "0100", "db01", "/var/x.tgz", "root@mgmt.example.com"));
        client.deploy("DB01", new DeploySpec("rhel94", null, null, null, null));
        client.start("DB01");
        client.stop("DB01");
        client.softStop("DB01", Duration.ofMinutes(5));
        client.reboot("DB01");
        client.reset("DB01");
        client.resizeCpus("DB01", 4);
        client.liveResizeCpus("DB01", 64);
        client.resizeMemory("DB01", 8192);
        client.liveResizeMemory("DB01", 8193);
        client.console("DB01");
        client.fcpTemplates();
        client.reserveFcp("DB01", "36439338-db14-11ec-bb41-0201018b1dd2", Map.of("0240", new ChannelUse(0, 128)));
        client.releaseFcp("DB01", "36439338-db14-11ec-bb41-0201018b1dd2");
        client.findFcp("1A00");
        VolumeSpec volume = new VolumeSpec(
                "DB01", List.of("1a00", "1b00"), List.of(WWPN), LUN, "rhel9.4", "/dev/sdz", false, "t-1");
        client.attachVolume(volume);
        client.detachVolume(volume);
        client.refreshBootMap(List.of("1a00"), List.of(WWPN), LUN);
        client.deleteGuest("DB01");
    }

    @Test
    void theContractRefusesARequestWithAFieldMore() {
        String good = "{\"nic\":{\"vdev\":\"1000\"}}";
        String more = "{\"nic\":{\"vdev\":\"1000\",\"colour\":\"red\"}}";

        assertThat(contract.problem("POST", "/guests/DB01/nic", Map.of(), json(good), "1.6.7"))
                .isEmpty();
        assertThat(contract.problem("POST", "/guests/DB01/nic", Map.of(), json(more), "1.6.7"))
                .contains("Additional properties are not allowed ('colour' was unexpected)");
    }

    private Optional<String> problem(Received sent, String version) {
        Map<String, List<String>> query = new HashMap<>();
        if (!sent.query().isEmpty()) {
            String[] pair = sent.query().split("=", 2);
            query.put(pair[0], List.of(pair[1]));
        }
        return contract.problem(
                sent.method(),
                URLDecoder.decode(sent.path(), StandardCharsets.UTF_8),
                query,
                sent.body().isEmpty() ? MissingNode.getInstance() : json(sent.body()),
                version);
    }

    private static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text);
    }

    private Set<String> operations(List<Received> sent) {
        Map<String, String> byPattern = new LinkedHashMap<>();
        contract.operations().forEach((operation, call) -> {
            if (!call.endsWith("/action")) {
                byPattern.put(call.replaceAll("\\{[^}]+}", "[^/]+"), operation);
            }
        });
        Set<String> operations = new TreeSet<>();
        for (Received one : sent) {
            if (one.path().endsWith("/action")) {
                operations.add(
                        contract.actionOperation(json(one.body()).path("action").asString())
                                .orElseThrow());
                continue;
            }
            String call = one.method() + " " + one.path();
            byPattern.entrySet().stream()
                    .filter(entry -> call.matches(entry.getKey()))
                    .findFirst()
                    .ifPresent(entry -> operations.add(entry.getValue()));
        }
        return operations;
    }

    private static Set<String> without(Set<String> all, String one) {
        Set<String> left = new TreeSet<>(all);
        left.remove(one);
        return left;
    }

    /** Success, with an output of the shape that each look wants. */
    private static Canned answer(Received request, String version) {
        String path = request.path();
        String output = "\"\"";
        if (path.equals("/")) {
            output = "{\"version\":\"" + version + "\",\"api_version\":\"1.0\"}";
        } else if (path.equals("/host")) {
            output = "{\"zvm_host\":\"VM1\",\"vcpus\":16,\"memory_mb\":524288.0,\"memory_mb_used\":16793.6}";
        } else if (path.equals("/host/diskpool")) {
            output = "{\"disk_total\":500,\"disk_used\":0,\"disk_available\":500}";
        } else if (path.endsWith("/user_direct")) {
            output = "{\"user_direct\":[\"USER DB01 ****** 4G 16G G \"]}";
        } else if (path.endsWith("/info")) {
            output = "{\"power_state\":\"off\",\"max_mem_kb\":16777216.0,\"mem_kb\":0,\"num_cpu\":2}";
        } else if (path.endsWith("/power_state")) {
            output = "\"off\"";
        } else if (path.endsWith("/nic")) {
            output = "\"1000\"";
        } else if (path.equals("/vswitches/VSW1")) {
            output = "{\"switch_name\":\"VSW1\",\"vlan_awareness\":\"AWARE\",\"authorized_users\":{}}";
        } else if (path.endsWith("/root_disk_size")) {
            output = "\"10016\"";
        } else if (path.equals("/volumes/fcptemplates")) {
            output = "{\"fcp_templates\":[]}";
        } else if (path.startsWith("/volumes/conn/")) {
            output = "{\"zvm_fcp\":[\"1a00\"],\"wwpns\":[],\"host\":\"VM1_DB01\"}";
        } else if (path.equals("/volumes/volume_refresh_bootmap")) {
            output = "{}";
        } else if (path.startsWith("/volumes/fcp/")) {
            output = "[\"\",0,0,\"\"]";
        } else if (request.method().equals("GET")
                || path.equals("/guests")
                || path.endsWith("/disks")
                || path.endsWith("/interface")) {
            output = "[]";
        }
        return new Canned(
                200, "{\"overallRC\":0,\"modID\":null,\"rc\":0,\"rs\":0,\"errmsg\":\"\",\"output\":" + output + "}");
    }
}
