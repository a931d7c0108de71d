package io.gulliver.ui.inventory;

import io.gulliver.domain.people.Right;
import io.gulliver.evidence.inventory.InventoryColumn;
import io.gulliver.evidence.inventory.InventoryReader;
import io.gulliver.evidence.inventory.InventoryTemplate;
import io.gulliver.evidence.inventory.PeopleColumn;
import io.gulliver.persistence.view.ProgramReader;
import io.gulliver.service.collection.InventoryImport;
import io.gulliver.service.planning.InventoryService;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.FieldProblem;
import io.gulliver.ui.problem.Refusal;
import io.gulliver.ui.program.FirstSteps;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** An inventory in CSV or XLSX, by a form: the difference is shown before anything is written. */
@Controller
@RequestMapping("/programs/{program}/inventory")
class InventoryController {
    private final ProgramReader programs;
    private final InventoryService inventory;
    private final FirstSteps firstSteps;
    private final Words words;

    InventoryController(ProgramReader programs, InventoryService inventory, FirstSteps firstSteps, Words words) {
        this.programs = programs;
        this.inventory = inventory;
        this.firstSteps = firstSteps;
        this.words = words;
    }

    @OpenTo(Right.DECIDE)
    @GetMapping
    String form(@PathVariable String program, Model model) {
        return page(program, null, model);
    }

    /** A file to fill in, as CSV. */
    @OpenTo(Right.DECIDE)
    @GetMapping("/template.csv")
    ResponseEntity<byte[]> csv(@PathVariable String program) {
        return download(program, "csv", "text/csv;charset=UTF-8", InventoryTemplate.csv());
    }

    /** A file to fill in, as a workbook with the people on its second sheet. */
    @OpenTo(Right.DECIDE)
    @GetMapping("/template.xlsx")
    ResponseEntity<byte[]> xlsx(@PathVariable String program) {
        return download(
                program,
                "xlsx",
                "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
                InventoryTemplate.xlsx());
    }

    private ResponseEntity<byte[]> download(String program, String ending, String type, byte[] content) {
        requireProgram(program);
        return ResponseEntity.ok()
                .header(
                        HttpHeaders.CONTENT_DISPOSITION,
                        ContentDisposition.attachment()
                                .filename("gulliver-inventory." + ending)
                                .build()
                                .toString())
                .contentType(MediaType.parseMediaType(type))
                .body(content);
    }

    /** What the import would change; writes nothing. */
    @OpenTo(Right.DECIDE)
    @PostMapping("/preview")
    String preview(
            @PathVariable String program,
            @RequestParam(required = false) @Nullable MultipartFile file,
            @RequestHeader(name = "HX-Request", required = false) @Nullable String htmx,
            Model model,
            HttpServletResponse response)
            throws IOException {
        requireProgram(program);
        InventoryView found = InventoryView.of(inventory.preview(program, content(file)), true);
        response.addHeader("Vary", "HX-Request");
        return answer(program, found, htmx, model);
    }

    @OpenTo(Right.DECIDE)
    @PostMapping
    String take(
            @PathVariable String program,
            @RequestParam(required = false) @Nullable MultipartFile file,
            @RequestParam(defaultValue = "false") boolean partial,
            @RequestParam(defaultValue = "") List<String> tags,
            @RequestHeader(name = "HX-Request", required = false) @Nullable String htmx,
            Model model,
            HttpServletResponse response,
            RedirectAttributes flash)
            throws IOException {
        requireProgram(program);
        InventoryImport.Difference difference = inventory.apply(
                program, content(file), partial, tags, Person.current().name());
        response.addHeader("Vary", "HX-Request");
        if (!difference.applied()) {
            response.setStatus(422);
            return answer(program, InventoryView.of(difference, false), htmx, model);
        }
        flash.addFlashAttribute(
                "said",
                words.text(
                        "inventory.said",
                        difference.added().size(),
                        difference.changed().size(),
                        difference.people().added().size()
                                + difference.people().changed().size(),
                        difference.rejected().size()));
        return "redirect:/programs/" + program + "/inventory";
    }

    private String answer(String program, InventoryView found, @Nullable String htmx, Model model) {
        if (htmx == null) {
            return page(program, found, model);
        }
        model.addAttribute("program", program);
        model.addAttribute("found", found);
        return "inventory/parts :: found";
    }

    private String page(String program, @Nullable InventoryView found, Model model) {
        requireProgram(program);
        model.addAttribute("program", program);
        model.addAttribute("base", "/programs/" + program + "/inventory");
        model.addAttribute("found", found);
        model.addAttribute("columns", InventoryColumn.values());
        if (model.containsAttribute("said")) {
            model.addAttribute("path", firstSteps.of(program));
        }
        model.addAttribute("tags", inventory.tags());
        model.addAttribute("ofPeople", PeopleColumn.values());
        model.addAttribute("megabytes", InventoryReader.MAX_BYTES / 1024 / 1024);
        model.addAttribute("lead", words.sentence("inventory.lead"));
        return "inventory/inventory";
    }

    /** One byte more than is taken: the reader says that it is too large. */
    private byte[] content(@Nullable MultipartFile file) throws IOException {
        if (file == null
                || file.isEmpty() && String.valueOf(file.getOriginalFilename()).isEmpty()) {
            throw Refusal.invalid(List.of(new FieldProblem("/file", words.text("inventory.file.needed"))));
        }
        try (InputStream in = file.getInputStream()) {
            return in.readNBytes(InventoryReader.MAX_BYTES + 1);
        }
    }

    private void requireProgram(String program) {
        if (programs.find(program).isEmpty()) {
            throw Refusal.notFound("problem.program", program);
        }
    }
}
