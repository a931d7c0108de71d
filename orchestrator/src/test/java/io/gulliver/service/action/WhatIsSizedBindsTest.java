package io.gulliver.service.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.contract.activity.FailureCode;
import io.gulliver.planning.sizing.AcceptedSizing;
import io.gulliver.planning.sizing.BuildFigure;
import io.gulliver.planning.sizing.TargetVolumes;
import io.gulliver.testing.SizedLanding;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The accepted sizing of a database is what a run builds, alone and with those beside it; on a real store. */
@Tag("store")
class WhatIsSizedBindsTest {
    private SizedLanding landing;

    @BeforeEach
    void open() {
        landing = new SizedLanding();
    }

    @AfterEach
    void close() {
        landing.close();
    }

    private Map<String, Object> server(Map<String, Object> given) {
        Map<String, Object> inputs = new java.util.TreeMap<>(given);
        inputs.put("data_volumes", List.of("data01", "data02", "data03", "data04"));
        inputs.put("redo_volumes", List.of("redo01", "redo02"));
        return landing.shared("server", "lnx01", inputs);
    }

    @Test
    void whatNobodyAcceptedIsSizedNowAndSaidSo() {
        landing.lands("ORDERS,lnx01,ORDERS").known("ORDERS", 4096);
        Map<String, Object> sized = landing.target("ORDERS", Map.of("used_gb", 100.0));
        assertThat(sized)
                .containsEntry("sga_mb", 4096L)
                .containsEntry("pga_mb", 2048L)
                .containsEntry("pga_target_mb", 1024L)
                .containsEntry("redo_log_mb", 2289L) // 2 MB/s in 20 minutes
                .containsEntry("redo_groups", 4L)
                .containsEntry("temporary_mb", 9537L)
                .containsEntry("data_gb", 130L)
                .containsEntry("huge_pages", 4096L + 64)
                .containsEntry("large_pages", "ONLY")
                .containsEntry("accepted", false)
                .containsEntry("overridden", false);
        assertThat(sized.get("told").toString())
                .startsWith("Nobody has accepted a sizing of this database yet")
                .contains("SGA of an instance: 4,096 MB");
    }

    @Test
    void whatIsAcceptedBindsUntilSomebodyAcceptsAnew() {
        landing.lands("ORDERS,lnx01,ORDERS").known("ORDERS", 4096).accept("ORDERS");
        long before = (long) landing.target("ORDERS", Map.of()).get("memory_mb");

        landing.sga("ORDERS", 8192);
        Map<String, Object> still = landing.target("ORDERS", Map.of());
        assertThat(still)
                .as("decided, not yet accepted")
                .containsEntry("sga_mb", 4096L)
                .containsEntry("accepted", true)
                .containsEntry("memory_mb", before);
        assertThat(still.get("told").toString())
                .contains("Accepted by Pat on ", "figures read")
                .contains("SGA of an instance: **4,096 MB** is built; sized now 8,192 MB, accepted 4,096 MB");

        landing.accept("ORDERS");
        assertThat(landing.target("ORDERS", Map.of()))
                .containsEntry("sga_mb", 8192L)
                .containsEntry("huge_pages", 8192L + 64)
                .satisfies(sized -> assertThat((long) sized.get("memory_mb")).isEqualTo(before + 4096));
        assertThat(server(Map.of())).containsEntry("huge_pages", 8192L + 64).containsEntry("decide", false);
    }

    @Test
    void aFigureInPlaceOfTheSizingIsBuiltAndTold() {
        landing.lands("ORDERS,lnx01,ORDERS").known("ORDERS", 4096).accept("ORDERS");
        Map<String, Object> sized = landing.target("ORDERS", Map.of("sga_mb", 6144));
        assertThat(sized).containsEntry("sga_mb", 6144L).containsEntry("overridden", true);
        assertThat(sized.get("told").toString())
                .contains("**6,144 MB** is built; sized now 4,096 MB, accepted 4,096 MB, given in place of it by the"
                        + " program's parameters");
        landing.keep("ORDERS", sized);
        assertThat(landing.assessment().acceptedSizing(SizedLanding.PROGRAM, "ORDERS"))
                .hasValueSatisfying(accepted -> {
                    assertThat(accepted.by()).isEqualTo("Dana");
                    assertThat(accepted.sizes().value(BuildFigure.SGA)).isEqualTo(6144);
                });
        assertThat(server(Map.of())).as("the server holds it").containsEntry("huge_pages", 6144L + 64);
    }

    @Test
    void whatAGateLetPassIsAcceptedOnce() {
        landing.lands("ORDERS,lnx01,ORDERS").known("ORDERS", 4096);
        Map<String, Object> sized = landing.target("ORDERS", Map.of());
        landing.keep("ORDERS", sized);
        AcceptedSizing first = landing.assessment()
                .acceptedSizing(SizedLanding.PROGRAM, "ORDERS")
                .orElseThrow();
        landing.keep("ORDERS", sized);
        assertThat(landing.assessment().acceptedSizing(SizedLanding.PROGRAM, "ORDERS"))
                .contains(first);
        assertThat(landing.assessment().decisions(SizedLanding.PROGRAM, "ORDERS"))
                .hasSize(1);
        assertThat(first.reason()).contains("At step accept-size of atlas/ORDERS/1", "read");
    }

    @Test
    void whatCannotBeSizedStopsAndNamesWhatIsMissing() {
        landing.lands("ORDERS,lnx01,ORDERS");
        assertThatThrownBy(() -> landing.target("ORDERS", Map.of()))
                .isInstanceOfSatisfying(
                        ControlAction.Refused.class,
                        refused -> assertThat(refused.failure().code()).isEqualTo(FailureCode.CHECK_FAILED.name()))
                .hasMessageContaining("nobody knows its SGA of an instance")
                .hasMessageContaining("run discovery");
    }

    @Test
    void whatNobodyCanBuildStopsBeforeAnybodyIsAskedToAcceptIt() {
        landing.lands("ORDERS,lnx01,ORDERS").known("ORDERS", 4096, 2000);
        assertThatThrownBy(() -> landing.target("ORDERS", Map.of()))
                .isInstanceOfSatisfying(
                        ControlAction.Refused.class,
                        refused -> assertThat(refused.failure().code()).isEqualTo(FailureCode.CHECK_FAILED.name()))
                .hasMessageContaining("cannot be built as it is sized")
                .hasMessageContaining("IFLs do not fit: a machine of this model (and so one LPAR of it) has at most");
        landing.known("ORDERS", 4096);
        assertThat(landing.target("ORDERS", Map.of())).containsKey("ifls");
    }

    /** Each of them fits, and the server that carries both does not; the instances of a cluster share the same among two. */
    @Test
    void whatFitsAloneAndNotTogetherStopsWhereItIsSummedUp() {
        landing.lands("ORDERS,lnx01,ORDERS", "STOCK,lnx01,STOCK")
                .known("ORDERS", 4096, 1000)
                .known("STOCK", 4096, 1000);
        long alone = (long) landing.target("ORDERS", Map.of()).get("ifls");
        landing.accept("ORDERS").accept("STOCK");
        assertThatThrownBy(() -> server(Map.of()))
                .isInstanceOfSatisfying(
                        ControlAction.Refused.class,
                        refused -> assertThat(refused.failure().code()).isEqualTo(FailureCode.CHECK_FAILED.name()))
                .hasMessageContaining("What lands on server lnx01 cannot be built there together: " + 2 * alone
                        + " IFLs do not fit: a machine of this model (and so one LPAR of it) has at most")
                .hasMessageContaining("ORDERS: accepted by ");
        assertThat(server(Map.of("ifls", 60)))
                .as("fewer by the program's policy")
                .containsEntry("ifls", 60L);
    }

    @Test
    void aClusterIsRefusedWhereTheShareOfOneServerDoesNotFit() {
        landing.lands("ORDERS,lnx01;lnx02,ORDERS").known("ORDERS", 4096, 2000);
        assertThat(landing.target("ORDERS", Map.of())).containsKey("ifls");
        landing.known("ORDERS", 4096, 4000);
        assertThatThrownBy(() -> landing.target("ORDERS", Map.of()))
                .hasMessageContaining("cannot be built as it is sized")
                .hasMessageContaining("IFLs do not fit: a machine of this model (and so one LPAR of it) has at most");
    }

    @Test
    void aServerHoldsTheSumOfAllThatLandThere() {
        landing.lands("ORDERS,lnx01,ORDERS", "STOCK,lnx01,STOCK", "FAR,lnx02,FAR")
                .known("ORDERS", 4096)
                .known("STOCK", 8192)
                .known("FAR", 65_536)
                .accept("ORDERS")
                .accept("STOCK");
        Map<String, Object> alone = landing.target("ORDERS", Map.of());
        Map<String, Object> beside = landing.target("STOCK", Map.of());
        Map<String, Object> together = server(Map.of());
        assertThat(together)
                .containsEntry("huge_pages", 4096L + 8192 + 2 * 64)
                .containsEntry("ifls", (long) alone.get("ifls") + (long) beside.get("ifls"))
                .containsEntry("decide", false)
                .containsEntry("too_small", List.of());
        double memory = (double) together.get("memory_gib");
        assertThat(memory)
                .as("pages, PGA, sessions of both and 10 %")
                .isEqualTo(Math.ceil((4096 + 8192 + 128 + 2 * 2048 + 2 * 450) * 1.1 / 1024));
        assertThat((double) together.get("redo_gib")).isEqualTo(Math.ceil(2 * 2289.0 * 4 * 2 / 1024 / 2));
        assertThat((double) together.get("data_gib"))
                .isEqualTo(Math.ceil((2 * 130 * 1e9 / (1L << 30)
                                + 2 * (long) alone.get("recovery_area_mb") / 1024.0
                                + 2 * (long) alone.get("temporary_mb") / 1024.0)
                        / 4));
    }

    @Test
    void aRecoveryAreaWithVolumesOfItsOwnIsNotCountedToTheData() {
        landing.lands("ORDERS,lnx01,ORDERS").known("ORDERS", 4096).accept("ORDERS");
        Map<String, Object> alone = landing.target("ORDERS", Map.of());
        Map<String, Object> with = server(Map.of());
        Map<String, Object> apart = server(Map.of("recovery_volumes", List.of("fra01", "fra02")));
        double recovery = (long) alone.get("recovery_area_mb") / 1024.0;
        double rest = 130 * 1e9 / (1L << 30) + (long) alone.get("temporary_mb") / 1024.0;
        assertThat(with)
                .containsEntry("data_gib", Math.ceil((rest + recovery) / 4))
                .containsEntry("recovery_gib", 0.0);
        assertThat(apart)
                .containsEntry("data_gib", Math.ceil(rest / 4))
                .containsEntry("recovery_gib", Math.ceil(recovery / 2))
                .containsEntry("redo_gib", with.get("redo_gib"));
        assertThat(apart.get("told").toString()).contains("each of 2 volumes for the recovery area: ");
        assertThat(server(Map.of("recovery_volumes", List.of("fra01"), "recovery_gib", 1.0)))
                .containsEntry("recovery_gib", 1.0)
                .containsEntry("decide", true)
                .extractingByKey("too_small")
                .asString()
                .contains("each of 1 volumes for the recovery area 1 GiB of ");
    }

    @Test
    void aServerFigureInPlaceOfTheSumIsToldAndAnsweredWhereItIsTooSmall() {
        landing.lands("ORDERS,lnx01,ORDERS").known("ORDERS", 4096).accept("ORDERS");
        Map<String, Object> sized = server(Map.of());
        Map<String, Object> given = server(Map.of("memory_gib", 4.0, "ifls", 40));
        assertThat(given)
                .containsEntry("memory_gib", 4.0)
                .containsEntry("ifls", 40L)
                .containsEntry("huge_pages", sized.get("huge_pages"))
                .containsEntry("decide", true);
        assertThat((List<?>) given.get("too_small"))
                .singleElement()
                .asString()
                .startsWith("memory of the partition 4 GiB of ");
        assertThat(given.get("told").toString())
                .contains("IFLs: **40** is built, as the program's policy says; sized ");
    }

    @Test
    void whoLandsThereUnsizedIsNamedAndWhoIsAboutToBeSizedIsWaitedFor() {
        landing.lands("ORDERS,lnx01,ORDERS", "STOCK,lnx01,STOCK")
                .known("ORDERS", 4096)
                .accept("ORDERS");
        Map<String, Object> one = server(Map.of());
        assertThat(one).containsEntry("huge_pages", 4096L + 64).containsEntry("decide", true);
        assertThat(one.get("told").toString()).contains("STOCK: not sized, so nothing of it is counted");

        landing.known("STOCK", 8192);
        Map<String, Object> both = server(Map.of());
        assertThat(both).containsEntry("huge_pages", 4096L + 8192 + 128).containsEntry("decide", true);
        assertThat(both.get("told").toString())
                .contains("STOCK: nobody has accepted its sizing, so it counts as it is sized now");

        assertThat(landing.await("server", "lnx01", Map.of(), List.of("STOCK"))).satisfies(waits -> {
            assertThat(waits.finished()).isFalse();
            assertThat(String.valueOf(waits.progress())).contains("Waits for the accepted sizing of STOCK");
        });
    }

    @Test
    void aServerThatStandsNeedsNoSizeAndTellsWhatItsDatabasesAreSizedFor() {
        landing.lands("ORDERS,lnx01,ORDERS", "STOCK,lnx01,STOCK");
        assertThat(server(Map.of("needed", false)))
                .containsEntry("huge_pages", 0L)
                .containsEntry("instances", "none that is sized");

        assertThat(landing.await("server", "lnx01", Map.of("needed", false), List.of())
                        .message())
                .isEqualTo("What lands there is sized so:\n- none that is sized");

        landing.known("ORDERS", 4096).accept("ORDERS");
        assertThat(server(Map.of("needed", false)))
                .containsEntry("huge_pages", 4096L + 64)
                .containsEntry("instances", "ORDERS: SGA of an instance 4,096 MB, PGA target of an instance 1,024 MB");
    }

    @Test
    void aContainerHoldsWhatEachOfItsPluggableDatabasesHad() {
        landing.lands("HR,lnx01,CDB1/HR", "PAY,lnx01,CDB1/PAY", "ALONE,lnx01,ALONE")
                .known("HR", 4096)
                .known("PAY", 2048)
                .known("ALONE", 1024)
                .accept("HR")
                .accept("PAY");
        Map<String, Object> container = landing.shared("container-database", "CDB1", Map.of());
        assertThat(container)
                .containsEntry("sga_mb", 6144L)
                .containsEntry("pga_target_mb", 2048L)
                .containsEntry("redo_log_mb", 2 * 2289L)
                .containsEntry("redo_groups", 4L)
                .containsEntry("decide", false)
                .doesNotContainKeys("memory_gib", "huge_pages");
    }

    @Test
    void aRacPutsAnInstanceOnEachServerAndSharesItsProcessors() {
        landing.lands("RAC,lnx01 lnx02,RAC").known("RAC", 4096).accept("RAC");
        Map<String, Object> whole = landing.target("RAC", Map.of());
        Map<String, Object> one = server(Map.of());
        assertThat(one).containsEntry("huge_pages", 4096L + 64).containsEntry("ifls", (long)
                Math.ceil((long) whole.get("ifls") / 2.0));
        assertThat(whole).as("one of its servers is not built by a playbook").containsEntry("large_pages", "TRUE");
    }

    @Test
    void theVolumesOfAServerAreThoseThatItsRunWouldMake() {
        List<String> data = List.of("data01", "data02", "data03", "data04");
        List<String> redo = List.of("redo01", "redo02");
        try (SizedLanding named = new SizedLanding(Map.of("server.data.volumes", data, "server.redo.volumes", redo))) {
            named.lands("ORDERS,lnx01,ORDERS", "CRM,lnx01,CRM", "FAR,lnx02,FAR")
                    .known("ORDERS", 4096)
                    .known("CRM", 4096);
            Map<String, Object> made =
                    named.shared("server", "lnx01", Map.of("data_volumes", data, "redo_volumes", redo));
            TargetVolumes volumes =
                    named.sizing().volumes(SizedLanding.PROGRAM, "ORDERS").orElseThrow();
            assertThat(volumes.data()).isEqualTo(new TargetVolumes.Use(4, (double) made.get("data_gib")));
            assertThat(volumes.redo()).isEqualTo(new TargetVolumes.Use(2, (double) made.get("redo_gib")));
            assertThat(volumes.others()).containsExactly("CRM");
            assertThat(named.sizing().volumes(SizedLanding.PROGRAM, "FAR"))
                    .hasValueSatisfying(far ->
                            assertThat(far.data()).as("nobody named them").isNull());
        }
        landing.lands("ORDERS,,ORDERS", "RAC,lnx01 lnx02,RAC");
        assertThat(landing.sizing().volumes(SizedLanding.PROGRAM, "ORDERS"))
                .as("it lands nowhere yet")
                .isEmpty();
        assertThat(landing.sizing().volumes(SizedLanding.PROGRAM, "RAC"))
                .as("several servers share their volumes")
                .isEmpty();
    }

    @Test
    void aSizeThatThePolicySaysStandsInPlaceOfTheSum() {
        try (SizedLanding named = new SizedLanding(Map.of(
                "server.data.volumes", List.of("data01", "data02"),
                "server.data.gib", 500.0,
                "server.redo.volumes", List.of("redo01")))) {
            named.lands("ORDERS,lnx01,ORDERS").known("ORDERS", 4096);
            assertThat(named.sizing().volumes(SizedLanding.PROGRAM, "ORDERS")).hasValueSatisfying(volumes -> {
                assertThat(volumes.data()).isEqualTo(new TargetVolumes.Use(2, 500));
                assertThat(volumes.recovery()).isNull();
                // 2,289 MB x 4 groups x 2 members
                assertThat(volumes.redo()).isEqualTo(new TargetVolumes.Use(1, 18));
            });
        }
    }
}
