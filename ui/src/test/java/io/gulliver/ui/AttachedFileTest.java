package io.gulliver.ui;

import static io.gulliver.ui.Someone.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.csrf;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.multipart;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;

import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.task.Task;
import io.gulliver.persistence.view.CommandRow;
import io.gulliver.persistence.view.CommandState;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.mock.web.MockMultipartFile;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.AbstractMockHttpServletRequestBuilder;

/** Files of tasks and gates, by page and API: who may attach them, and that a decision may bring one. */
@SpringBootTest(
        classes = FaceApplication.class,
        // an estate of its own: decisions on its gates stay in it
        properties = {"gulliver.lab.users=true", "server.address=127.0.0.1", "northmoor.databases=29"})
@AutoConfigureMockMvc
@Tag("store")
class AttachedFileTest {
    @Autowired
    private MockMvc mvc;

    @Autowired
    private Northmoor northmoor;

    private MockHttpServletResponse answer(
            AbstractMockHttpServletRequestBuilder<?> request, String who, String... roles) throws Exception {
        return mvc.perform(request.with(user(who).roles(roles)).with(csrf()))
                .andReturn()
                .getResponse();
    }

    private Task gate() {
        return open("BRNCHP", "go");
    }

    private Task open(String database, String step) {
        return northmoor
                .stores()
                .tasks()
                .open(northmoor.of(database).id(), StepKey.of(step))
                .orElseThrow();
    }

    private List<String> files(Task task) {
        return northmoor.stores().evidence().list(task.migration(), task.step()).stream()
                .map(row -> row.ref().name())
                .toList();
    }

    private static AbstractMockHttpServletRequestBuilder<?> upload(Task task, String name) {
        return post("/api/v1/tasks/" + task.id() + "/evidence")
                .param("name", name)
                .header("Idempotency-Key", UUID.randomUUID().toString())
                .contentType("application/octet-stream")
                .content(name.getBytes(StandardCharsets.UTF_8));
    }

    private static AbstractMockHttpServletRequestBuilder<?> word(
            Task task, String word, String key, String shown, String name) {
        return multipart("/tasks/" + task.id() + "/" + word)
                .file(new MockMultipartFile("file", name, "text/plain", name.getBytes(StandardCharsets.UTF_8)))
                .param("key", key)
                .param("outcome", word.equals("decide") ? "approve" : "done")
                .param("evidenceHash", shown);
    }

    private String shown(Task gate) throws Exception {
        return shown(gate, "approver", "APPROVER");
    }

    /** As it stands in the form of the gate; empty for whoever has approved that. */
    private String shown(Task gate, String who, String role) throws Exception {
        return Jsoup.parse(answer(get("/tasks?task=" + gate.id()), who, role).getContentAsString())
                .select("#task input[name=evidenceHash]")
                .val();
    }

    @Test
    void whoeverOnlyReadsAttachesNothing() throws Exception {
        Task task = open("CRMP", "size");
        for (Task one : List.of(task, gate())) {
            assertThat(answer(upload(one, "by-viewer.txt"), "viewer", "VIEWER").getStatus())
                    .isEqualTo(403);
        }
        assertThat(answer(word(task, "complete", "viewer-completes", "", "by-viewer.txt"), "viewer", "VIEWER")
                        .getStatus())
                .isEqualTo(403);
        assertThat(answer(word(gate(), "decide", "viewer-decides", shown(gate()), "by-viewer.txt"), "viewer", "VIEWER")
                        .getStatus())
                .isEqualTo(403);
        assertThat(files(task)).doesNotContain("by-viewer.txt");
        assertThat(files(gate())).doesNotContain("by-viewer.txt");
        assertThat(northmoor
                        .stores()
                        .audit()
                        .list(Northmoor.PROGRAM, "migration/" + gate().migration(), null, 50)
                        .rows())
                .as("that it was tried is on record")
                .anySatisfy(row -> assertThat(row.event().action()).isEqualTo("command.refused"));
        assertThat(answer(upload(task, "by-dba.txt"), "ben", task.role().equals("dba") ? "DBA" : "CUTOVER")
                        .getStatus())
                .isEqualTo(201);
        assertThat(files(task)).contains("by-dba.txt");
        assertThat(answer(upload(gate(), "by-approver.txt"), "approver", "APPROVER")
                        .getStatus())
                .isEqualTo(201);
    }

    @Test
    void aDecisionBringsAFileAndTheNextOneIsReadWithIt() throws Exception {
        Task gate = gate();
        String read = shown(gate);
        for (int again = 0; again < 2; again++) {
            MockHttpServletResponse first =
                    answer(word(gate, "decide", "decide-with-a-file", read, "risk.txt"), "cutover", "CUTOVER");
            assertThat(first.getStatus()).as(first.getContentAsString()).isEqualTo(302);
        }
        CommandRow row =
                northmoor.stores().commands().find("decide-with-a-file").orElseThrow();
        assertThat(row.state()).isEqualTo(CommandState.AWAITING_SECOND);
        assertThat(row.evidenceHash()).isNotEqualTo(read).isEqualTo(shown(gate));

        MockHttpServletResponse unread =
                answer(word(gate, "decide", "decide-unread", read, "second.txt"), "approver", "APPROVER");
        assertThat(unread.getStatus()).as("the approver did not see the file").isEqualTo(409);
        assertThat(files(gate)).contains("risk.txt").doesNotContain("second.txt");
        assertThat(shown(gate, "cutover", "CUTOVER")).as("has approved that").isEmpty();
        assertThat(answer(upload(gate, "more.txt"), "approver", "APPROVER").getStatus())
                .isEqualTo(201);
        String now = shown(gate);
        assertThat(shown(gate, "cutover", "CUTOVER"))
                .as("approves again what there is now")
                .isEqualTo(now);
        MockHttpServletResponse again = answer(
                post("/tasks/" + gate.id() + "/decide")
                        .param("key", "decide-read-again")
                        .param("evidenceHash", now)
                        .param("outcome", "approve"),
                "approver",
                "APPROVER");
        assertThat(again.getStatus()).as(again.getContentAsString()).isEqualTo(302);
    }
}
