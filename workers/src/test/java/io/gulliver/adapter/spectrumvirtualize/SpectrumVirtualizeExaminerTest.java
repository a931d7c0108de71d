package io.gulliver.adapter.spectrumvirtualize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.adapter.http.CannedSystem;
import io.gulliver.adapter.http.CannedSystem.Canned;
import io.gulliver.adapter.http.CannedSystem.Received;
import io.gulliver.adapter.spectrumvirtualize.model.Host;
import io.gulliver.adapter.spectrumvirtualize.model.Pool;
import io.gulliver.lab.LabContext;
import io.gulliver.lab.LabPace;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The client against an array that is written from docs/devices/spectrum-virtualize.md and answers otherwise than the lab
 * wherever the page lets it: base path and level, one object or a list, texts or numbers, empty answers, errors that are text, JSON
 * text or a page.
 */
class SpectrumVirtualizeExaminerTest {
    private static final String POOL = "\"id\":%s,\"name\":\"Pool0\",\"status\":\"online\",\"capacity\":%s,"
            + "\"free_capacity\":%s,\"virtual_capacity\":%s,\"extent_size\":%s";

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

    private HttpSpectrumVirtualizeClient client(String base, Function<Received, Canned> answers) {
        system = new CannedSystem(
                lab,
                heard -> heard.path().equals("/rest/v1/auth")
                        ? new Canned(200, "{\"token\": \"t0ken-" + ++tokens + "\", \"further\": 1}")
                        : answers.apply(heard));
        return new HttpSpectrumVirtualizeClient(
                new SpectrumVirtualizeProperties(
                        "fs-1",
                        URI.create(system.uri().toString().replaceFirst("/$", "") + base),
                        "gulliver",
                        "secret/fs-1",
                        lab.certificates().caFile(),
                        null,
                        null,
                        null),
                () -> "a password",
                call -> {});
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "/rest", "/rest/", "/rest/v1", "/rest/v1/"})
    void theBasePathOfTheDocumentMayStandInTheAddress(String base) {
        HttpSpectrumVirtualizeClient client = client(base, heard -> new Canned(200, "[]"));
        assertThat(client.fetchPools()).isEmpty();
        assertThat(system.received())
                .extracting(Received::path)
                .containsExactly("/rest/v1/auth", "/rest/v1/lsmdiskgrp");
        assertThat(system.received()).extracting(Received::method).containsOnly("POST");
    }

    @Test
    void valuesMayBeTextsOrNumbers() {
        String texts = "{" + POOL.formatted("\"0\"", "\"4096\"", "\"1024\"", "\"2048\"", "\"512\"") + "}";
        String numbers = "{" + POOL.formatted("0", "4096", "1024", "2048", "512") + ",\"further\":[{}]}";
        HttpSpectrumVirtualizeClient client = client("", heard -> new Canned(200, "[" + texts + "," + numbers + "]"));
        List<Pool> pools = client.fetchPools();
        assertThat(pools).hasSize(2);
        assertThat(pools.get(0)).isEqualTo(pools.get(1));
    }

    /** One object, and a list with one element: both shapes are accepted; WWPNs in either case. */
    @ParameterizedTest
    @ValueSource(strings = {"%s", "[%s]"})
    void aDetailMayBeAnObjectOrAList(String shape) {
        String host = "{\"id\":\"3\",\"name\":\"DB01\",\"status\":\"offline\",\"type\":\"generic\",\"nodes\":"
                + "[{\"WWPN\":\"c050760000000001\",\"node_logged_in_count\":0,\"state\":\"offline\"}]}";
        HttpSpectrumVirtualizeClient client = client("", heard -> new Canned(200, shape.formatted(host)));
        Host found = client.findHost("DB01").orElseThrow();
        assertThat(found.wwpns()).containsExactly("C050760000000001");
    }

    /** A missing object is an error 500 with a code, as text or as JSON text, in whatever language. */
    @ParameterizedTest
    @CsvSource({
        "CMMVC5754E The specified object does not exist.",
        "'\"CMMVC5753E Das angegebene Objekt ist nicht vorhanden.\"'",
        "'[\"CMMVC5754E\"]'"
    })
    void aMissingObjectIsKnownByItsCode(String body) {
        HttpSpectrumVirtualizeClient client = client("", heard -> new Canned(500, body));
        assertThat(client.findHost("NOPE")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\"\"", "{}"})
    void aChangeMayAnswerNothing(String body) {
        HttpSpectrumVirtualizeClient client = client("", heard -> new Canned(200, body));
        client.expandVolume("VOL1", 1L << 30);
        assertThat(client.deleteHost("DB01")).isTrue();
    }

    @Test
    void aTokenThatEndedIsAskedForAnewOnceWhateverTheBody() {
        HttpSpectrumVirtualizeClient client = client(
                "",
                heard -> "t0ken-1".equals(heard.headers().getFirst("X-Auth-Token"))
                        ? new Canned(403, "<html>Forbidden</html>")
                        : new Canned(200, ""));
        assertThat(client.fetchPools()).isEmpty();
        assertThat(tokens).isEqualTo(2);
    }

    @Test
    void anErrorThatIsNoJsonIsSaidInItsWords() {
        HttpSpectrumVirtualizeClient client =
                client("", heard -> new Canned(502, "<html><h1>Bad gateway</h1>The node restarts</html>"));
        assertThatThrownBy(client::fetchPools)
                .isInstanceOf(SpectrumVirtualizeException.class)
                .hasMessageContaining("The node restarts");
    }
}
