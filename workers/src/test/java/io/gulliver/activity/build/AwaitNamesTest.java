package io.gulliver.activity.build;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.adapter.dns.NameServer;
import io.gulliver.lab.network.LabNames;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server's name both ways, asked with the JDK's DNS provider of a server that speaks the wire format. */
class AwaitNamesTest {
    private static final String NAME = "lnx01.db.bank.example";

    private final Map<String, List<String>> forward = new TreeMap<>();
    private final Map<String, List<String>> reverse = new TreeMap<>();
    private LabNames names;

    @BeforeEach
    void start() throws IOException {
        names = LabNames.start(new LabNames.Zones() {
            @Override
            public List<InetAddress> addresses(String name) {
                return forward.getOrDefault(name, List.of()).stream()
                        .map(AwaitNamesTest::address)
                        .toList();
            }

            @Override
            public List<String> names(String reversed) {
                return reverse.getOrDefault(reversed, List.of());
            }
        });
    }

    @AfterEach
    void stop() {
        names.close();
    }

    private static InetAddress address(String text) {
        try {
            return InetAddress.getByName(text);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private List<String> missing(String address, String... servers) {
        return AwaitNames.missing(
                NAME, address, servers.length == 0 ? List.of("127.0.0.1:" + names.port()) : List.of(servers));
    }

    @Test
    void bothWaysMustAgree() {
        assertThat(missing("10.20.30.41"))
                .satisfiesExactly(
                        one -> assertThat(one).contains("says nothing of " + NAME + ", wanted 10.20.30.41"),
                        one -> assertThat(one).contains("says nothing of 10.20.30.41, wanted " + NAME));
        forward.put(NAME, List.of("10.20.30.41"));
        assertThat(missing("10.20.30.41")).singleElement().asString().contains("says nothing of 10.20.30.41");
        reverse.put("41.30.20.10.in-addr.arpa", List.of("LNX01.db.bank.example"));
        assertThat(missing("10.20.30.41")).isEmpty();
    }

    @Test
    void anotherAnswerIsNamed() {
        forward.put(NAME, List.of("10.20.30.99", "10.20.30.41"));
        reverse.put("41.30.20.10.in-addr.arpa", List.of("old.db.bank.example"));
        assertThat(missing("10.20.30.41"))
                .satisfiesExactly(
                        one -> assertThat(one).contains("says 10.20.30.41 and 10.20.30.99 of " + NAME),
                        one -> assertThat(one).contains("says old.db.bank.example of 10.20.30.41, wanted " + NAME));
    }

    @Test
    void anAddressOfVersionSixHasItsOwnZone() {
        forward.put(NAME, List.of("2001:db8::41", "10.20.30.41"));
        reverse.put("1.4.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa", List.of(NAME));
        assertThat(missing("2001:db8::41")).isEmpty();
    }

    @Test
    void aNameServerThatIsAwayIsNamedAndTheOthersAreAsked() throws IOException {
        forward.put(NAME, List.of("10.20.30.41"));
        reverse.put("41.30.20.10.in-addr.arpa", List.of(NAME));
        try (DatagramSocket silent = new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            String away = "127.0.0.1:" + silent.getLocalPort();
            assertThat(missing("10.20.30.41", away, "127.0.0.1:" + names.port()))
                    .singleElement()
                    .asString()
                    .contains("name server " + away + " does not answer");
        }
    }

    @Test
    void aServerAnswersWhatItKnowsAndDeniesTheRest() {
        forward.put(NAME, List.of("10.20.30.41"));
        NameServer server = new NameServer(new InetSocketAddress(InetAddress.getLoopbackAddress(), names.port()));
        assertThat(server.addresses(NAME, address("10.0.0.1"))).containsExactly("10.20.30.41");
        assertThat(server.addresses(NAME, address("2001:db8::1")))
                .as("no address of that kind")
                .isEmpty();
        assertThat(server.addresses("other.bank.example", address("10.0.0.1"))).isEmpty();
        assertThat(server.names(address("10.20.30.41"))).isEmpty();
    }
}
