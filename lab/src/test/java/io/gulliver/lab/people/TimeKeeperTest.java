package io.gulliver.lab.people;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.gulliver.lab.LabContext;
import io.gulliver.lab.LabPace;
import io.gulliver.lab.LabTime;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** When the lab's time leaps, goes on and stands; against the clock's API as it is documented. */
class TimeKeeperTest {
    private static final List<String> PROGRAMS = List.of("lilliput");
    private static final Instant EVE = Instant.parse("2027-01-15T18:00:00Z");

    /** Stands, so that no stretch passes while a slow machine looks at it. */
    private final Clock real = Clock.fixed(Instant.parse("2026-11-26T12:00:00Z"), ZoneOffset.UTC);

    private final JsonMapper json = JsonMapper.shared();
    private final List<JsonNode> set = new ArrayList<>();
    private final ObjectNode work = json.createObjectNode();
    private HttpServer product;
    private LabContext lab;
    private LabTime time;
    private TimeKeeper keeper;
    private long refuseBelow;

    @BeforeEach
    void open(@TempDir Path directory) throws IOException {
        work.put("busy", 0).put("commands", 0).put("outages", 0).put("tasks", 0).put("changes", 1);
        work.putNull("due");
        product = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        product.createContext("/api/v1/programs/lilliput/clock", this::answer);
        product.start();
        lab = LabContext.open(directory, LabPace.times(150), real, true);
        time = lab.time();
        keeper = new TimeKeeper(
                new ProductClient(
                        URI.create("http://127.0.0.1:" + product.getAddress().getPort()), "secret"),
                time,
                150);
        time.take(new LabTime.Piece(real.instant(), EVE, 0, EVE));
    }

    @AfterEach
    void close() {
        product.stop(0);
        lab.close();
    }

    private void answer(HttpExchange call) throws IOException {
        int status = 200;
        if (call.getRequestMethod().equals("PUT")) {
            JsonNode asked = json.readTree(call.getRequestBody().readAllBytes());
            if (asked.path("after").asLong() < refuseBelow) {
                status = 412;
            } else {
                set.add(asked);
            }
        }
        ObjectNode body = json.createObjectNode().put("now", EVE.toString());
        if (!set.isEmpty()) {
            JsonNode last = set.get(set.size() - 1);
            ObjectNode piece = body.putObject("piece");
            piece.put("number", set.size());
            piece.put("real", real.instant().toString());
            piece.set("program", last.path("at"));
            piece.set("rate", last.path("rate"));
            piece.set("limit", last.path("limit"));
        }
        body.set("work", work);
        byte[] bytes = json.writeValueAsString(body).getBytes(StandardCharsets.UTF_8);
        call.sendResponseHeaders(status, bytes.length);
        call.getResponseBody().write(bytes);
        call.close();
    }

    private Duration turn(@Nullable Instant people) {
        return keeper.turn(PROGRAMS, keeper.read(PROGRAMS), people);
    }

    private JsonNode last() {
        return set.get(set.size() - 1);
    }

    @Test
    void leapsOverDaysOnWhichNothingIsDue() {
        Instant due = EVE.plus(Duration.ofDays(9));
        work.put("due", due.toString());
        turn(EVE.plus(Duration.ofDays(20)));
        assertThat(Instant.parse(last().path("limit").asString())).isEqualTo(due);
        assertThat(time.now()).isEqualTo(due);
    }

    @Test
    void standsWhileStepsAreReadyThatTheLabDoesNotWorkFor() {
        work.put("busy", 2);
        work.put("due", EVE.plus(Duration.ofDays(9)).toString());
        try (LabTime.Wait export = time.begin(Duration.ofHours(2))) {
            turn(null);
            assertThat(set).as("one of two steps is work of the lab").isEmpty();
            assertThat(export.done()).isFalse();
        }
    }

    @Test
    void standsWhileAWordOfAPersonIsOnItsWay() {
        work.put("commands", 1);
        turn(EVE.plus(Duration.ofDays(1)));
        assertThat(set).isEmpty();
    }

    @Test
    void goesAtThePaceOfTheNightInAnOutageAndNoFurtherThanWhatEndsNext() {
        work.put("busy", 1).put("outages", 1);
        try (LabTime.Wait export = time.begin(Duration.ofMinutes(2))) {
            turn(null);
            assertThat(last().path("rate").asDouble()).isEqualTo(150);
            assertThat(Instant.parse(last().path("limit").asString())).isEqualTo(EVE.plus(Duration.ofMinutes(2)));
            assertThat(export.done()).isFalse();
        }
    }

    @Test
    void leapsNowhereInAnOutageAndPassesALongStretchInSeconds() {
        work.put("outages", 1);
        turn(EVE.plus(Duration.ofHours(3)));
        assertThat(last().path("rate").asDouble()).as("three hours in a second").isEqualTo(10_800);
        assertThat(Instant.parse(last().path("limit").asString())).isEqualTo(EVE.plus(Duration.ofHours(3)));
    }

    @Test
    void goesFastWhileTheLabWorksByDay() {
        work.put("busy", 1);
        try (LabTime.Wait build = time.begin(Duration.ofHours(12))) {
            turn(null);
            assertThat(last().path("rate").asDouble()).isEqualTo(3600);
            assertThat(build.done()).isFalse();
        }
    }

    @Test
    void leapsNowhereWhileSomebodyMaySeeThatAnotherRunIsDone() {
        work.put("watching", 1);
        turn(EVE.plus(Duration.ofDays(1)));
        assertThat(set).isEmpty();
    }

    @Test
    void standsWhenNothingWillEverHappen() {
        turn(null);
        assertThat(set).isEmpty();
    }

    @Test
    void doesNotGoOnByItselfWhereSomebodyElseSetTheTime() {
        refuseBelow = 1;
        turn(EVE.plus(Duration.ofDays(1)));
        assertThat(time.now()).isEqualTo(EVE);
    }
}
