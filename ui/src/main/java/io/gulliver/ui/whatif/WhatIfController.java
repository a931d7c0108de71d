package io.gulliver.ui.whatif;

import io.gulliver.domain.people.Right;
import io.gulliver.domain.plan.Rates;
import io.gulliver.ui.frame.Formats;
import io.gulliver.ui.frame.Sentence;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.FieldProblem;
import io.gulliver.ui.problem.Refusal;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/**
 * The page of what-if: the decisions on figures that somebody types or pastes, the result first, then why. Stores nothing.
 *
 * <p>What was typed is answered on the same page: there is nothing to be led to.
 */
@Controller
class WhatIfController {
    private final WhatIfSentences answers;
    private final Prefill prefill;
    private final WhatIf decisions;
    private final Words words;
    private final Clock clock;

    WhatIfController(WhatIfSentences answers, Prefill prefill, WhatIf decisions, Words words, Clock clock) {
        this.answers = answers;
        this.prefill = prefill;
        this.decisions = decisions;
        this.words = words;
        this.clock = clock;
    }

    /** The page with the question on memory. */
    @OpenTo
    @GetMapping("/what-if")
    String first(
            @RequestParam(required = false) @Nullable String program,
            @RequestParam(required = false) @Nullable String database,
            Model model) {
        return ask("memory", program, database, null, model);
    }

    private static boolean named(@Nullable String name) {
        return name != null && !name.isBlank();
    }

    /** A form: empty, of a database, or of an example; with its answer where it says enough. */
    @OpenTo
    @GetMapping("/what-if/{question}")
    String ask(
            @PathVariable String question,
            @RequestParam(required = false) @Nullable String program,
            @RequestParam(required = false) @Nullable String database,
            @RequestParam(required = false) @Nullable String example,
            Model model) {
        Question asked = require(question);
        Form form;
        if (example != null) {
            if (!Examples.of(asked).contains(example)) {
                throw Refusal.notFound("problem.example", example);
            }
            form = Form.filled(asked, Examples.texts(asked), Map.of());
        } else if (named(program) && named(database)) {
            if (!Person.current().sees(program)) {
                throw Refusal.notFound("problem.program", program);
            }
            form = prefill.of(asked, program, database, fmt(model));
        } else {
            form = asked == Question.METHOD ? Form.filled(asked, Prefill.telling(), Map.of()) : Form.blank(asked);
        }
        WhatIfAnswer answer = null;
        int wanting = 0;
        if (example != null || database != null) {
            try {
                answer = answers.of(form, fmt(model));
            } catch (Refusal refusal) {
                // nobody has typed anything yet: what is not known is asked for, and is no mistake
                wanting = refusal.fields().size();
            }
        }
        return page(asked, form, answer, List.of(), wanting, program, database, model);
    }

    /** Answers what was typed. */
    @OpenTo(Right.READ)
    @PostMapping("/what-if/{question}")
    String answer(
            @PathVariable String question,
            @RequestParam(required = false) @Nullable String program,
            @RequestParam(required = false) @Nullable String database,
            HttpServletRequest request,
            HttpServletResponse response,
            Model model) {
        Question asked = require(question);
        Form form = Form.sent(asked, request.getParameterMap());
        try {
            WhatIfAnswer answer = answers.of(form, fmt(model));
            return page(asked, form, answer, List.of(), 0, program, database, model);
        } catch (Refusal refusal) {
            response.setStatus(422);
            return page(asked, form, null, refusal.fields(), 0, program, database, model);
        }
    }

    private String page(
            Question asked,
            Form form,
            @Nullable WhatIfAnswer answer,
            List<FieldProblem> wrong,
            int wanting,
            @Nullable String program,
            @Nullable String database,
            Model model) {
        FormView view = form.view(wrong, this::choices);
        model.addAttribute("questions", Question.values());
        model.addAttribute("asked", asked);
        model.addAttribute("form", view);
        model.addAttribute("answer", answer);
        model.addAttribute("examples", Examples.of(asked));
        model.addAttribute("ofProgram", named(program) ? program : null);
        model.addAttribute("ofDatabase", named(database) ? database : null);
        model.addAttribute("lead", lead(asked, answer, view, wanting, database));
        return "whatif/whatif";
    }

    private Sentence lead(
            Question asked, @Nullable WhatIfAnswer answer, FormView view, int wanting, @Nullable String database) {
        if (answer != null) {
            return answer.lead();
        }
        if (view.wrong() > 0) {
            return words.sentence("whatif.lead.wrong", view.wrong());
        }
        if (wanting > 0 && database != null) {
            return words.sentence("whatif.lead.wanting", wanting, database);
        }
        return words.sentence("whatif.lead." + asked.key());
    }

    private List<String> choices(Question question, @Nullable String pointer) {
        String name = pointer == null ? "" : pointer.substring(pointer.lastIndexOf('/') + 1);
        return switch (name) {
            case "model" -> decisions.processorModels();
            case "target" -> decisions.targetModels();
            case "array" -> decisions.arrayModels();
            case "link" -> decisions.linkModels();
            case "name" ->
                question != Question.METHOD
                        ? List.of()
                        : pointer != null && pointer.startsWith("/rates")
                                ? List.copyOf(Rates.DEFAULTS.keySet())
                                : Prefill.TELLING;
            default -> List.of();
        };
    }

    private Formats fmt(Model model) {
        return Formats.of(model, clock);
    }

    private static Question require(String key) {
        Question question = Question.of(key);
        if (question == null) {
            throw Refusal.notFound("problem.question", key);
        }
        return question;
    }
}
