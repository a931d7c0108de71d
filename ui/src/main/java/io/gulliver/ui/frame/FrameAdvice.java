package io.gulliver.ui.frame;

import io.gulliver.domain.program.Program;
import io.gulliver.domain.program.ProgramCalendar;
import io.gulliver.persistence.view.ProgramReader;
import io.gulliver.persistence.view.ProgramTimeReader;
import io.gulliver.persistence.view.TaskQuery;
import io.gulliver.persistence.view.TaskReader;
import io.gulliver.ui.person.Person;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.servlet.HandlerMapping;

/** Puts what every page needs into its model: formats in the reader's zone, the frame, the token of the session. */
@ControllerAdvice(annotations = Controller.class)
class FrameAdvice {
    private final Clock clock;
    private final ProgramReader programs;
    private final ProgramCountsReader reader;
    private final TaskReader tasks;
    private final Words words;
    private final StoreNotice notice;
    private final ProgramCalendar calendar;
    private final ProgramTimeReader times;

    FrameAdvice(
            Clock clock,
            ProgramReader programs,
            ProgramCountsReader reader,
            TaskReader tasks,
            Words words,
            StoreNotice notice,
            ProgramCalendar calendar,
            ProgramTimeReader times) {
        this.clock = clock;
        this.programs = programs;
        this.reader = reader;
        this.tasks = tasks;
        this.words = words;
        this.notice = notice;
        this.calendar = calendar;
        this.times = times;
    }

    @ModelAttribute
    void frame(HttpServletRequest request, Model model) {
        if (request.getAttribute(CsrfToken.class.getName()) instanceof CsrfToken token) {
            // read now: once the page is half written, no session cookie can be set any more
            model.addAttribute("csrfHeaders", "{\"" + token.getHeaderName() + "\":\"" + token.getToken() + "\"}");
        }
        model.addAttribute("words", words);
        model.addAttribute("pageUrl", query(request));
        model.addAttribute("storeNotice", notice.text(ReaderZone.of(request, null)));
        Person person = Person.find();
        if (person == null) {
            model.addAttribute("fmt", new Formats(clock, ReaderZone.of(request, null)));
            return;
        }
        if (request.getHeader("HX-Request") != null) {
            model.addAttribute("fmt", new Formats(now(wanted(request)), ReaderZone.of(request, null)));
            model.addAttribute("person", person);
            return;
        }
        List<Program> all = programs.atWork().stream()
                .filter(program -> person.sees(program.key()))
                .toList();
        Program program = chosen(request, all, person);
        ProgramCounts counts = program == null ? ProgramCounts.NONE : reader.counts(program.key());
        model.addAttribute(
                "fmt", new Formats(now(program == null ? null : program.key()), ReaderZone.of(request, program)));
        model.addAttribute("storeNotice", notice.text(ReaderZone.of(request, program)));
        model.addAttribute("person", person);
        model.addAttribute(
                "frame",
                new Frame(
                        person,
                        program,
                        all,
                        counts,
                        waiting(person),
                        program == null ? null : times.time(program.key()).last(),
                        Ramp.hairline(counts.databases() == 0 ? 0 : counts.across() / (double) counts.databases())));
    }

    private int waiting(Person person) {
        return tasks.count(TaskQuery.open(TaskQuery.Scope.TEAM, person.name(), person.access()))
                .tasks();
    }

    private Instant now(@Nullable String program) {
        return program == null ? clock.instant() : calendar.now(program);
    }

    private static @Nullable Object inPath(HttpServletRequest request) {
        Object variables = request.getAttribute(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE);
        return variables instanceof Map<?, ?> map ? map.get("program") : null;
    }

    private static @Nullable String wanted(HttpServletRequest request) {
        Object inPath = inPath(request);
        return inPath != null ? inPath.toString() : ReaderZone.cookie(request, "gulliver-program");
    }

    private @Nullable Program chosen(HttpServletRequest request, List<Program> all, Person person) {
        Object inPath = inPath(request);
        String wanted = wanted(request);
        return all.stream()
                .filter(program -> program.key().equals(wanted))
                .findFirst()
                .or(() -> inPath == null || !person.sees(String.valueOf(wanted))
                        ? Optional.empty()
                        : programs.find(wanted))
                .orElse(all.isEmpty() ? null : all.get(0));
    }

    private static String query(HttpServletRequest request) {
        return request.getQueryString() == null
                ? request.getRequestURI()
                : request.getRequestURI() + "?" + request.getQueryString();
    }
}
