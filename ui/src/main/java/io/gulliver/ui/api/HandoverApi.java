package io.gulliver.ui.api;

import io.gulliver.control.ByHand;
import io.gulliver.control.EvidencePack;
import io.gulliver.domain.migration.Migration;
import io.gulliver.persistence.migration.MigrationStore;
import io.gulliver.ui.security.OpenTo;
import java.util.List;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/** What is handed over: what is left to do without Gulliver, and the evidence of what was done. */
@RestController
@RequestMapping("/api/v1/programs/{program}/migrations/{id}")
class HandoverApi {
    private final MigrationStore migrations;
    private final ByHand byHand;
    private final EvidencePack pack;

    HandoverApi(MigrationStore migrations, ByHand byHand, EvidencePack pack) {
        this.migrations = migrations;
        this.byHand = byHand;
        this.pack = pack;
    }

    @OpenTo
    @GetMapping(path = "/by-hand", produces = MediaType.APPLICATION_JSON_VALUE)
    List<ByHand.Left> byHand(@PathVariable String program, @PathVariable String id) {
        return byHand.of(require(program, id).id());
    }

    @OpenTo
    @GetMapping(path = "/by-hand", produces = "text/markdown;charset=UTF-8")
    String byHandToRead(@PathVariable String program, @PathVariable String id) {
        return byHand.markdown(require(program, id).id());
    }

    @OpenTo
    @GetMapping("/evidence-pack")
    ResponseEntity<StreamingResponseBody> evidencePack(@PathVariable String program, @PathVariable String id) {
        Migration migration = require(program, id);
        return ResponseEntity.ok()
                .contentType(MediaType.parseMediaType("application/zip"))
                .header(HttpHeaders.CONTENT_DISPOSITION, "attachment; filename=\"" + migration.id() + ".zip\"")
                .body(out -> pack.write(migration.id(), out));
    }

    private Migration require(String program, String id) {
        return NamedMigration.require(migrations, program, id);
    }
}
