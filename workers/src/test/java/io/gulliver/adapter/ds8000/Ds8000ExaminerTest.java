package io.gulliver.adapter.ds8000;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.adapter.ds8000.model.Ds8000Host;
import io.gulliver.adapter.ds8000.model.Ds8000HostPort;
import io.gulliver.adapter.ds8000.model.Ds8000Volume;
import io.gulliver.adapter.ds8000.model.ExtentPool;
import io.gulliver.adapter.http.CannedSystem;
import io.gulliver.adapter.http.CannedSystem.Canned;
import io.gulliver.adapter.http.CannedSystem.Received;
import io.gulliver.lab.LabContext;
import io.gulliver.lab.LabPace;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The client against a storage HMC that is written from docs/devices/ds8000.md and answers otherwise than the lab wherever the
 * page lets it: base path, absent and further fields, numbers, letters in either case, answers of each and of none, words that
 * are no JSON.
 */
class Ds8000ExaminerTest {
    private static final String TOKEN = "{\"server\":{\"status\":\"successful\"},\"token\":{\"token\":\"t0ken-%d\","
            + "\"expired_time\":\"2014-09-03T17:15:45+0800\",\"max_idle_interval\":\"1800000\"}}";
    private static final String OK = "{\"server\":{\"status\":\"ok\",\"code\":\"\",\"message\":\"Done.\"}}";

    @TempDir
    private Path folder;

    private LabContext lab;
    private CannedSystem system;
    private int tokens;

    @BeforeEach
    void open() throws Exception {
        lab = LabContext.open(folder, LabPace.max(), Clock.systemUTC());
    }

    @AfterEach
    void close() {
        system.close();
        lab.close();
    }

    private HttpDs8000Client client(String base, Function<Received, Canned> answers) {
        system = new CannedSystem(
                lab,
                heard -> heard.path().equals("/api/v1/tokens")
                        ? new Canned(200, TOKEN.formatted(++tokens))
                        : answers.apply(heard));
        return new HttpDs8000Client(
                new Ds8000Properties(
                        "ds-1",
                        List.of(URI.create(system.uri().toString().replaceFirst("/$", "") + base)),
                        "gulliver",
                        "secret/ds-1",
                        lab.certificates().caFile(),
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(30),
                        Duration.ofSeconds(30)),
                () -> "a password",
                call -> {});
    }

    private static Canned data(String kind, String rows) {
        return new Canned(
                200,
                "{\"server\":{\"status\":\"successful\",\"code\":\"CMUC00183I\",\"message\":\"\"},\"further\":[1],"
                        + "\"data\":{\"" + kind + "\":[" + rows + "]}}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "/api/v1", "/api/v1/"})
    void theBasePathOfTheDocumentMayStandInTheAddress(String base) {
        HttpDs8000Client client = client(base, heard -> data("hosts", "{\"name\":\"DB01\",\"further\":{\"a\":1}}"));
        assertThat(client.fetchHosts()).extracting(Ds8000Host::name).containsExactly("DB01");
        assertThat(system.received()).extracting(Received::path).containsExactly("/api/v1/tokens", "/api/v1/hosts");
    }

    @Test
    void numbersMayBeNumbersAndReferencesEmptyTexts() {
        HttpDs8000Client client = client(
                "",
                heard -> heard.path().endsWith("/pools")
                        ? data(
                                "pools",
                                "{\"id\":\"P0\",\"name\":\"data\",\"node\":0,\"stgtype\":\"FB\",\"cap\":1099511627776,"
                                        + "\"capalloc\":\"0\",\"capavail\":1099511627776}")
                        : data(
                                "volumes",
                                "{\"id\":\"10aF\",\"stgtype\":\"fb\",\"pool\":\"\",\"cap\":\"1073741824\",\"lss\":\"\"}"));
        assertThat(client.fetchPools())
                .extracting(ExtentPool::id, ExtentPool::type, ExtentPool::available)
                .containsExactly(org.assertj.core.groups.Tuple.tuple("P0", "fb", 1L << 40));
        assertThat(client.fetchVolumesOfPool("P0"))
                .containsExactly(new Ds8000Volume("10AF", "", "", "fb", "", 1L << 30, false));
    }

    @Test
    void wwpnsMayComeInEitherCase() {
        HttpDs8000Client client = client(
                "",
                heard -> data("host_ports", "{\"wwpn\":\"c050760000000001\",\"host\":\"\",\"state\":\"logged in\"}"));
        assertThat(client.fetchHostPorts()).extracting(Ds8000HostPort::wwpn).containsExactly("C050760000000001");
    }

    /** The second example of the page: one answer for each, and none for all. */
    @Test
    void eachOfSeveralIsReadWhereThereIsNoAnswerForAll() {
        String made = "{\"server\":{\"status\":\"ok\",\"code\":\"\",\"message\":\"\"},"
                + "\"link\":{\"rel\":\"self\",\"href\":\"https://other/api/v1/volumes/100a\"}}";
        String full = "{\"server\":{\"status\":\"failed\",\"code\":\"BE7A0031\",\"message\":\"The LSS is full\"}}";
        HttpDs8000Client client = client("", heard -> new Canned(200, "{\"responses\":[" + made + "," + full + "]}"));
        NewVolumes wanted = new NewVolumes(new TreeMap<>(Map.of("100A", "a", "100B", "b")), "P0", 1L << 30, true);
        assertThat(client.createVolumes(wanted).ids()).containsExactly("100A");
        assertThat(client.createVolumes(wanted).refused())
                .singleElement()
                .asString()
                .contains("BE7A0031", "The LSS is full");
    }

    @Test
    void whereEachOfSeveralIsRefusedItIsRefused() {
        HttpDs8000Client client = client(
                "",
                heard -> new Canned(
                        200,
                        "{\"responses\":[{\"server\":{\"status\":\"failed\",\"code\":\"BE7A0031\",\"message\":\"The LSS is full\"}}]}"));
        assertThatThrownBy(() ->
                        client.createVolumes(new NewVolumes(new TreeMap<>(Map.of("100A", "a")), "P0", 1L << 30, true)))
                .isInstanceOf(Ds8000Exception.class)
                .hasMessageContaining("The LSS is full");
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 204})
    void aDeleteMayHaveNothingToSay(int status) {
        HttpDs8000Client client = client("", heard -> new Canned(status, status == 204 ? "" : OK));
        client.deleteVolume("1000");
        assertThat(system.received()).extracting(Received::method).containsExactly("POST", "DELETE");
    }

    /** 401 with whatever body, or one of the two codes with another status: one new token, one repeat. */
    @ParameterizedTest
    @ValueSource(strings = {"401 <html>session over</html>", "401 ", "400 BE7A001A", "403 BE7A001B"})
    void aTokenThatEndedIsAskedForAnewOnce(String ended) {
        int status = Integer.parseInt(ended.substring(0, 3));
        String said = ended.substring(4);
        String body = said.startsWith("BE7A")
                ? "{\"server\":{\"status\":\"failed\",\"code\":\"" + said + "\",\"message\":\"token\"}}"
                : said;
        HttpDs8000Client client = client(
                "",
                heard -> "t0ken-1".equals(heard.headers().getFirst("X-Auth-Token"))
                        ? new Canned(status, body)
                        : data("hosts", ""));
        assertThat(client.fetchHosts()).isEmpty();
        assertThat(tokens).isEqualTo(2);
    }

    @Test
    void anErrorThatIsNoJsonIsSaidInItsWords() {
        HttpDs8000Client client =
                client("", heard -> new Canned(502, "<html><h1>Bad gateway</h1>The service restarts</html>"));
        assertThatThrownBy(client::fetchHosts)
                .isInstanceOf(Ds8000Exception.class)
                .hasMessageContaining("502")
                .hasMessageContaining("The service restarts");
    }

    @Test
    void anotherPathInTheAddressIsRefused() {
        assertThatThrownBy(() -> client("/api/v2", heard -> data("hosts", "")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("wanted https://host:8452");
    }
}
