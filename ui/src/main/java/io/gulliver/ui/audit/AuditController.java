package io.gulliver.ui.audit;

import io.gulliver.domain.people.Function;
import io.gulliver.persistence.view.AuditReader;
import io.gulliver.persistence.view.AuditRow;
import io.gulliver.persistence.view.Page;
import io.gulliver.service.audit.CheckpointDelivery;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.UnfitException;
import org.jspecify.annotations.Nullable;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** The audit record, newest first. */
@Controller
class AuditController {
    private static final int ROWS = 100;

    private final AuditReader audit;
    private final AuditVerdicts verdicts;
    private final CheckpointDelivery checkpoints;
    private final Words words;

    AuditController(AuditReader audit, AuditVerdicts verdicts, CheckpointDelivery checkpoints, Words words) {
        this.checkpoints = checkpoints;
        this.audit = audit;
        this.verdicts = verdicts;
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
        Page<AuditRow> page = UnfitException.made(() -> audit.list(
                Person.current().access(),
                Person.current().name(),
                program.isEmpty() ? null : program,
                object.isEmpty() ? null : object,
                cursor,
                ROWS));
        model.addAttribute("rows", page.rows());
        model.addAttribute("next", page.next());
        boolean mayCheck =
                Person.current().administrator() || Person.current().any(Function.AUDITOR, Function.APPROVER);
        model.addAttribute("mayCheck", mayCheck);
        if (mayCheck) {
            model.addAttribute("checkpoints", checkpoints.status());
        }
        if (check) {
            if (!mayCheck) {
                throw new AccessDeniedException("The audit record is checked by administrators and approvers");
            }
            model.addAttribute("verdict", verdicts.current());
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
                                words.named(page.rows().get(0).event().action()),
                                unsealed));
        return "audit/audit";
    }
}
