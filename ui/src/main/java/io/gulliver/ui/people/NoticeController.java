package io.gulliver.ui.people;

import io.gulliver.domain.notice.NoticePreference;
import io.gulliver.service.notice.NoticeService;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.FieldProblem;
import io.gulliver.ui.problem.Refusal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** How one wants to be told of what waits, and what one was told. */
@Controller
class NoticeController {
    private final NoticeService notices;
    private final Words words;

    NoticeController(NoticeService notices, Words words) {
        this.notices = notices;
        this.words = words;
    }

    @OpenTo(everybody = true)
    @GetMapping("/me/notices")
    String notices(Model model) {
        String name = Person.current().name();
        NoticePreference said = notices.preference(name);
        List<NoticeService.Told> told = notices.told(name);
        model.addAttribute("wish", NoticeForm.of(said));
        model.addAttribute("version", said.version());
        model.addAttribute("email", notices.address(name).orElse(null));
        model.addAttribute("told", told);
        model.addAttribute("lead", words.sentence("notices.lead", told.size()));
        return "people/notices";
    }

    @OpenTo(everybody = true)
    @PostMapping("/me/notices")
    String change(
            @RequestParam(defaultValue = "false") boolean mail,
            @RequestParam(defaultValue = "0") int digestMinutes,
            @RequestParam(defaultValue = "") String quietFrom,
            @RequestParam(defaultValue = "") String quietTo,
            @RequestParam(defaultValue = "") String zone,
            @RequestParam(defaultValue = "false") boolean urgentAtOnce,
            @RequestParam long version,
            RedirectAttributes flash) {
        NoticeForm form = new NoticeForm(
                mail, digestMinutes, hour("/quietFrom", quietFrom), hour("/quietTo", quietTo), zone, urgentAtOnce);
        notices.prefer(Person.current().name(), form.preference(version, words));
        flash.addFlashAttribute("said", words.text("notices.kept"));
        return "redirect:/me/notices";
    }

    private @Nullable String hour(String pointer, String typed) {
        String text = typed.strip();
        if (!text.isEmpty() && !text.matches(NoticeForm.HOUR)) {
            throw Refusal.invalid(List.of(new FieldProblem(pointer, words.text("form.hour"))));
        }
        return text.isEmpty() ? null : text;
    }
}
