package io.gulliver.ui.command;

import io.gulliver.domain.people.Account;
import io.gulliver.domain.task.Mentions;
import io.gulliver.domain.task.Task;
import io.gulliver.domain.task.TaskComment;
import io.gulliver.domain.task.TaskCustody;
import io.gulliver.persistence.RefusedException;
import io.gulliver.persistence.view.EvidenceReader;
import io.gulliver.service.migration.AttachedFiles;
import io.gulliver.service.migration.TaskService;
import io.gulliver.service.migration.UnfitFileException;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.FieldProblem;
import io.gulliver.ui.problem.Refusal;
import io.gulliver.ui.security.People;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/** Takes what people say about a task, from pages and API alike: whom it calls must be there and see the task. */
@Component
public class CommentForm {
    private final TaskService service;
    private final People people;
    private final EvidenceReader evidence;
    private final Words words;

    CommentForm(TaskService service, People people, EvidenceReader evidence, Words words) {
        this.evidence = evidence;
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
     * @param given files that come with it; they are read once the person may comment
     * @throws Refusal a field does not fit: nothing was said, it is too long, it calls somebody who does not see the program, or
     *     a file is not taken
     */
    public TaskComment say(
            Task task, String key, String text, String call, List<AttachedFiles.Sent> given, Person person)
            throws IOException {
        CommandForm.requireKey(key);
        RefusedException.throwIf(TaskService.commenting(task, person.access()));
        String said = text.strip();
        List<FieldProblem> problems = new ArrayList<>();
        if (said.isEmpty() && given.isEmpty()) {
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
        AttachedFiles files = files(given, problems);
        if (!problems.isEmpty()) {
            throw Refusal.invalid(problems);
        }
        return service.comment(
                task,
                key,
                said,
                List.copyOf(called),
                files,
                CommandForm.speaker(person, task.program()),
                person.access());
    }

    private AttachedFiles files(List<AttachedFiles.Sent> sent, List<FieldProblem> problems) throws IOException {
        try {
            return AttachedFiles.of(sent);
        } catch (UnfitFileException unfit) {
            unfit.why()
                    .forEach(why -> problems.add(new FieldProblem(
                            "/file",
                            words.text(
                                    "tasks.file." + why.name(),
                                    AttachedFiles.LARGEST / 1024 / 1024,
                                    AttachedFiles.MOST,
                                    sent.size()))));
            return AttachedFiles.NONE;
        }
    }

    /**
     * Withdraws a file of a comment.
     *
     * @throws io.gulliver.persistence.RefusedException neither did the person bring it nor administer the program
     */
    public TaskComment withdraw(Task task, long comment, String sha256, Person person) {
        return service.withdrawFile(
                task, comment, sha256, CommandForm.speaker(person, task.program()), person.access());
    }

    /** Whether the person may withdraw files of a comment. */
    public boolean mayWithdraw(TaskComment comment, Person person) {
        return TaskCustody.withdrawing(comment, CommandForm.speaker(person, comment.program()), person.access())
                .isEmpty();
    }

    /**
     * Sends a file of a comment: always as a download, never as a page of ours.
     *
     * @param comments of the task
     * @throws Refusal 404, none of them has a file of that content; 410, it was withdrawn
     */
    public void send(List<TaskComment> comments, String sha256, HttpServletResponse response) throws IOException {
        List<TaskComment.File> named = comments.stream()
                .flatMap(one -> one.files().stream())
                .filter(one -> one.sha256().equals(sha256))
                .toList();
        if (named.isEmpty()) {
            throw Refusal.notFound("problem.evidence", sha256);
        }
        // the same content may have come again with another comment
        TaskComment.File file = named.stream()
                .filter(one -> one.withdrawn() == null)
                .findFirst()
                .orElseThrow(() -> Refusal.refused(
                        HttpStatus.GONE, "problem.withdrawn", named.get(0).name()));
        response.setContentType("application/octet-stream");
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setHeader(
                "Content-Disposition",
                ContentDisposition.attachment()
                        .filename(file.name(), StandardCharsets.UTF_8)
                        .build()
                        .toString());
        try (InputStream content = evidence.open(sha256)) {
            content.transferTo(response.getOutputStream());
        }
    }

    private Optional<String> seeing(String name, Task task) {
        return people.open(name)
                .map(Account::name)
                .filter(known -> people.access(known).sees(task.program()));
    }
}
