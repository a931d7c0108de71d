package io.gulliver.ui.audit;

import io.gulliver.control.AuditVerifier;
import io.gulliver.persistence.Page;
import io.gulliver.persistence.audit.AuditRow;
import io.gulliver.persistence.audit.AuditStore;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.security.OpenTo;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** The audit record, newest first. */
@Controller
class AuditController {
    private static final int ROWS = 100;

    private final AuditStore audit;
    private final AuditVerifier verifier;
    private final Words words;

    AuditController(AuditStore audit, AuditVerifier verifier, Words words) {
        this.audit = audit;
        this.verifier = verifier;
        this.words = words;
    }

    @OpenTo
    @GetMapping("/audit")
    String audit(
            @RequestParam(defaultValue = "") String program,
            @RequestParam(defaultValue = "") String object,
            @RequestParam(required = false) @Nullable String cursor,
            @RequestParam(defaultValue = "false") boolean check,
            Model model) {
        Page<AuditRow> page =
                audit.list(program.isEmpty() ? null : program, object.isEmpty() ? null : object, cursor, ROWS);
        model.addAttribute("rows", page.rows());
        model.addAttribute("next", page.next());
        if (check) {
            model.addAttribute("verdict", verifier.verify());
        }
        model.addAttribute("inProgram", program);
        model.addAttribute("object", object);
        long unsealed = page.rows().stream().filter(row -> row.seq() == null).count();
        model.addAttribute(
                "lead",
                page.rows().isEmpty()
                        ? words.sentence("audit.lead.none")
                        : words.sentence(
                                "audit.lead",
                                page.rows().get(0).event().actor(),
                                page.rows().get(0).event().action(),
                                unsealed));
        return "audit/audit";
    }
}
