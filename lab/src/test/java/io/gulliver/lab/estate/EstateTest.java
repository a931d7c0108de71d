package io.gulliver.lab.estate;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.lab.FaultKind;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class EstateTest {
    private final Estate estate = Estate.of(1726);

    private List<EstateDatabase> those(Predicate<EstateDatabase> which) {
        return estate.databases().stream().filter(which).toList();
    }

    @Test
    void hasFiftyDatabasesOnEighteenHostsForFortyFiveServersAndOneForTheOldest() {
        assertThat(estate.databases()).hasSize(50);
        assertThat(estate.databases()).extracting(EstateDatabase::database).doesNotHaveDuplicates();
        assertThat(estate.sourceHosts()).hasSize(18);
        assertThat(estate.servers()).hasSize(46);
        assertThat(estate.legacy())
                .singleElement()
                .satisfies(ledger -> assertThat(ledger.servers())
                        .doesNotContainAnyElementsOf(estate.databases().stream()
                                .flatMap(one -> one.servers().stream())
                                .toList()));
    }

    @Test
    void isTheSameForTheSameSeedAndAnotherForAnother() {
        assertThat(Estate.of(1726)).isEqualTo(estate);
        assertThat(Estate.of(1726).faults()).isEqualTo(estate.faults());
        assertThat(Estate.of(7)).isNotEqualTo(estate);
        assertThat(Estate.of(7).databases())
                .extracting(EstateDatabase::database)
                .isEqualTo(estate.databases().stream()
                        .map(EstateDatabase::database)
                        .toList());
    }

    @Test
    void reachesFromTwentyGigabytesToEightTerabytes() {
        assertThat(estate.databases())
                .extracting(EstateDatabase::sizeGb)
                .contains(20L, 8000L)
                .allSatisfy(size -> assertThat(size).isBetween(19L, 8000L));
    }

    @Test
    void mixesReleasesEditionsAndCharacterSets() {
        assertThat(estate.databases())
                .extracting(database -> database.version().substring(0, 4))
                .contains("11.2", "12.1", "12.2", "18.1", "19.2");
        assertThat(those(database -> !database.enterprise())).isNotEmpty();
        assertThat(those(database -> !database.archiveLog())).isNotEmpty();
        assertThat(estate.databases())
                .extracting(EstateDatabase::characterSet)
                .contains("AL32UTF8", "WE8ISO8859P15", "JA16SJIS", "KO16MSWIN949", "EE8ISO8859P2", "UTF8");
    }

    @Test
    void hasEachPeculiarityThatPlaybooksMustMeet() {
        assertThat(those(EstateDatabase::rac))
                .singleElement()
                .satisfies(rac -> assertThat(rac.servers())
                        .as("servers: no cluster is built")
                        .hasSize(1));
        assertThat(those(EstateDatabase::standby)).hasSizeGreaterThan(5);
        assertThat(those(database -> database.owner().isEmpty())).hasSize(1);
        assertThat(those(database -> database.features().contains("encryption")))
                .as("cannot be transported: encrypted tablespaces (R09)")
                .hasSize(1);
        assertThat(those(database -> !database.enterprise() && !database.archiveLog()))
                .as("cannot be transported nor replicated: edition and no archived logs (R04, R05)")
                .hasSize(1);
        assertThat(those(database -> database.features().contains("external-table")))
                .isNotEmpty();
        assertThat(estate.databases()).extracting(EstateDatabase::criticality).contains(1, 2, 3, 4);
    }

    @Test
    void landsTwoOnOneServerAndThreeInOneContainer() {
        Map<List<String>, List<EstateDatabase>> byServers =
                estate.databases().stream().collect(Collectors.groupingBy(EstateDatabase::servers));
        assertThat(byServers.values().stream()
                        .filter(here -> here.size() == 2 && here.stream().noneMatch(EstateDatabase::pluggable)))
                .as("two databases of their own on one server")
                .hasSize(1);
        assertThat(byServers.values().stream()
                        .filter(here -> here.size() == 3
                                && here.stream()
                                                .map(database -> database.targetDatabase()
                                                        .split("/")[0])
                                                .distinct()
                                                .count()
                                        == 1))
                .as("three pluggable databases in one container")
                .isNotEmpty();
    }

    @Test
    void fitsOntoItsMachinesAndArrays() {
        for (String machine : Estate.MACHINES) {
            assertThat(estate.servers().values().stream()
                            .filter(server -> server.cpc().equals(machine))
                            .mapToLong(EstateServer::memoryGib)
                            .sum())
                    .as("GiB of memory on " + machine)
                    .isLessThan(8 * 1024);
        }
        for (String array : Estate.ARRAYS) {
            assertThat(estate.servers().values().stream()
                            .filter(server -> server.array().equals(array))
                            .mapToLong(EstateServer::totalGib)
                            .sum())
                    .as("GiB on " + array)
                    .isBetween(1L, 400L * 1024);
        }
    }

    @Test
    void armsFewFaultsThatPass() {
        assertThat(estate.faults())
                .containsOnlyKeys("bad-row", "busy-array", "busy-console", "lost-answer", "lost-volume", "restart")
                .allSatisfy((name, fault) -> assertThat(fault.times()).isLessThanOrEqualTo(3));
        assertThat(estate.faults().get("bad-row").kind()).isEqualTo(FaultKind.CORRUPT_ROWS);
        Set<String> systems = new HashSet<>(Estate.ARRAYS);
        systems.add("hmc-1");
        estate.databases().forEach(database -> {
            systems.add(Estate.targetSystem(database));
            systems.add(EstateOracle.source(database, 1726, "admin", "reader").system());
        });
        assertThat(estate.faults().values())
                .allSatisfy(fault -> assertThat(systems).contains(fault.system()));
    }

    @Test
    void eachDatabaseHasASpecOfItsOwn() {
        assertThat(estate.databases())
                .extracting(database -> EstateOracle.source(database, 1726, "admin", "reader"))
                .allSatisfy(spec -> assertThat(spec.schemas()).hasSize(1))
                .extracting(spec -> spec.host() + "/" + spec.service())
                .doesNotHaveDuplicates();
        assertThat(EstateOracle.source(estate.databases().get(0), 1726, "admin", "reader"))
                .isEqualTo(EstateOracle.source(estate.databases().get(0), 1726, "admin", "reader"));
    }
}
