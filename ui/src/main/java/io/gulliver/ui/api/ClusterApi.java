package io.gulliver.ui.api;

import io.gulliver.domain.estate.Landing;
import io.gulliver.domain.estate.RegisteredCluster;
import io.gulliver.domain.people.Right;
import io.gulliver.domain.people.RuleViolation;
import io.gulliver.persistence.RefusedException;
import io.gulliver.persistence.view.ProgramReader;
import io.gulliver.service.planning.ClusterService;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.Refusal;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Clusters that people built and registered, and where a database lands in place of one to build. */
@RestController
@RequestMapping("/api/v1/programs/{program}")
class ClusterApi {
    private static final int USUAL_PORT = 1521;

    private final ProgramReader programs;
    private final ClusterService clusters;

    ClusterApi(ProgramReader programs, ClusterService clusters) {
        this.programs = programs;
        this.clusters = clusters;
    }

    /**
     * A registered cluster.
     *
     * @param by who registered it
     * @param at when, in the program's time
     * @param landing databases that land there
     * @param looks what runs saw of it last
     */
    record Cluster(
            String name,
            List<ClusterNode> nodes,
            String scan,
            int scanPort,
            int port,
            String gridHome,
            String oracleHome,
            List<String> diskGroups,
            List<String> databases,
            RegisteredCluster.Management management,
            String by,
            Instant at,
            List<String> landing,
            List<ClusterService.Look> looks) {
        static Cluster of(ClusterService.Standing standing) {
            RegisteredCluster one = standing.cluster();
            return new Cluster(
                    one.name(),
                    one.nodes().stream()
                            .map(node -> new ClusterNode(node.name(), node.address()))
                            .toList(),
                    one.scan(),
                    one.scanPort(),
                    one.port(),
                    one.gridHome(),
                    one.oracleHome(),
                    one.diskGroups(),
                    one.databases(),
                    one.management(),
                    Objects.requireNonNull(one.by()),
                    Objects.requireNonNull(one.at()),
                    standing.landing(),
                    standing.looks());
        }
    }

    /** A node of a cluster. */
    record ClusterNode(
            @NotBlank(message = "{form.needed}") @Size(max = 253, message = "{form.long}")
            String name,

            @NotBlank(message = "{form.needed}") @Size(max = 39, message = "{form.long}")
            String address) {}

    /** A cluster as people hand it over. */
    record ClusterForm(
            @NotNull(message = "{form.needed}") @Size(min = 2, max = 100, message = "{form.choice}")
            List<@Valid ClusterNode> nodes,

            @NotBlank(message = "{form.needed}") @Size(max = 253, message = "{form.long}")
            String scan,

            @Nullable @Min(value = 1, message = "{form.choice}") @Max(value = 65535, message = "{form.choice}")
            Integer scanPort,

            @Nullable @Min(value = 1, message = "{form.choice}") @Max(value = 65535, message = "{form.choice}")
            Integer port,

            @NotBlank(message = "{form.needed}") @Size(max = 200, message = "{form.long}")
            String gridHome,

            @NotBlank(message = "{form.needed}") @Size(max = 200, message = "{form.long}")
            String oracleHome,

            @NotNull(message = "{form.needed}") @Size(min = 1, max = 100, message = "{form.choice}")
            List<@NotBlank(message = "{form.needed}") String> diskGroups,

            @NotNull(message = "{form.needed}") @Size(min = 1, max = 1000, message = "{form.choice}")
            List<@NotBlank(message = "{form.needed}") String> databases,

            @NotNull(message = "{form.needed}") RegisteredCluster.Management management) {
        RegisteredCluster named(String program, String name) {
            try {
                return new RegisteredCluster(
                        program,
                        name,
                        nodes.stream()
                                .map(node -> new RegisteredCluster.Node(node.name(), node.address()))
                                .toList(),
                        scan,
                        Objects.requireNonNullElse(scanPort, USUAL_PORT),
                        Objects.requireNonNullElse(port, USUAL_PORT),
                        gridHome,
                        oracleHome,
                        diskGroups,
                        databases,
                        management,
                        null,
                        null);
            } catch (IllegalArgumentException e) {
                throw new RefusedException(RuleViolation.Kind.NOT_SO, String.valueOf(e.getMessage()));
            }
        }
    }

    /** Where a database is to land. */
    record LandingForm(
            @NotNull(message = "{form.needed}") ClusterService.Way way,

            @NotBlank(message = "{form.needed}") @Size(max = 253, message = "{form.long}")
            String where) {}

    /**
     * Where a database lands.
     *
     * @param servers its servers, the first one first
     * @param target database or container there; null while not chosen
     */
    record LandingPlace(
            String database, List<String> servers, @Nullable String target) {
        static LandingPlace of(Landing landing) {
            return new LandingPlace(landing.database(), landing.servers(), landing.targetDatabase());
        }
    }

    @OpenTo
    @GetMapping("/clusters")
    PageBody<Cluster> list(@PathVariable String program) {
        require(program);
        return new PageBody<>(clusters.list(program).stream().map(Cluster::of).toList(), null);
    }

    @OpenTo(Right.DECIDE)
    @PutMapping("/clusters/{name}")
    Cluster register(@PathVariable String program, @PathVariable String name, @Valid @RequestBody ClusterForm wanted) {
        require(program);
        return Cluster.of(
                clusters.register(wanted.named(program, name), Person.current().name()));
    }

    @OpenTo(Right.DECIDE)
    @DeleteMapping("/clusters/{name}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void withdraw(@PathVariable String program, @PathVariable String name) {
        require(program);
        clusters.withdraw(program, name, Person.current().name());
    }

    @OpenTo(Right.DECIDE)
    @PostMapping("/databases/{database}/landing")
    LandingPlace land(
            @PathVariable String program,
            @PathVariable String database,
            @RequestHeader("Idempotency-Key") String idempotencyKey,
            @Valid @RequestBody LandingForm wanted) {
        require(program);
        return LandingPlace.of(clusters.land(
                program,
                database,
                wanted.way(),
                wanted.where(),
                Person.current().name()));
    }

    private void require(String program) {
        programs.find(program).orElseThrow(() -> Refusal.notFound("problem.program", program));
    }
}
