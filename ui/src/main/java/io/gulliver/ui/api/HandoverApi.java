package io.gulliver.ui.api;

import io.gulliver.domain.migration.Migration;
import io.gulliver.persistence.view.MigrationReader;
import io.gulliver.service.migration.EvidencePack;
import io.gulliver.service.migration.ManualRunbook;
import io.gulliver.ui.person.OpenTo;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
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

    HandoverApi(MigrationReader migrations, ManualRunbook byHand, EvidencePack pack) {
        this.migrations = migrations;
        this.byHand = byHand;
        this.pack = pack;
    }

    @OpenTo
    @GetMapping(path = "/by-hand", produces = MediaType.APPLICATION_JSON_VALUE)
    List<ManualRunbook.Left> byHand(@PathVariable String program, @PathVariable String id) {
        return byHand.of(require(program, id).id());
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

    private Migration require(String program, String id) {
        return NamedMigration.require(migrations, program, id);
    }
}
