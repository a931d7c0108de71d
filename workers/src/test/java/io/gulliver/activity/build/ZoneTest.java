package io.gulliver.activity.build;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.contract.storage.StorageLogin;
import io.gulliver.contract.storage.StoragePort;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Zones, the logins that come of them, and the path that is booted over. */
class ZoneTest {
    private static final String ONE = "c050760000000001";
    private static final String TWO = "c050760000000002";
    private static final Map<String, String> FABRICS = Map.of(ONE, "A", TWO, "B");

    private static String target(int node, int port) {
        return "500507680b0" + node + "000" + port;
    }

    /** Two nodes with four ports each: the odd ones on A, the even ones on B. */
    private static List<StoragePort> ports() {
        List<StoragePort> ports = new java.util.ArrayList<>();
        for (int node = 1; node <= 2; node++) {
            for (int port = 1; port <= 4; port++) {
                ports.add(new StoragePort(target(node, port).toUpperCase(), "" + node));
            }
        }
        return ports;
    }

    private static TreeMap<String, String> fabrics() {
        TreeMap<String, String> fabrics = new TreeMap<>();
        for (int node = 1; node <= 2; node++) {
            for (int port = 1; port <= 4; port++) {
                fabrics.put(Zone.wwpn(target(node, port)), port % 2 == 1 ? "A" : "B");
            }
        }
        return fabrics;
    }

    private static List<Zone> plan(String server, Map<String, String> known) {
        return Zone.plan(server, List.of("C0:50:76:00:00:00:00:01", TWO), known, ports(), fabrics());
    }

    @Test
    void eachPortHasOneZoneWithOnePortOfEachNodeOnItsFabric() {
        List<Zone> zones = plan("lnx01", FABRICS);

        assertThat(zones).extracting(Zone::fabric).containsExactly("A", "B");
        assertThat(zones).extracting(Zone::host).containsExactly(ONE, TWO);
        assertThat(zones).allSatisfy(zone -> {
            assertThat(zone.targets()).hasSize(2);
            assertThat(zone.targets()).extracting(fabrics()::get).containsOnly(zone.fabric());
            assertThat(zone.targets()).extracting(target -> target.charAt(11)).containsExactly('1', '2');
        });
        assertThat(Zone.lines(zones))
                .matches("fabric A: " + ONE + " with 5005[0-9a-f]{12}, 5005[0-9a-f]{12}\n- fabric B: " + TWO
                        + " with 5005[0-9a-f]{12}, 5005[0-9a-f]{12}");
        assertThat(plan("lnx01", FABRICS)).isEqualTo(zones);
    }

    @Test
    void serversAreSpreadOverThePortsOfTheArray() {
        TreeSet<String> used = new TreeSet<>();
        for (int i = 0; i < 20; i++) {
            plan("lnx" + i, FABRICS).forEach(zone -> used.addAll(zone.targets()));
        }
        assertThat(used).hasSize(8);
    }

    @Test
    void aPortWhoseFabricNobodyKnowsIsZonedOnEach() {
        assertThat(plan("lnx01", Map.of(ONE, "A")).stream()
                        .filter(zone -> zone.host().equals(TWO))
                        .map(Zone::fabric))
                .containsExactly("A", "B");
    }

    @Test
    void aFabricThatTheArrayIsNotOnHasNoZone() {
        assertThat(plan("lnx01", Map.of(ONE, "A", TWO, "C")))
                .extracting(Zone::host)
                .containsExactly(ONE);
    }

    private static StorageLogin login(String host, String target, String state) {
        return new StorageLogin(host.toUpperCase(), target.toUpperCase(), !state.equals("offline"));
    }

    @Test
    void aLoginCountsOnItsOwnFabricAlone() {
        AwaitLogins.Seen seen = AwaitLogins.judge(
                FABRICS, fabrics(), List.of(login(ONE, target(1, 1), "inactive"), login(TWO, target(1, 3), "active")));

        assertThat(seen.logins()).containsExactly(ONE + " " + target(1, 1));
        assertThat(seen.missing()).containsExactly(TWO + " on fabric B (it is logged in at fabric A)");
    }

    @Test
    void whatIsOfflineOrNotInTheLandscapeIsNoLogin() {
        AwaitLogins.Seen seen = AwaitLogins.judge(
                FABRICS,
                fabrics(),
                List.of(login(ONE, target(1, 1), "offline"), login(TWO, "500507680b0f0001", "active")));

        assertThat(seen.logins()).isEmpty();
        assertThat(seen.missing())
                .containsExactly(
                        ONE + " on fabric A",
                        TWO + " on fabric B (it is logged in at port 500507680b0f0001, which the landscape does not"
                                + " name)");
    }

    @Test
    void onePortOnEachOfTwoFabricsIsWantedAlsoWhereNobodyKnowsWhich() {
        Map<String, String> unknown = Map.of(ONE, "", TWO, "");
        assertThat(AwaitLogins.judge(
                                unknown,
                                fabrics(),
                                List.of(login(ONE, target(1, 1), "active"), login(TWO, target(2, 3), "active")))
                        .missing())
                .containsExactly("a port on a second fabric (all are on fabric A)");
        assertThat(AwaitLogins.judge(
                                unknown,
                                fabrics(),
                                List.of(login(ONE, target(1, 1), "active"), login(TWO, target(2, 2), "active")))
                        .missing())
                .isEmpty();
    }

    @Test
    void itBootsOverALivePathAndServersAreSpread() {
        Map<String, String> adapterPorts = Map.of(ONE, "/api/adapters/1", TWO, "/api/adapters/2");
        List<String> logins =
                List.of(ONE + " " + target(1, 1), TWO + " " + target(1, 2), "c05076ffffffffff " + target(1, 1));
        TreeSet<String> used = new TreeSet<>();
        for (int i = 0; i < 50; i++) {
            BootPath path = BootPath.choose("SG_lnx" + i, adapterPorts, logins).orElseThrow();
            assertThat(logins.subList(0, 2)).contains(path.host() + " " + path.target());
            assertThat(path.adapterPort()).isEqualTo(adapterPorts.get(path.host()));
            assertThat(BootPath.choose(
                            "SG_lnx" + i, adapterPorts, List.of(logins.get(2), logins.get(1), logins.get(0))))
                    .contains(path);
            used.add(path.host());
        }
        assertThat(used).containsExactly(ONE, TWO);
        assertThat(BootPath.choose("SG_lnx1", adapterPorts, List.of("c05076ffffffffff " + target(1, 1))))
                .isEmpty();
    }
}
