package io.gulliver.ui.command;

import io.gulliver.domain.people.Account;
import io.gulliver.domain.task.Mentions;
import io.gulliver.domain.task.Task;
import io.gulliver.domain.task.TaskComment;
import io.gulliver.persistence.RefusedException;
import io.gulliver.persistence.view.EvidenceReader;
import io.gulliver.service.migration.AttachedFile;
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
import org.springframework.core.io.InputStreamSource;
import org.springframework.http.ContentDisposition;
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
     * A file as it was sent.
     *
     * @param name as whoever sent it calls it: not trusted
     */
    public record Given(String name, InputStreamSource content) {}

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
    public TaskComment say(Task task, String key, String text, String call, List<Given> given, Person person)
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
        List<AttachedFile> files = files(given, problems);
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

    private List<AttachedFile> files(List<Given> given, List<FieldProblem> problems) throws IOException {
        if (given.size() > AttachedFile.MOST) {
            problems.add(new FieldProblem("/file", words.text("tasks.file.many", AttachedFile.MOST, given.size())));
            return List.of();
        }
        List<AttachedFile> files = new ArrayList<>();
        int left = AttachedFile.LARGEST;
        for (Given one : given) {
            try (InputStream content = one.content().getInputStream()) {
                AttachedFile file = AttachedFile.of(one.name(), content, left);
                files.add(file);
                left -= file.sent();
            } catch (UnfitFileException unfit) {
                problems.add(new FieldProblem(
                        "/file", words.text("tasks.file." + unfit.why().name(), AttachedFile.LARGEST / 1024 / 1024)));
            }
        }
        return files;
    }

    /**
     * Sends a file of a comment: always as a download, never as a page of ours.
     *
     * @param comments of the task
     * @throws Refusal 404, none of them has a file of that content
     */
    public void send(List<TaskComment> comments, String sha256, HttpServletResponse response) throws IOException {
        TaskComment.File file = comments.stream()
                .flatMap(one -> one.files().stream())
                .filter(one -> one.sha256().equals(sha256))
                .findFirst()
                .orElseThrow(() -> Refusal.notFound("problem.evidence", sha256));
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
