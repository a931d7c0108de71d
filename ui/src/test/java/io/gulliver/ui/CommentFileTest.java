package io.gulliver.ui;

import static io.gulliver.ui.Someone.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.csrf;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.multipart;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;

import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.people.Account;
import io.gulliver.domain.people.Right;
import io.gulliver.domain.task.Task;
import io.gulliver.domain.task.TaskComment;
import io.gulliver.service.migration.AttachedFiles;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.mock.web.MockMultipartFile;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.AbstractMockHttpServletRequestBuilder;
import org.springframework.test.web.servlet.request.AbstractMockMultipartHttpServletRequestBuilder;

/** Files that come with comments on tasks: what is taken, what is kept of them, and who reads them. */
@SpringBootTest(
        classes = FaceApplication.class,
        properties = {"gulliver.lab.users=true", "server.address=127.0.0.1"})
@AutoConfigureMockMvc
@DirtiesContext(classMode = DirtiesContext.ClassMode.AFTER_CLASS)
@Tag("store")
class CommentFileTest {
    private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 0, 0, 1};

    @Autowired
    private MockMvc mvc;

    @Autowired
    private Northmoor northmoor;

    private Task task() {
        return northmoor
                .stores()
                .tasks()
                .open(northmoor.of("CRMP").id(), StepKey.of("size"))
                .orElseThrow();
    }

    private MockHttpServletResponse send(AbstractMockHttpServletRequestBuilder<?> request, String who, String... roles)
            throws Exception {
        return mvc.perform(request.with(user(who).roles(roles)).with(csrf()))
                .andReturn()
                .getResponse();
    }

    private static MockMultipartFile file(String name, byte[] content) {
        return new MockMultipartFile("file", name, "text/html", content);
    }

    private static MockMultipartFile file(String name, String content) {
        return file(name, content.getBytes(StandardCharsets.UTF_8));
    }

    private AbstractMockHttpServletRequestBuilder<?> comment(String text, MockMultipartFile... files) {
        AbstractMockMultipartHttpServletRequestBuilder<?> request = multipart("/tasks/" + task().id() + "/comments");
        for (MockMultipartFile file : files) {
            request.file(file);
        }
        return request.header("HX-Request", "true")
                .param("key", UUID.randomUUID().toString())
                .param("text", text);
    }

    private List<TaskComment> comments() {
        return northmoor.stores().tasks().comments(task().id());
    }

    private TaskComment last() {
        List<TaskComment> all = comments();
        return all.get(all.size() - 1);
    }

    private MockHttpServletResponse download(TaskComment.File file) throws Exception {
        return send(get("/tasks/" + task().id() + "/files/" + file.sha256()), "viewer", "VIEWER");
    }

    @Test
    void aFileIsKeptWithItsCommentWithoutSecretsAndIsADownload() throws Exception {
        MockHttpServletResponse answer = send(
                comment(
                        "see",
                        file("../../etc/<b>cron.html", "<script>x</script>\npassword=Tiger123\nend\n"),
                        file("p.png", PNG)),
                "dba",
                "DBA");
        assertThat(answer.getStatus()).as(answer.getContentAsString()).isLessThan(400);
        List<TaskComment.File> files = last().files();
        assertThat(files).extracting(TaskComment.File::name).containsExactly("_b_cron.html.txt", "p.png");
        MockHttpServletResponse text = download(files.get(0));
        assertThat(text.getStatus()).isEqualTo(200);
        assertThat(text.getContentAsString())
                .contains("<script>x</script>", "end")
                .doesNotContain("Tiger123");
        assertThat(text.getContentType()).isEqualTo("application/octet-stream");
        assertThat(text.getHeader("X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(text.getHeader("Content-Disposition"))
                .startsWith("attachment")
                .contains("_b_cron.html.txt");
        assertThat(download(files.get(1)).getContentAsByteArray()).isEqualTo(PNG);
        Document page = Jsoup.parse(
                send(get("/tasks?task=" + task().id()), "viewer", "VIEWER").getContentAsString());
        assertThat(page.select("#comments a[href$='/files/" + files.get(0).sha256() + "']")
                        .text())
                .isEqualTo("_b_cron.html.txt");
        assertThat(northmoor
                        .stores()
                        .audit()
                        .list(Northmoor.PROGRAM, "task/" + task().id(), null, 50)
                        .rows())
                .filteredOn(row -> row.event().action().equals("task.commented"))
                .anySatisfy(row -> assertThat(row.event().details().toString())
                        .contains(files.get(0).sha256()));
    }

    @Test
    void whatIsNoTextAndNoPictureIsRefusedWhateverItIsCalled() throws Exception {
        int before = comments().size();
        MockHttpServletResponse packed =
                send(comment("x", file("log.txt", new byte[] {'P', 'K', 3, 4, 0})), "dba", "DBA");
        assertThat(packed.getStatus()).isEqualTo(422);
        assertThat(packed.getContentAsString()).contains("Only texts and pictures");
        assertThat(send(comment("x", file("empty.txt", "")), "dba", "DBA").getStatus())
                .isEqualTo(422);
        assertThat(send(comment("x", file("big.txt", "x".repeat(AttachedFiles.LARGEST + 1))), "dba", "DBA")
                        .getStatus())
                .isEqualTo(422);
        String half = "x".repeat(AttachedFiles.LARGEST / 2 + 1);
        assertThat(send(comment("x", file("1.txt", half), file("2.txt", half)), "dba", "DBA")
                        .getStatus())
                .isEqualTo(422);
        MockMultipartFile one = file("a.txt", "a");
        assertThat(send(comment("x", one, one, one, one, one, one), "dba", "DBA")
                        .getStatus())
                .isEqualTo(422);
        assertThat(comments()).hasSize(before);
    }

    @Test
    void whoOnlyReadsSendsNoFileAndNobodyReadsOneWithoutSeeingItsTask() throws Exception {
        int before = comments().size();
        assertThat(send(comment("x", file("a.txt", "by a reader")), "viewer", "VIEWER")
                        .getStatus())
                .isEqualTo(403);
        assertThat(comments()).hasSize(before);
        send(comment("", file("a.txt", "of this task " + before)), "dba", "DBA");
        String sha256 = last().files().get(0).sha256();
        Task other = northmoor
                .stores()
                .tasks()
                .open(northmoor.of("BRNCHP").id(), StepKey.of("go"))
                .orElseThrow();
        assertThat(send(get("/tasks/" + other.id() + "/files/" + sha256), "dba", "DBA")
                        .getStatus())
                .isEqualTo(404);
        assertThat(send(get("/api/v1/tasks/" + other.id() + "/files/" + sha256), "dba", "DBA")
                        .getStatus())
                .isEqualTo(404);
        northmoor.stores().programs().create("elsewhere", "Elsewhere", ZoneId.of("UTC"), Map.of(), "pm");
        for (String place : List.of("/tasks/", "/api/v1/tasks/")) {
            assertThat(mvc.perform(get(place + task().id() + "/files/" + sha256)
                                    .with(Someone.holding(
                                            "stranger",
                                            false,
                                            List.of(new Account.HeldRight("elsewhere", Right.WORK, null)),
                                            List.of())))
                            .andReturn()
                            .getResponse()
                            .getStatus())
                    .as(place)
                    .isEqualTo(404);
        }
    }

    @Test
    void aCommentOfFilesAloneHasNoEmptyParagraph() throws Exception {
        send(comment("", file("alone.txt", "alone " + comments().size())), "dba", "DBA");
        Document page = Jsoup.parse(
                send(get("/tasks?task=" + task().id()), "viewer", "VIEWER").getContentAsString());
        assertThat(page.select("#c-" + last().id() + " a").eachText()).containsExactly("alone.txt");
        assertThat(page.select("#c-" + last().id() + " p")).isEmpty();
    }

    @Test
    void theCallKeepsAFileOnceAndGivesItBack() throws Exception {
        int before = comments().size();
        String key = UUID.randomUUID().toString();
        for (int again = 0; again < 2; again++) {
            MockHttpServletResponse answer = send(
                    post("/api/v1/tasks/" + task().id() + "/comments/file")
                            .param("name", "spool.lst")
                            .param("text", "what it said")
                            .header("Idempotency-Key", key)
                            .contentType("application/octet-stream")
                            .content("ORA-01555"),
                    "dba",
                    "DBA");
            assertThat(answer.getStatus()).as(answer.getContentAsString()).isEqualTo(201);
        }
        assertThat(comments()).hasSize(before + 1);
        TaskComment.File file = last().files().get(0);
        assertThat(file.name()).isEqualTo("spool.lst");
        MockHttpServletResponse read =
                send(get("/api/v1/tasks/" + task().id() + "/files/" + file.sha256()), "viewer", "VIEWER");
        assertThat(read.getContentAsString()).isEqualTo("ORA-01555");
        assertThat(read.getHeader("Content-Disposition")).startsWith("attachment");
    }

    /** Withdrawn elsewhere, the same bytes stay where a comment has them. */
    @Test
    void bytesThatACommentHasAreNotErased() throws Exception {
        send(comment("", file("kept.txt", "kept by a comment")), "dba", "DBA");
        String sha256 = last().files().get(0).sha256();
        northmoor
                .stores()
                .database()
                .jdbc()
                .sql("""
                insert into evidence_withdrawals (program, database_name, sha256, name, kind, reason, withdrawn_by, withdrawn_at)
                values ('northmoor', 'CARDAUTH', :sha256, 'x', 'x', 'x', 'pm', :at)
                """)
                .param("sha256", sha256)
                .param("at", java.sql.Timestamp.from(Instant.EPOCH))
                .update();
        assertThat(northmoor.stores().evidence().erase(Instant.now(), null)).doesNotContain(sha256);
        assertThat(download(last().files().get(0)).getContentAsString()).isEqualTo("kept by a comment");
    }

    private AbstractMockHttpServletRequestBuilder<?> withdrawal(String place, TaskComment comment) {
        return post(place + task().id() + "/comments/" + comment.id() + "/files/"
                        + comment.files().get(0).sha256() + "/withdraw")
                .header("Idempotency-Key", UUID.randomUUID().toString());
    }

    private Document page(String who, String role) throws Exception {
        return Jsoup.parse(send(get("/tasks?task=" + task().id()), who, role).getContentAsString());
    }

    private List<String> withdrawals() {
        return northmoor.stores().audit().list(Northmoor.PROGRAM, "task/" + task().id(), null, 50).rows().stream()
                .filter(row -> row.event().action().equals("task.file-withdrawn"))
                .map(row -> row.event().actor() + " " + row.event().details())
                .toList();
    }

    @Test
    void aFileIsWithdrawnByWhoBroughtItAndGivenToNobodyAnyMore() throws Exception {
        send(comment("look", file("w.txt", "a picture of a password")), "dba", "DBA");
        TaskComment brought = last();
        String button = "#c-" + brought.id() + " form[action$=/withdraw]";
        assertThat(page("viewer", "VIEWER").select(button)).isEmpty();
        assertThat(send(withdrawal("/tasks/", brought), "storage", "STORAGE").getStatus())
                .isEqualTo(403);
        assertThat(download(brought.files().get(0)).getStatus()).isEqualTo(200);
        Document before = page("dba", "DBA");
        assertThat(before.select(button)).hasSize(1);
        assertThat(before.select(button).attr("action"))
                .isEqualTo("/tasks/" + task().id() + "/comments/" + brought.id() + "/files/"
                        + brought.files().get(0).sha256() + "/withdraw");
        int audited = withdrawals().size();
        for (int again = 0; again < 2; again++) {
            assertThat(send(withdrawal("/tasks/", brought), "dba", "DBA").getStatus())
                    .isEqualTo(302);
        }
        assertThat(withdrawals()).hasSize(audited + 1);
        assertThat(withdrawals().get(0))
                .contains("dba", "w.txt", brought.files().get(0).sha256());
        Document after = page("dba", "DBA");
        assertThat(after.select("#c-" + brought.id() + " a, " + button)).isEmpty();
        assertThat(after.select("#c-" + brought.id()).text()).contains("look", "w.txt", "withdrawn by dba, ");
        for (String place : List.of("/tasks/", "/api/v1/tasks/")) {
            MockHttpServletResponse gone = send(
                    get(place + task().id() + "/files/" + brought.files().get(0).sha256()), "dba", "DBA");
            assertThat(gone.getStatus()).as(place).isEqualTo(410);
            assertThat(gone.getContentAsString()).contains("w.txt").doesNotContain("a picture of a password");
        }
    }

    @Test
    void anAdministratorWithdrawsByTheCallAndTheSameContentComesAgain() throws Exception {
        send(comment("", file("x.txt", "twice the same")), "dba", "DBA");
        TaskComment first = last();
        MockHttpServletResponse answer = send(withdrawal("/api/v1/tasks/", first), "admin", "ADMIN");
        assertThat(answer.getStatus()).as(answer.getContentAsString()).isEqualTo(200);
        assertThat(answer.getContentAsString())
                .contains("\"withdrawn\":{\"by\":\"admin\",\"at\":\"")
                .doesNotContain("\"subject\"");
        send(comment("", file("x.txt", "twice the same")), "dba", "DBA");
        assertThat(download(first.files().get(0)).getContentAsString()).isEqualTo("twice the same");
        assertThat(page("viewer", "VIEWER").select("#c-" + first.id() + " a")).isEmpty();
        assertThat(page("viewer", "VIEWER").select("#c-" + last().id() + " a")).hasSize(1);
    }

    @Test
    void whatDoesNotComeWithThatCommentIsNotFound() throws Exception {
        send(comment("", file("y.txt", "of one comment " + comments().size())), "dba", "DBA");
        String sha256 = last().files().get(0).sha256();
        for (String path : List.of(
                task().id() + "/comments/99999999/files/" + sha256,
                task().id() + "/comments/" + last().id() + "/files/" + "0".repeat(64),
                northmoor
                                .stores()
                                .tasks()
                                .open(northmoor.of("BRNCHP").id(), StepKey.of("go"))
                                .orElseThrow()
                                .id() + "/comments/" + last().id() + "/files/" + sha256)) {
            assertThat(send(
                                    post("/api/v1/tasks/" + path + "/withdraw")
                                            .header(
                                                    "Idempotency-Key",
                                                    UUID.randomUUID().toString()),
                                    "admin",
                                    "ADMIN")
                            .getStatus())
                    .as(path)
                    .isEqualTo(404);
        }
        assertThat(download(last().files().get(0)).getStatus()).isEqualTo(200);
    }

    @Test
    void theBytesOfAWithdrawnFileAreErasedOnceNothingElseHasThem() throws Exception {
        send(comment("", file("z.txt", "to be erased")), "dba", "DBA");
        TaskComment first = last();
        String sha256 = first.files().get(0).sha256();
        send(comment("", file("z.txt", "to be erased")), "dba", "DBA");
        TaskComment second = last();
        send(withdrawal("/tasks/", first), "dba", "DBA");
        Instant later = Instant.now().plusSeconds(3600);
        assertThat(northmoor.stores().evidence().erase(later, null)).doesNotContain(sha256);
        send(withdrawal("/tasks/", second), "dba", "DBA");
        assertThat(northmoor.stores().evidence().erase(Instant.now().minusSeconds(3600), null))
                .doesNotContain(sha256);
        assertThat(northmoor.stores().evidence().erase(later, null)).contains(sha256);
        assertThat(northmoor.stores().evidence().size(sha256)).isEmpty();
        assertThat(download(first.files().get(0)).getStatus()).isEqualTo(410);
        send(comment("", file("z.txt", "to be erased")), "dba", "DBA");
        assertThat(download(first.files().get(0)).getContentAsString()).isEqualTo("to be erased");
    }

    @Test
    void theCallHasTheLimitsOfThePage() throws Exception {
        int before = comments().size();
        for (byte[] unfit : List.of(
                new byte[0],
                new byte[] {'P', 'K', 3, 4, 0},
                "x".repeat(AttachedFiles.LARGEST + 1).getBytes(StandardCharsets.UTF_8))) {
            MockHttpServletResponse answer = send(
                    post("/api/v1/tasks/" + task().id() + "/comments/file")
                            .param("name", "a.txt")
                            .header("Idempotency-Key", UUID.randomUUID().toString())
                            .contentType("application/octet-stream")
                            .content(unfit),
                    "dba",
                    "DBA");
            assertThat(answer.getStatus()).as(unfit.length + " bytes").isEqualTo(422);
            assertThat(answer.getContentAsString()).contains("/file");
        }
        assertThat(comments()).hasSize(before);
    }
}
