package io.gulliver.service.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.domain.build.BuildApproval;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.people.Speaker;
import io.gulliver.domain.program.Program;
import io.gulliver.persistence.RefusedException;
import io.gulliver.planning.build.BuildLine;
import io.gulliver.planning.build.BuildPart;
import io.gulliver.planning.build.DesignStanding;
import io.gulliver.planning.build.Whence.Origin;
import io.gulliver.planning.method.TopologyProposal;
import io.gulliver.service.planning.BuildDesignService;
import io.gulliver.testing.SizedLanding;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A page and a run put one design together; what was approved on one asks nobody at the other. On a real store. */
@Tag("store")
class DesignBuildTest {
    private static final String PROGRAM = SizedLanding.PROGRAM;
    private static final String SERVER = "lnx01";
    private static final MigrationId RUN = new MigrationId(PROGRAM + "/server-lnx01/1");
    private static final Speaker PIA = new Speaker("Pia", "pia", Set.of("platform"));
    private static final Speaker DAN = new Speaker("Dan", "dan", Set.of("dba"));

    private final Map<String, Object> policy = new TreeMap<>(Map.of(
            "server.name", SERVER,
            "server.hmc", "hmc1",
            "server.cpc", "CPC1",
            "server.array", "fs1",
            "server.pool", "pool0",
            "server.boot.gib", 20.0,
            "server.data.volumes", List.of("data1", "data2"),
            "server.redo.volumes", List.of("redo1", "redo2"),
            "server.network", "switch1",
            "server.sysctl", "/etc/sysctl.d"));
    private SizedLanding landing;
    private String hash;

    @BeforeEach
    void open() {
        policy.put("server.staging", "/u02/staging");
        begin();
    }

    @AfterEach
    void close() {
        landing.close();
    }

    private void begin() {
        landing = new SizedLanding(policy)
                .lands("ORDERS,lnx01,ORDERSZ", "BILLS,lnx01,BILLSZ")
                .known("ORDERS", 8192)
                .known("BILLS", 4096)
                .accept("ORDERS")
                .accept("BILLS");
        hash = landing.builds();
    }

    private BuildDesignService designs() {
        return landing.designs();
    }

    private DesignStanding page() {
        return designs().of(PROGRAM, SERVER).orElseThrow();
    }

    private BuildLine line(String key) {
        return page().design().lines().stream()
                .filter(line -> line.key().equals(key))
                .findFirst()
                .orElseThrow();
    }

    private Map<String, Object> sized() {
        return landing.shared(
                "server",
                SERVER,
                Map.of("data_volumes", List.of("data1", "data2"), "redo_volumes", List.of("redo1", "redo2")));
    }

    private StepCall call(String action, Map<String, Object> inputs, Operation operation) {
        return new StepCall(
                RUN,
                PROGRAM,
                "server:lnx01",
                Purpose.PRODUCTION,
                1,
                StepKey.of("design"),
                1,
                1,
                operation,
                action,
                hash,
                inputs,
                Map.of(),
                null,
                1);
    }

    private Map<String, Object> inputs(Map<String, Object> sized, Map<String, Object> more) {
        Map<String, Object> inputs = new TreeMap<>(sized);
        inputs.put("name", SERVER);
        inputs.put("blocking", List.of());
        inputs.putAll(more);
        return inputs;
    }

    private Map<String, Object> designed(Map<String, Object> sized, Map<String, Object> more) {
        StepResult result = new DesignBuild(designs()::ofRun, designs()::sizedAnew)
                .invoke(
                        call("design.build", inputs(sized, more), Operation.RUN),
                        (condition, seconds) -> condition.getAsBoolean());
        return result.outputs();
    }

    private static List<String> texts(Map<String, Object> outputs, String key) {
        return ((List<?>) outputs.get(key)).stream().map(String::valueOf).toList();
    }

    @Test
    void aPageAndARunPutTheSameDesignTogether() {
        assertThat(page().design().missing()).isEmpty();
        assertThat(page().design().blocking()).isEmpty();
        assertThat(designed(sized(), Map.of()))
                .containsEntry("hash", page().design().hash());
    }

    @Test
    void everyDatabaseStandsThereWithItsParametersAndWhoAcceptedThem() {
        BuildLine sga = line("database/ORDERS/sga_mb");
        assertThat(sga.shown()).isEqualTo("8,192 MB");
        assertThat(sga.whence().origin()).isEqualTo(Origin.PERSON);
        assertThat(sga.whence().by()).isEqualTo("Pat");
        assertThat(sga.whence().at()).isEqualTo(Instant.parse("2026-03-01T10:00:00Z"));
        assertThat(line("database/BILLS/pga_target_mb").shown()).isEqualTo("1,024 MB");
        assertThat(line("database/BILLS/large_pages").shown()).isEqualTo("ONLY");
        assertThat(line("memory_gib").whence().databases()).containsExactlyInAnyOrder("BILLS", "ORDERS");
        assertThat(line("fact/server.pool").whence().origin()).isEqualTo(Origin.POLICY);
        assertThat(line("paths").whence().origin()).isEqualTo(Origin.PLAYBOOK);
    }

    @Test
    void aContainerStandsThereOnceWithTheSumOfThoseWithinIt() {
        landing.close();
        landing = new SizedLanding(policy)
                .lands("ORDERS,lnx01,CDB1/ORDERSP", "BILLS,lnx01,CDB1/BILLSP")
                .known("ORDERS", 8192)
                .known("BILLS", 4096)
                .accept("ORDERS")
                .accept("BILLS");
        landing.builds();
        assertThat(line("database/CDB1/sga_mb").shown()).isEqualTo("12,288 MB");
        assertThat(line("database/ORDERS").shown()).isEqualTo("pluggable database ORDERSP of container CDB1");
        assertThat(page().design().of(BuildPart.DATABASES))
                .extracting(BuildLine::key)
                .doesNotContain("database/ORDERS/sga_mb");
    }

    @Test
    void theMereSumOfAcceptedSizingsGoesOnByItselfUnlessTheProgramWantsToBeAsked() {
        assertThat(designed(sized(), Map.of()))
                .containsEntry("ask", false)
                .containsEntry("approved_by", "")
                .as("the landscape of this test names none")
                .containsEntry("volume_group", false);
        assertThat(designed(sized(), Map.of("ask_for_sums", true))).containsEntry("ask", true);
    }

    @Test
    void aPersonIsAskedWhereSomethingWasToDecideOrIsBlocking() {
        Map<String, Object> decide = new TreeMap<>(sized());
        decide.put("decide", true);
        assertThat(designed(decide, Map.of())).containsEntry("ask", true);
        assertThat(designed(sized(), Map.of("blocking", List.of("server lnx01: bad"))))
                .containsEntry("ask", true);
    }

    @Test
    void whatNobodySaidAsksAPerson() {
        landing.close();
        policy.remove("server.boot.gib");
        begin();
        assertThat(page().design().missing()).containsExactly("size of the boot volume");
        assertThat(designed(sized(), Map.of())).containsEntry("ask", true);
    }

    @Test
    void aPoolThatNobodyNamedIsChosenWhenTheVolumesAreMade() {
        landing.close();
        policy.remove("server.pool");
        begin();
        assertThat(page().design().missing()).isEmpty();
        assertThat(line("fact/server.pool").shown()).isEqualTo("chosen when it is made");
        assertThat(designed(sized(), Map.of())).containsEntry("ask", false);
    }

    @Test
    void aDesignThatWasApprovedOnItsPageAsksNobodyAtItsRun() {
        BuildApproval approval =
                designs().approve(PROGRAM, SERVER, page().design().hash(), " as sized ", PIA);
        assertThat(approval.by()).isEqualTo("Pia");
        assertThat(approval.reason()).isEqualTo("as sized");
        assertThat(approval.migration()).isNull();
        assertThat(page().approval()).isEqualTo(approval);
        assertThat(designed(sized(), Map.of("ask_for_sums", true)))
                .containsEntry("ask", false)
                .containsEntry("approved_by", "Pia");
    }

    @Test
    void anApprovalOfOneDesignIsNoneOfAnother() {
        designs().approve(PROGRAM, SERVER, page().design().hash(), "", PIA);
        landing.sga("ORDERS", 16384).accept("ORDERS");
        assertThat(page().approval()).isNull();
        assertThat(page().last()).isNotNull();
        Map<String, Object> outputs = designed(sized(), Map.of("ask_for_sums", true));
        assertThat(outputs).containsEntry("ask", true).containsEntry("approved_by", "");
        assertThat(texts(outputs, "differs"))
                .contains("ORDERS, SGA of an instance: 8,192 MB was approved, 16,384 MB would be built")
                .anySatisfy(line -> assertThat(line).startsWith("memory at its start: "));
    }

    /** The page says the design that a run would build, where the program leaves open what the server is. */
    @Test
    void aServerLeftOpenHasTheDesignOfWhatIsProposedForIt() {
        String said = page().design().hash();
        says("no-such-book");
        assertThat(designs().of(PROGRAM, SERVER)).isEmpty();

        says(TopologyProposal.AUTO);
        assertThat(designs().builder(PROGRAM, SERVER)).contains("dpm-server");
        assertThat(designs().servers(PROGRAM)).contains(SERVER);
        assertThat(page().design().hash()).isEqualTo(said);
    }

    private void says(String playbook) {
        Program program = landing.stores().programs().require(PROGRAM);
        landing.stores()
                .programs()
                .update(
                        PROGRAM,
                        program.version(),
                        program.title(),
                        program.zone(),
                        Map.of(
                                "shared",
                                Map.of("server", Map.of(SERVER, Map.of("playbook", playbook, "facts", policy)))),
                        "Sam");
    }

    @Test
    void whatChangedAfterTheDesignWasSettledGoesBackToAPersonInWords() {
        Map<String, Object> sized = sized();
        Map<String, Object> lines = Map.of("approved", designed(sized, Map.of()).get("lines"));
        assertThat(designed(sized, lines)).containsEntry("ask", false).containsEntry("differs", List.of());

        policy.put("server.pool", "pool9");
        says("dpm-server");
        Map<String, Object> changed = designed(sized, lines);
        assertThat(changed).containsEntry("ask", true);
        assertThat(texts(changed, "differs")).containsExactly("pool: pool0 was approved, pool9 would be built");
        assertThat(designed(sized, Map.of("approved", changed.get("lines")))).containsEntry("ask", false);

        designs().approve(PROGRAM, SERVER, page().design().hash(), "", PIA);
        assertThat(designed(sized, lines))
                .as("the changed design was approved on its page meanwhile")
                .containsEntry("ask", false)
                .containsEntry("approved_by", "Pia");
    }

    @Test
    void aSizingThatWasAcceptedAfterTheRunSizedItIsToldThoughTheRunBuildsAsItSized() {
        Map<String, Object> sized = sized();
        Map<String, Object> first = designed(sized, Map.of());
        landing.sga("ORDERS", 16384).accept("ORDERS");
        Map<String, Object> again = designed(sized, Map.of("approved", first.get("lines")));
        assertThat(again).containsEntry("ask", true);
        assertThat(texts(again, "differs"))
                .contains("ORDERS, SGA of an instance: 8,192 MB was approved, 16,384 MB would be built")
                .anySatisfy(line -> assertThat(line)
                        .startsWith("memory at its start: this run builds ")
                        .contains(" GiB, by what is known now it is "));
    }

    @Test
    void whatAGateLetPassIsKeptAsApprovedByWhoSpokeThere() {
        Map<String, Object> outputs = designed(sized(), Map.of("ask_for_sums", true));
        Map<String, Object> kept = new TreeMap<>(outputs);
        kept.put("name", SERVER);
        kept.put("gate", "accept-size");
        DesignApprove approve = new DesignApprove(
                (run, step) -> step.equals("accept-size")
                        ? Optional.of(new SizingAccept.Acceptance("Kim", "looked at it"))
                        : Optional.empty(),
                designs()::approved);
        approve.invoke(call("design.approve", kept, Operation.EVALUATE), (condition, seconds) -> true);
        assertThat(designs().history(PROGRAM, SERVER))
                .as("an evaluation keeps nothing")
                .isEmpty();

        approve.invoke(call("design.approve", kept, Operation.RUN), (condition, seconds) -> true);
        assertThat(designs().history(PROGRAM, SERVER)).singleElement().satisfies(approval -> {
            assertThat(approval.by()).isEqualTo("Kim");
            assertThat(approval.reason()).isEqualTo("looked at it");
            assertThat(approval.migration()).isEqualTo(RUN.toString());
            assertThat(approval.hash()).isEqualTo(page().design().hash());
            assertThat(page().design().against(approval.lines())).isEmpty();
        });
        assertThat(page().approval()).isNotNull();
        kept.put("gate", "elsewhere");
        assertThatThrownBy(
                        () -> approve.invoke(call("design.approve", kept, Operation.RUN), (condition, seconds) -> true))
                .isInstanceOf(ControlAction.Refused.class)
                .hasMessageContaining("Nobody spoke at step elsewhere");
    }

    @Test
    void nobodyApprovesWithoutTheRoleOrWhatIsAnotherDesignByNow() {
        String seen = page().design().hash();
        assertThatThrownBy(() -> designs().approve(PROGRAM, SERVER, seen, "", DAN))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("platform");
        landing.sga("ORDERS", 16384).accept("ORDERS");
        assertThatThrownBy(() -> designs().approve(PROGRAM, SERVER, seen, "", PIA))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("not the one that you read");
        assertThatThrownBy(() -> designs().approve(PROGRAM, "lnx09", seen, "", PIA))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("names no playbook");
        assertThat(designs().history(PROGRAM, SERVER)).isEmpty();
    }

    @Test
    void whatIsTooSmallIsNotApprovedOnThePage() {
        landing.close();
        policy.put("server.memory.gib", 2.0);
        begin();
        assertThat(line("memory_gib").whence().origin()).isEqualTo(Origin.POLICY);
        String seen = page().design().hash();
        assertThatThrownBy(() -> designs().approve(PROGRAM, SERVER, seen, "", PIA))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("Less than those who land there need: memory of the partition 2 GiB of ");
    }

    @Test
    void serversAreThoseThatAPlaybookBuilds() {
        assertThat(designs().servers(PROGRAM)).containsExactly(SERVER);
        assertThat(designs().of(PROGRAM, "lnx09")).isEmpty();
    }
}
