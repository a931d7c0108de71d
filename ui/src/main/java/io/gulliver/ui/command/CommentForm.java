package io.gulliver.ui.command;

import io.gulliver.domain.people.Account;
import io.gulliver.domain.task.Mentions;
import io.gulliver.domain.task.Task;
import io.gulliver.domain.task.TaskComment;
import io.gulliver.service.migration.TaskService;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.FieldProblem;
import io.gulliver.ui.problem.Refusal;
import io.gulliver.ui.security.People;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.stereotype.Component;

/** Takes what people say about a task, from pages and API alike: whom it calls must be there and see the task. */
@Component
public class CommentForm {
    private final TaskService service;
    private final People people;
    private final Words words;

    CommentForm(TaskService service, People people, Words words) {
        this.service = service;
        this.people = people;
        this.words = words;
    }

    /**
     * Keeps a comment.
     *
     * @param key idempotency key: the same again is one comment
     * @param text Markdown; {@code @name} calls somebody
     * @param call log-in name of somebody who is called beside those of the text, or empty
     * @throws Refusal a field does not fit: nothing was said, it is too long, or it calls somebody who does not see the program
     */
    public TaskComment say(Task task, String key, String text, String call, Person person) {
        CommandForm.requireKey(key);
        String said = text.strip();
        List<FieldProblem> problems = new ArrayList<>();
        if (said.isEmpty()) {
            problems.add(new FieldProblem("/text", words.text("tasks.comment.empty")));
        } else if (said.length() > TaskComment.LONGEST) {
            problems.add(
                    new FieldProblem("/text", words.text("tasks.comment.long", TaskComment.LONGEST, said.length())));
        }
        Set<String> called = new LinkedHashSet<>();
        for (String name : Mentions.in(said)) {
            seeing(name, task)
                    .ifPresentOrElse(
                            called::add,
                            () -> problems.add(new FieldProblem("/text", words.text("tasks.comment.unknown", name))));
        }
        if (!call.isBlank()) {
            seeing(call.strip(), task)
                    .ifPresentOrElse(
                            called::add,
                            () -> problems.add(
                                    new FieldProblem("/call", words.text("tasks.comment.nobody", call.strip()))));
        }
        if (!problems.isEmpty()) {
            throw Refusal.invalid(problems);
        }
        return service.comment(
                task, key, said, List.copyOf(called), CommandForm.speaker(person, task.program()), person.access());
    }

    private Optional<String> seeing(String name, Task task) {
        return people.open(name)
                .map(Account::name)
                .filter(known -> people.access(known).sees(task.program()));
    }
}
