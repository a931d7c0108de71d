package io.gulliver.ui.tasks;

import io.gulliver.domain.people.Right;
import io.gulliver.ui.command.BulkAnswer.Outcome;
import io.gulliver.ui.command.KeptOrders;
import io.gulliver.ui.command.TaskAction;
import io.gulliver.ui.command.TaskAnswer;
import io.gulliver.ui.command.TaskChange;
import io.gulliver.ui.command.TaskOrder;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.FieldProblem;
import io.gulliver.ui.problem.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Acting on many tasks of the list: what would change, then what did, each with its sentence. */
@Controller
@RequestMapping("/tasks/bulk")
class TaskBulkController {
    private static final String KIND = "tasks";

    private final KeptOrders orders;
    private final TaskChange bulk;
    private final Words words;

    TaskBulkController(KeptOrders orders, TaskChange bulk, Words words) {
        this.orders = orders;
        this.bulk = bulk;
        this.words = words;
    }

    /**
     * An order with what is known of it.
     *
     * @param back address of the list that it was given on
     * @param answer what it would do, or did
     */
    record KeptTasks(String back, TaskOrder order, TaskAnswer answer) {}

    /**
     * Looks what an order would do, and shows that on a page of its own.
     *
     * @param act what to do
     * @param view whose tasks the list shows, to go back to
     * @param title of tasks that the list shows alone, or empty
     * @param task ids that are ticked
     * @param picked further ids, one a line
     */
    @OpenTo(Right.READ)
    @PostMapping
    String preview(
            @RequestParam(defaultValue = "") String act,
            @RequestParam(defaultValue = "team") String view,
            @RequestParam(defaultValue = "") String title,
            @RequestParam(defaultValue = "") List<String> task,
            @RequestParam(defaultValue = "") String picked) {
        List<String> ids = new ArrayList<>(task);
        picked.lines().map(String::strip).forEach(ids::add);
        ids.removeIf(String::isBlank);
        TaskOrder order = new TaskOrder(action(act), ids, null);
        Person person = Person.current();
        String back = TasksController.address(view, title);
        return "redirect:/tasks/bulk/orders/"
                + orders.keep(KIND, person, new KeptTasks(back, order, bulk.preview(order, person)));
    }

    /** What an order would do, or did; those that are refused stand first. */
    @OpenTo(Right.READ)
    @GetMapping("/orders/{key}")
    String show(@PathVariable String key, Model model) {
        KeptTasks kept = require(key);
        TaskAnswer answer = kept.answer();
        model.addAttribute("key", key);
        model.addAttribute("bulk", answer);
        model.addAttribute("back", kept.back());
        model.addAttribute("what", words.text("tasks.bulk.do." + answer.action().key()));
        model.addAttribute(
                "lead",
                answer.preview()
                        ? words.sentence(
                                "tasks.bulk.lead.preview", answer.changes(), answer.unchanged(), answer.refused())
                        : words.sentence("tasks.bulk.lead.done", answer.done(), answer.unchanged(), answer.refused()));
        return "tasks/bulk";
    }

    /** Does what was shown, for each task on its own; the same again does nothing. What was shown as refused is not tried. */
    @OpenTo(Right.READ)
    @PostMapping("/orders/{key}")
    String apply(@PathVariable String key) {
        Person person = Person.current();
        KeptTasks shown = require(key);
        orders.once(key, person, () -> {
            List<TaskAnswer.Line> before = shown.answer().tasks();
            Map<String, String> seen = before.stream()
                    .filter(line -> line.seen() != null)
                    .collect(Collectors.toMap(TaskAnswer.Line::task, TaskAnswer.Line::seen));
            Map<String, TaskAnswer.Line> refused = before.stream()
                    .filter(line -> line.outcome() == Outcome.REFUSED)
                    .collect(Collectors.toMap(TaskAnswer.Line::task, line -> line));
            return new KeptTasks(shown.back(), shown.order(), bulk.apply(shown.order(), seen, refused, key, person));
        });
        return "redirect:/tasks/bulk/orders/" + key;
    }

    private KeptTasks require(String key) {
        return orders.find(KIND, key, Person.current(), KeptTasks.class)
                .orElseThrow(() -> Refusal.notFound("problem.bulk.gone"));
    }

    private TaskAction action(String act) {
        try {
            return TaskAction.valueOf(act.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException unknown) {
            throw Refusal.invalid(List.of(new FieldProblem("/act", words.text("bulk.choose"))));
        }
    }
}
