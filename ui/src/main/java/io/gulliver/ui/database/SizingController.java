package io.gulliver.ui.database;

import io.gulliver.domain.people.Right;
import io.gulliver.planning.figure.Derivation;
import io.gulliver.planning.inputs.DatabaseSizing;
import io.gulliver.planning.inputs.Gap;
import io.gulliver.planning.inputs.GroupSizing;
import io.gulliver.planning.inputs.LoadReport;
import io.gulliver.planning.inputs.Part;
import io.gulliver.planning.inputs.SgaProposal;
import io.gulliver.planning.sizing.AcceptedSizing;
import io.gulliver.planning.sizing.BuildFigure;
import io.gulliver.planning.sizing.BuildSizes;
import io.gulliver.planning.sizing.CpuSizing;
import io.gulliver.planning.sizing.FileSizing;
import io.gulliver.planning.sizing.GuestMemory;
import io.gulliver.planning.sizing.MemorySizing;
import io.gulliver.planning.sizing.NetworkPlanner;
import io.gulliver.planning.sizing.StorageSizing;
import io.gulliver.service.planning.AssessmentService;
import io.gulliver.service.planning.SizingService;
import io.gulliver.ui.frame.Figure;
import io.gulliver.ui.frame.Mark;
import io.gulliver.ui.frame.Sentence;
import io.gulliver.ui.frame.SizingFigures;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.FieldProblem;
import io.gulliver.ui.problem.Refusal;
import io.gulliver.ui.problem.UnfitException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** What the target of a database needs and what was chosen for it, each figure with how it was found. */
@Controller
class SizingController {
    private final DatabaseFrame frame;
    private final AssessmentService desk;
    private final SizingService builds;
    private final Words words;

    SizingController(DatabaseFrame frame, AssessmentService desk, SizingService builds, Words words) {
        this.frame = frame;
        this.desk = desk;
        this.builds = builds;
        this.words = words;
    }

    /**
     * Memory, CPU, storage or network.
     *
     * @param key of its words
     * @param required what the work asks for
     * @param chosen what is planned for it
     * @param figures how both were found
     * @param warnings what needs care
     * @param missing what must be known first, or would sharpen it
     * @param assumptions what was taken because nobody knows better
     * @param confidence of the weakest figure
     */
    record View(
            String key,
            List<Derivation> required,
            List<Derivation> chosen,
            List<Figure> figures,
            List<String> warnings,
            List<Gap> missing,
            List<String> assumptions,
            String confidence) {
        /** Whether there are figures. */
        public boolean sized() {
            return !figures.isEmpty();
        }
    }

    /**
     * A figure that the target is built with.
     *
     * @param words what it is
     * @param now as it is sized now, or null
     * @param accepted as a person accepted it, or null
     */
    record Built(
            String words, @Nullable String now, @Nullable String accepted) {
        /** Whether what is built is not what is sized now. */
        public boolean differs() {
            return accepted != null && !accepted.equals(now);
        }
    }

    private static List<Built> built(BuildSizes now, @Nullable AcceptedSizing accepted) {
        return Stream.of(BuildFigure.values())
                .map(figure -> new Built(
                        figure.words(), shown(figure, now), accepted == null ? null : shown(figure, accepted.sizes())))
                .filter(row -> row.now() != null || row.accepted() != null)
                .toList();
    }

    private static @Nullable String shown(BuildFigure figure, BuildSizes sizes) {
        Long value = sizes.figures().get(figure);
        return value == null ? null : (Derivation.shown(value) + " " + figure.unit()).strip();
    }

    @OpenTo
    @GetMapping("/programs/{program}/databases/{database}/sizing")
    String sizing(@PathVariable String program, @PathVariable String database, Model model) {
        DatabaseHead head = frame.put(program, database, "sizing", model);
        DatabaseSizing sizing = UnfitException.made(() -> desk.sizing(program, head.name()));
        GroupSizing group = sizing.group();
        model.addAttribute("sizing", sizing);
        model.addAttribute("picture", SizingPicture.of(sizing));
        model.addAttribute(
                "storagePicture",
                StoragePicture.of(sizing, builds.volumes(program, head.name()).orElse(null)));
        model.addAttribute(
                "parts",
                List.of(
                        cpu("cpu", sizing.cpu()),
                        memory("memory", sizing.memory()),
                        storage(sizing.storage()),
                        files(sizing.files()),
                        network(sizing.network())));
        AcceptedSizing accepted = desk.acceptedSizing(program, head.name()).orElse(null);
        model.addAttribute("accepted", accepted);
        model.addAttribute("built", built(sizing.build(), accepted));
        model.addAttribute(
                "groupParts",
                group == null
                        ? List.of()
                        : List.of(cpu("group-cpu", group.cpu()), memory("group-memory", group.memory())));
        model.addAttribute("mayConfirm", Person.current().may(Right.WORK));
        model.addAttribute("mayChooseSga", Person.current().may(Right.WORK));
        SgaProposal sga = sizing.sga();
        model.addAttribute("sga", sga);
        model.addAttribute(
                "sgaFigures",
                sga == null
                        ? List.of()
                        : Figure.of(
                                "sga",
                                Arrays.asList(
                                        sga.planned(),
                                        sga.current(),
                                        sga.advised(),
                                        sga.readReductionPercent(),
                                        sga.timeReductionPercent(),
                                        sga.cap())));
        LoadReport load = sizing.load();
        model.addAttribute("load", load);
        model.addAttribute("concurrency", group == null ? null : group.concurrency());
        model.addAttribute(
                "lead",
                lead(
                        program,
                        head.name(),
                        sizing,
                        desk.memory(program, head.name()).orElse(null)));
        return "database/sizing";
    }

    /** Confirms that the sizing still holds. */
    @OpenTo(Right.WORK)
    @PostMapping("/programs/{program}/databases/{database}/sizing/confirm")
    String confirm(
            @PathVariable String program,
            @PathVariable String database,
            @RequestParam(defaultValue = "") String reason,
            Model model,
            RedirectAttributes flash) {
        DatabaseHead head = frame.put(program, database, "sizing", model);
        Reasons.require(reason, words);
        UnfitException.made(() -> desk.confirmSizing(
                program, head.name(), reason, Person.current().name()));
        flash.addFlashAttribute("said", words.text("sizing.confirmed"));
        return "redirect:" + DatabaseFrame.base(program, head.name()) + "/sizing";
    }

    /** Decides whether work of no database on the source hosts moves too. */
    @OpenTo(Right.WORK)
    @PostMapping("/programs/{program}/databases/{database}/sizing/other-work")
    String otherWork(
            @PathVariable String program,
            @PathVariable String database,
            @RequestParam(defaultValue = "") String moves,
            @RequestParam(defaultValue = "") String reason,
            Model model,
            RedirectAttributes flash) {
        DatabaseHead head = frame.put(program, database, "sizing", model);
        Reasons.require(reason, words);
        if (!moves.equals("yes") && !moves.equals("no")) {
            throw Refusal.invalid(List.of(new FieldProblem("/moves", words.text("sizing.choose"))));
        }
        UnfitException.made(() -> desk.decideOtherWork(
                program,
                head.name(),
                moves.equals("yes"),
                reason,
                Person.current().name()));
        flash.addFlashAttribute("said", words.text("sizing.other.said"));
        return "redirect:" + DatabaseFrame.base(program, head.name()) + "/sizing";
    }

    /** Decides which SGA an instance gets. */
    @OpenTo(Right.WORK)
    @PostMapping("/programs/{program}/databases/{database}/sizing/sga")
    String sga(
            @PathVariable String program,
            @PathVariable String database,
            @RequestParam(defaultValue = "") String choice,
            @RequestParam(defaultValue = "") String size,
            @RequestParam(defaultValue = "") String reason,
            Model model,
            RedirectAttributes flash) {
        DatabaseHead head = frame.put(program, database, "sizing", model);
        Reasons.require(reason, words);
        UnfitException.made(() -> desk.decideSga(
                program,
                head.name(),
                choice.equals("SIZE") ? size : choice,
                reason,
                Person.current().name()));
        flash.addFlashAttribute("said", words.text("sizing.sga.said"));
        return "redirect:" + DatabaseFrame.base(program, head.name()) + "/sizing";
    }

    private Sentence lead(String program, String database, DatabaseSizing sizing, @Nullable GuestMemory memory) {
        CpuSizing cpu = sizing.cpu().sizing();
        StorageSizing storage = sizing.storage().sizing();
        String nothing = words.text("sizing.open");
        return words.sentence(
                sizing.staleness().stale() ? "sizing.lead.stale" : "sizing.lead",
                database,
                cpu == null ? nothing : Derivation.shown(cpu.ifls().value()),
                Mark.of(
                        "memory",
                        program + "/" + database,
                        memory == null ? null : memory.megabytes(),
                        memory == null ? words.text("sizing.open.gib") : words.gibibytes(memory.megabytes())),
                storage == null
                        ? nothing
                        : Derivation.shown(Math.rint(storage.capacity().value())),
                cpu == null ? 0 : cpu.ifls().value());
    }

    private View memory(String key, Part<MemorySizing> part) {
        return view(
                key,
                part,
                sizing -> List.of(sizing.planned(), sizing.committed(), sizing.ceiling()),
                sizing -> List.of(sizing.guest(), sizing.hugePages()),
                sizing -> {
                    List<@Nullable Derivation> all = new ArrayList<>(SizingFigures.memory(sizing));
                    all.addAll(SizingFigures.simple(sizing.simple()));
                    return all;
                },
                MemorySizing::warnings);
    }

    private View cpu(String key, Part<CpuSizing> part) {
        return view(
                key,
                part,
                sizing -> List.of(sizing.required(), sizing.requiredAtDesignPoint()),
                sizing -> List.of(
                        sizing.ifls(),
                        sizing.capacityOfIfls(),
                        sizing.utilizationPercent(),
                        sizing.virtualCpus().wanted()),
                SizingFigures::cpu,
                sizing -> Stream.concat(sizing.refusals().stream(), sizing.warnings().stream())
                        .toList());
    }

    private View storage(Part<StorageSizing> part) {
        return view(
                "storage",
                part,
                sizing -> Stream.of(sizing.capacity(), sizing.iops(), sizing.throughput())
                        .filter(SizingController::measured)
                        .toList(),
                sizing -> {
                    List<Derivation> all = new ArrayList<>(Stream.of(sizing.volumes(), sizing.arrays())
                            .flatMap(Stream::ofNullable)
                            .toList());
                    all.add(sizing.ports());
                    all.add(sizing.portsWithFabricLost());
                    if (sizing.aliases() != null && sizing.hyperAliases() != null) {
                        all.add(sizing.aliases());
                        all.add(sizing.hyperAliases());
                    }
                    return all;
                },
                SizingFigures::storage,
                StorageSizing::warnings);
    }

    /** A 0 of what nobody measured is no requirement: the page tells it as missing. */
    private static boolean measured(Derivation figure) {
        return figure.value() != 0 || !unknown(figure);
    }

    private static boolean unknown(Derivation figure) {
        return "unknown".equals(figure.source()) || figure.inputs().stream().anyMatch(SizingController::unknown);
    }

    private View files(Part<FileSizing> part) {
        return view(
                "files",
                part,
                sizing -> List.of(sizing.redoLogs()),
                sizing -> Stream.of(
                                sizing.redoLog(),
                                sizing.redoGroups(),
                                sizing.recoveryArea(),
                                sizing.temporary(),
                                sizing.undo())
                        .flatMap(Stream::ofNullable)
                        .toList(),
                SizingFigures::files,
                sizing -> List.of());
    }

    private View network(Part<NetworkPlanner.Sizing> part) {
        return view(
                "network",
                part,
                sizing -> sizing.moving() == null
                        ? List.of(sizing.running())
                        : List.of(sizing.running(), sizing.moving()),
                sizing -> List.of(sizing.links(), sizing.linksWithOneLost()),
                SizingFigures::network,
                sizing -> List.of());
    }

    private <T> View view(
            String key,
            Part<T> part,
            Function<T, List<Derivation>> required,
            Function<T, List<Derivation>> chosen,
            Function<T, List<@Nullable Derivation>> figures,
            Function<T, List<String>> warnings) {
        T sizing = part.sizing();
        return new View(
                key,
                sizing == null ? List.of() : required.apply(sizing),
                sizing == null ? List.of() : chosen.apply(sizing),
                sizing == null ? List.of() : Figure.of(key, figures.apply(sizing)),
                sizing == null ? List.of() : warnings.apply(sizing),
                part.missing(),
                part.assumptions(),
                words.text("confidence." + part.confidence().name()));
    }
}
