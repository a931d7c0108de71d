package io.gulliver.ui.frame;

import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.program.Program;
import io.gulliver.domain.program.ProgramCalendar;
import io.gulliver.domain.task.Task;
import io.gulliver.persistence.view.ProgramReader;
import io.gulliver.persistence.view.ProgramTimeReader;
import io.gulliver.persistence.view.TaskQuery;
import io.gulliver.persistence.view.TaskReader;
import io.gulliver.ui.person.Person;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerMapping;

/** Puts what every page needs into its model: formats in the reader's zone, the frame, the token of the session. */
@ControllerAdvice(annotations = Controller.class)
class FrameAdvice {
    /** Cookie with the key of the program that was looked at last. */
    private static final String LAST = "gulliver-program";

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
    void frame(HttpServletRequest request, HttpServletResponse response, Model model) {
        if (answersProgram(request)) {
            return;
        }
        if (request.getAttribute(CsrfToken.class.getName()) instanceof CsrfToken token) {
            // read now: once the page is half written, no session cookie can be set any more
            model.addAttribute("csrfHeaders", "{\"" + token.getHeaderName() + "\":\"" + token.getToken() + "\"}");
        }
        model.addAttribute("words", words);
        model.addAttribute("pageUrl", query(request));
        model.addAttribute("storeNotice", notice.text(ReaderZone.of(request, null)));
        Person person = Person.find();
        if (person == null) {
            model.addAttribute(
                    "fmt",
                    new Formats(
                            clock.instant(), clock.instant(), ReaderZone.of(request, null), ReaderDates.of(request)));
            return;
        }
        List<Program> all = programs.atWork().stream()
                .filter(program -> person.sees(program.key()))
                .toList();
        Program program = chosen(request, all, person);
        model.addAttribute(
                "fmt",
                new Formats(
                        now(program == null ? null : program.key()),
                        clock.instant(),
                        ReaderZone.of(request, program),
                        ReaderDates.of(request)));
        model.addAttribute("person", person);
        if (request.getHeader("HX-Request") != null) {
            return;
        }
        model.addAttribute("storeNotice", notice.text(ReaderZone.of(request, program)));
        if (program != null && program.key().equals(inPath(request))) {
            remember(program, request, response);
        }
        ProgramCounts counts = program == null ? ProgramCounts.NONE : reader.counts(program.key());
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

    /**
     * A call of the API that renders no page (it takes no model) has no frame. Its controller is one of pages too, as annotations
     * go, and each call would ask the store for the counts of one.
     */
    private static boolean answersProgram(HttpServletRequest request) {
        return request.getAttribute(HandlerMapping.BEST_MATCHING_HANDLER_ATTRIBUTE) instanceof HandlerMethod handler
                && AnnotatedElementUtils.hasAnnotation(handler.getBeanType(), RestController.class)
                && Stream.of(handler.getMethodParameters())
                        .noneMatch(parameter -> parameter.getParameterType().equals(Model.class));
    }

    private int waiting(Person person) {
        return tasks.count(TaskQuery.open(TaskQuery.Scope.TEAM, person.name(), person.access()))
                .tasks();
    }

    private Instant now(@Nullable String program) {
        return program == null ? clock.instant() : calendar.now(program);
    }

    private static @Nullable String inPath(HttpServletRequest request) {
        Object variables = request.getAttribute(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE);
        return variables instanceof Map<?, ?> map && map.get("program") instanceof String program ? program : null;
    }

    /** Pages of no program keep that which was looked at last. */
    private static void remember(Program program, HttpServletRequest request, HttpServletResponse response) {
        if (program.key().equals(ReaderZone.cookie(request, LAST))) {
            return;
        }
        Cookie last = new Cookie(LAST, program.key());
        last.setPath("/");
        last.setHttpOnly(true);
        last.setSecure(request.isSecure());
        last.setAttribute("SameSite", "Lax");
        response.addCookie(last);
    }

    /** The program of the task that is shown, or null. */
    private @Nullable String ofTask(HttpServletRequest request) {
        if (!request.getRequestURI().equals(request.getContextPath() + "/tasks")) {
            return null;
        }
        String task = request.getParameter("task");
        String run = request.getParameter("migration");
        String step = request.getParameter("step");
        try {
            Optional<Task> shown = task != null
                    ? tasks.find(task)
                    : run == null || step == null
                            ? Optional.empty()
                            : tasks.last(new MigrationId(run), StepKey.parse(step));
            return shown.map(Task::program).orElse(null);
        } catch (IllegalArgumentException unfit) {
            // the page itself refuses it in words
            return null;
        }
    }

    /** What the page is about, else what was looked at last, else the first that the reader sees. */
    private @Nullable Program chosen(HttpServletRequest request, List<Program> all, Person person) {
        String inPath = inPath(request);
        if (inPath != null && person.sees(inPath)) {
            Optional<Program> own = all.stream()
                    .filter(program -> program.key().equals(inPath))
                    .findFirst()
                    .or(() -> programs.find(inPath));
            if (own.isPresent()) {
                return own.get();
            }
        }
        return Stream.of(ofTask(request), request.getParameter("program"), ReaderZone.cookie(request, LAST))
                .filter(Objects::nonNull)
                .flatMap(wanted -> all.stream().filter(program -> program.key().equals(wanted)))
                .findFirst()
                .orElse(all.isEmpty() ? null : all.get(0));
    }

    private static String query(HttpServletRequest request) {
        return request.getQueryString() == null
                ? request.getRequestURI()
                : request.getRequestURI() + "?" + request.getQueryString();
    }
}
