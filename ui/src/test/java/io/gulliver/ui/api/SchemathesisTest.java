package io.gulliver.ui.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.testing.ContractTools;
import io.gulliver.testing.TakesTurns;
import io.gulliver.testing.TestDirectory;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * Schemathesis makes requests of the committed description, fitting and unfitting ones, and judges each answer by it: no
 * failure of ours, no status that the description does not name, no answer that its schema refuses. A minute of it with
 * every commit; {@code -Dgulliver.contract.examples=N} tries N cases of each call, whatever time that takes.
 */
@TakesTurns(TakesTurns.Group.PAGES)
class SchemathesisTest extends ServerCase {
    private static final Path PROGRAM = ContractTools.program("schemathesis");
    private static final String CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,"
            + "response_headers_conformance,response_schema_conformance";

    @Test
    void everyAnswerIsAsTheDescriptionSays() throws Exception {
        ContractTools.required();
        estate();
        int examples = Integer.getInteger("gulliver.contract.examples", 0);
        Path folder = TestDirectory.untilTheEnd("schemathesis");
        List<String> said = new ArrayList<>();
        // what a program manager may do, and what is an administrator's
        int wrong = run(folder, "pm", examples, said, "--exclude-tag", "playbooks");
        wrong += run(folder, "admin", examples, said, "--include-tag", "playbooks");
        said.stream().filter(line -> line.contains("generated")).forEach(line -> System.out.println("proof: " + line));
        assertThat(wrong).as(() -> String.join("\n", said)).isZero();
    }

    private int run(Path folder, String who, int examples, List<String> said, String... which) throws Exception {
        Path log = folder.resolve(who + ".txt");
        List<String> command = new ArrayList<>(List.of(
                PROGRAM.toString(),
                "--config-file",
                Path.of("src", "test", "resources", "schemathesis.toml")
                        .toAbsolutePath()
                        .toString(),
                "run",
                OpenApiTest.COMMITTED.toAbsolutePath().toString(),
                "--url",
                "http://127.0.0.1:" + port,
                "--auth",
                who + ":lilliput",
                "--checks",
                CHECKS,
                "--seed",
                System.getProperty("gulliver.seed", "4711"),
                "--workers",
                // with two it breaks now and then by a race of its own (KeyError in its cache)
                "1",
                "--request-timeout",
                "30",
                "--generation-database",
                "none",
                "--continue-on-failure",
                "--warnings",
                "off",
                "--no-color"));
        command.addAll(
                examples > 0
                        ? List.of("--phases", "examples,coverage,fuzzing", "--max-examples", Integer.toString(examples))
                        : List.of(
                                "--phases",
                                "examples,coverage,fuzzing",
                                "--max-examples",
                                "3",
                                "--no-shrink",
                                "--max-time",
                                who.equals("pm") ? "50" : "5"));
        command.addAll(List.of(which));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            assertThat(process.waitFor(examples > 0 ? 300 : 5, TimeUnit.MINUTES))
                    .as("Schemathesis ended in time")
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        said.addAll(Files.readAllLines(log));
        return process.exitValue() == 0 ? 0 : 1;
    }

    /** Something of each kind, so that calls reach further than 404. */
    private void estate() throws Exception {
        program("atlas");
        HttpResponse<String> imported = post(
                "pm",
                "/api/v1/programs/atlas/inventory",
                key(),
                "text/csv",
                HEADER + "ORDERS,SHOP,test\nCRM,SHOP,production\n");
        assertThat(imported.statusCode()).as(imported.body()).isEqualTo(200);
        assertThat(json(
                                "pm",
                                "/api/v1/programs/atlas/waves",
                                "{\"number\":1,\"title\":\"Pilot\",\"databases\":[\"ORDERS\"]}")
                        .statusCode())
                .isEqualTo(201);
    }
}
