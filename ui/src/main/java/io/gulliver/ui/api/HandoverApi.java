package io.gulliver.ui.api;

import io.gulliver.domain.migration.EvaluationVerdict;
import io.gulliver.domain.migration.Migration;
import io.gulliver.persistence.view.MigrationReader;
import io.gulliver.service.migration.EvaluationService;
import io.gulliver.service.migration.EvidencePack;
import io.gulliver.service.migration.ManualRunbook;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.OpenTo;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** What is handed over: what is left to do without Gulliver, and the evidence of what was done. */
@RestController
@RequestMapping("/api/v1/programs/{program}/migrations/{id}")
class HandoverApi {
    private final MigrationReader migrations;
    private final ManualRunbook byHand;
    private final EvidencePack pack;
    private final EvaluationService evaluations;
    private final Words words;

    HandoverApi(
            MigrationReader migrations,
            ManualRunbook byHand,
            EvidencePack pack,
            EvaluationService evaluations,
            Words words) {
        this.evaluations = evaluations;
        this.words = words;
        this.migrations = migrations;
        this.byHand = byHand;
        this.pack = pack;
    }

    @OpenTo
    @GetMapping(path = "/by-hand", produces = MediaType.APPLICATION_JSON_VALUE)
    PageBody<ManualRunbook.Left> byHand(@PathVariable String program, @PathVariable String id) {
        return new PageBody<>(byHand.of(require(program, id).id()), null);
    }

    @OpenTo
    @GetMapping(path = "/by-hand", produces = "text/markdown;charset=UTF-8")
    String byHandToRead(@PathVariable String program, @PathVariable String id) {
        return byHand.markdown(require(program, id).id());
    }

    /** By the request's own thread: one that writes beside it commits headers while filters still set them. */
    @OpenTo
    @GetMapping("/evidence-pack")
    void evidencePack(@PathVariable String program, @PathVariable String id, HttpServletResponse response)
            throws IOException {
        Migration migration = require(program, id);
        response.setContentType("application/zip");
        response.setHeader(HttpHeaders.CONTENT_DISPOSITION, "attachment; filename=\"" + migration.id() + ".zip\"");
        pack.write(migration.id(), response.getOutputStream());
    }

    /**
     * What an evaluation says.
     *
     * @param verdict would it run, in one sentence
     * @param answer the same in a word: evaluating, broken_off, stopped, as_far_as_known, runs
     * @param stops what would stop it, one for each cause, with the steps that it stops; first what its start would be
     *     refused for, which has no steps
     * @param unknown what only the run will know, by the step that finds it, with the steps that need it
     * @param people tasks and gates that would wait for a person
     * @param steps how many steps there are
     * @param evaluated how many of them were looked at
     */
    record Evaluation(
            String verdict,
            String answer,
            List<EvaluationVerdict.Stop> stops,
            List<EvaluationVerdict.NotYet> unknown,
            List<String> people,
            int steps,
            int evaluated) {}

    /** Would it run, what stops it, what is unknown: of a migration that is only evaluated. */
    @OpenTo
    @GetMapping("/evaluation")
    Evaluation evaluation(@PathVariable String program, @PathVariable String id) {
        EvaluationVerdict verdict = evaluations.of(require(program, id).id());
        return new Evaluation(
                words.evaluation(verdict),
                verdict.answer().name().toLowerCase(Locale.ROOT),
                verdict.stops(),
                verdict.unknown(),
                verdict.people(),
                verdict.steps(),
                verdict.evaluated());
    }

    private Migration require(String program, String id) {
        return NamedMigration.require(migrations, program, id);
    }
}
