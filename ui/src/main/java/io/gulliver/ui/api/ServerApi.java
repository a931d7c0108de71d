package io.gulliver.ui.api;

import io.gulliver.domain.build.BuildApproval;
import io.gulliver.domain.people.Right;
import io.gulliver.persistence.view.ProgramReader;
import io.gulliver.planning.build.BuildDesign;
import io.gulliver.planning.build.BuildPart;
import io.gulliver.planning.build.DesignStanding;
import io.gulliver.planning.build.Whence;
import io.gulliver.service.migration.MadeThings;
import io.gulliver.service.planning.BuildDesignService;
import io.gulliver.ui.command.CommandForm;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.Refusal;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** What servers are built with, before they exist. */
@RestController
@RequestMapping("/api/v1/programs/{program}/servers")
class ServerApi {
    private final ProgramReader programs;
    private final BuildDesignService designs;
    private final MadeThings things;

    ServerApi(ProgramReader programs, BuildDesignService designs, MadeThings things) {
        this.programs = programs;
        this.designs = designs;
        this.things = things;
    }

    /**
     * The design of a server.
     *
     * @param server its name
     * @param playbook that would build it, with its version
     * @param hash of the design: the same for the same design
     * @param approved who approved this very design; null while nobody did
     * @param last who approved a design of it last; null where nobody ever did
     * @param against why it is not approved as it stands; empty where it can be
     * @param lines by part
     * @param changes against the last approved design
     * @param made what its runs made and did not undo
     */
    record ServerBuild(
            String server,
            String playbook,
            String hash,
            @Nullable DesignApproved approved,
            @Nullable DesignApproved last,
            List<String> against,
            List<BuildLineBody> lines,
            List<BuildDesign.Change> changes,
            List<MadeThings.Made> made) {
        static ServerBuild of(DesignStanding standing, List<MadeThings.Made> made) {
            BuildDesign design = standing.design();
            return new ServerBuild(
                    design.server(),
                    standing.playbook(),
                    design.hash(),
                    DesignApproved.of(standing.approval()),
                    DesignApproved.of(standing.last()),
                    design.notYet(),
                    design.lines().stream()
                            .map(line -> new BuildLineBody(
                                    line.part(),
                                    line.key(),
                                    line.words(),
                                    line.value(),
                                    line.unit(),
                                    line.bound(),
                                    line.whence()))
                            .toList(),
                    standing.changes(),
                    made);
        }
    }

    /**
     * One thing that it is built with.
     *
     * @param part what it is about
     * @param key tells it from every other line; never changed
     * @param words what it is
     * @param unit of a number, empty for none
     * @param bound whether an approval is of it; what is chosen when it is made is not
     * @param whence where it comes from
     */
    record BuildLineBody(
            BuildPart part, String key, String words, String value, String unit, boolean bound, Whence whence) {}

    /**
     * Who approved a design.
     *
     * @param hash of the design
     * @param at when, in the program's time
     * @param reason in their words, empty for none
     * @param migration the run at whose gate it was approved; null for its page
     */
    record DesignApproved(
            String hash,
            String by,
            Instant at,
            String reason,
            @Nullable String migration) {
        static @Nullable DesignApproved of(@Nullable BuildApproval approval) {
            return approval == null
                    ? null
                    : new DesignApproved(
                            approval.hash(), approval.by(), approval.at(), approval.reason(), approval.migration());
        }
    }

    /** Which design is approved: what was read. */
    record DesignToApprove(
            @NotBlank(message = "{form.needed}") @Pattern(regexp = "[0-9a-f]{64}", message = "{form.choice}")
            String hash,

            @Nullable @Size(max = 1000, message = "{form.long}")
            String reason) {}

    /** Servers that a playbook of the program builds. */
    @OpenTo
    @GetMapping
    PageBody<String> list(@PathVariable String program) {
        require(program);
        return new PageBody<>(designs.servers(program), null);
    }

    @OpenTo
    @GetMapping("/{server}/build")
    ServerBuild build(@PathVariable String program, @PathVariable String server) {
        require(program);
        return body(program, server);
    }

    private ServerBuild body(String program, String server) {
        DesignStanding standing =
                designs.of(program, server).orElseThrow(() -> Refusal.notFound("problem.server", server, program));
        return ServerBuild.of(
                standing,
                things.list(program).stream()
                        .filter(one -> one.database().equals("server:" + server))
                        .toList());
    }

    /** Approves the design with this hash, so that its run asks nobody for it. */
    @OpenTo(value = Right.READ, token = Right.DECIDE)
    @PostMapping("/{server}/build/approve")
    ServerBuild approve(
            @PathVariable String program,
            @PathVariable String server,
            @RequestHeader("Idempotency-Key") String idempotencyKey,
            @Valid @RequestBody DesignToApprove wanted) {
        require(program);
        designs.approve(
                program, server, wanted.hash(), wanted.reason(), CommandForm.speaker(Person.current(), program));
        return body(program, server);
    }

    private void require(String program) {
        programs.find(program).orElseThrow(() -> Refusal.notFound("problem.program", program));
    }
}
