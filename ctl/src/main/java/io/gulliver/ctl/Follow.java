package io.gulliver.ctl;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Prints the run log of a migration as it grows, until the migration ends; the exit code says how. */
final class Follow implements Callable<Integer> {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    /** A server that restarts is waited for. */
    private static final int MISSED = 30;

    private final Connection connection;
    private final PrintStream out;
    private final PrintStream err;
    private @Nullable CommandSpec spec;

    Follow(Connection connection, PrintStream out, PrintStream err) {
        this.connection = connection;
        this.out = out;
        this.err = err;
    }

    CommandSpec spec() {
        CommandSpec made = CommandSpec.wrapWithoutInspection(this).name("follow");
        spec = made;
        made.usageMessage().description("Print the run log of a migration as it grows, until the migration ends.");
        made.usageMessage().footer("", "Calls GET /api/v1/programs/{program}/migrations/{id} and its log");
        made.addPositional(PositionalParamSpec.builder()
                .paramLabel("MIGRATION")
                .index("0")
                .type(String.class)
                .required(true)
                .description("Its number in the program, or its id")
                .build());
        made.addOption(OptionSpec.builder("-p", "--program")
                .type(String.class)
                .paramLabel("PROGRAM")
                .description("The program's key; GULLIVER_PROGRAM, or program of ctl.properties")
                .build());
        made.addOption(OptionSpec.builder("--until-attention")
                .type(boolean.class)
                .arity("0")
                .description("End too when a step waits for a person or needs attention")
                .build());
        made.addOption(OptionSpec.builder("--at-most")
                .type(String.class)
                .paramLabel("SECONDS")
                .description("End with exit code 7 after this long")
                .build());
        made.addOption(OptionSpec.builder("--every")
                .type(String.class)
                .paramLabel("SECONDS")
                .description("How often to look; 2")
                .build());
        return made;
    }

    @Override
    public Integer call() throws Exception {
        CommandSpec made = spec;
        if (made == null) {
            throw new IllegalStateException("spec() comes first");
        }
        ParseResult typed = made.commandLine().getParseResult();
        Ctl.open(connection, typed);
        String program = connection.setting(Ctl.value(typed, "--program"), "program");
        if (program == null) {
            throw new Connection.WrongUsage("No program is named: give -p, or set GULLIVER_PROGRAM.");
        }
        String id = typed.matchedPositionals().get(0).getValue().toString();
        String address = "/api/v1/programs/" + encoded(program) + "/migrations/" + encoded(id);
        boolean attention = typed.matchedOptionValue("--until-attention", false);
        String most = Ctl.value(typed, "--at-most");
        long end = System.nanoTime() + (most == null ? Duration.ofDays(365) : Connection.seconds(most)).toNanos();
        String every = Ctl.value(typed, "--every");
        Duration pause = every == null ? Duration.ofSeconds(2) : Connection.seconds(every);
        boolean json = "json".equals(Ctl.value(typed, "--output"));
        long after = 0;
        int missed = 0;
        while (true) {
            try {
                HttpResponse<InputStream> detail = get(address);
                if (detail.statusCode() != 200 && !List.of(429, 503).contains(detail.statusCode())) {
                    return Ctl.refused(detail, err);
                }
                JsonNode read = read(detail);
                if (detail.statusCode() == 200) {
                    // the log after the state: what made it end is printed before the end is told
                    after = log(address, after, json);
                    Integer code = ended(read, attention);
                    if (code != null) {
                        return code;
                    }
                    missed = 0;
                } else {
                    missed++;
                }
            } catch (IOException away) {
                missed++;
                if (missed >= MISSED) {
                    throw away;
                }
            }
            if (System.nanoTime() >= end) {
                err.println(Ctl.NAME + ": the migration has not ended after " + most + " s.");
                return ExitCode.LATER.code();
            }
            Thread.sleep(Math.max(100, pause.toMillis()));
        }
    }

    private @Nullable Integer ended(JsonNode detail, boolean attention) {
        JsonNode migration = detail.path("migration");
        if (migration.path("mode").asString("").equals("ENDED")) {
            String outcome = migration.path("outcome").asString("");
            out.println(migration.path("id").asString("") + " ended: " + outcome.toLowerCase(java.util.Locale.ROOT));
            out.flush();
            return List.of("COMPLETED", "EVALUATED").contains(outcome)
                    ? ExitCode.DONE.code()
                    : ExitCode.ENDED_OTHERWISE.code();
        }
        if (attention) {
            for (JsonNode step : detail.path("steps")) {
                if (List.of("PARKED", "UNDO_PARKED", "WAITING_PERSON")
                        .contains(step.at("/run/state").asString(""))) {
                    out.println("Waits for a person: " + step.at("/run/key").asString("") + " "
                            + step.path("title").asString(""));
                    out.flush();
                    return ExitCode.ATTENTION.code();
                }
            }
        }
        return null;
    }

    private long log(String address, long from, boolean json) throws IOException, InterruptedException {
        long after = from;
        while (true) {
            HttpResponse<InputStream> page = get(address + "/log?limit=500&cursor=" + after);
            JsonNode read = read(page);
            if (page.statusCode() != 200) {
                return after;
            }
            for (JsonNode row : read.path("items")) {
                after = Math.max(after, row.path("seq").asLong(after));
                out.println(json ? row.toString() : line(row));
            }
            out.flush();
            if (read.path("next").asString("").isEmpty()) {
                return after;
            }
        }
    }

    /** The time, and what else of a row is not empty. */
    private static String line(JsonNode row) {
        StringBuilder line = new StringBuilder(row.path("at").asString(""));
        row.propertyStream()
                .filter(part -> !List.of("at", "seq", "migration").contains(part.getKey()))
                .filter(part -> !part.getValue().isContainer()
                        && !part.getValue().asString("").isEmpty())
                .forEach(part ->
                        line.append("  ").append(part.getValue().asString("").replaceAll("\\p{Cntrl}+", " ")));
        return line.toString();
    }

    private HttpResponse<InputStream> get(String address) throws IOException, InterruptedException {
        return connection.send("GET", address, Map.of("Accept", "application/json"), BodyPublishers.noBody());
    }

    private static JsonNode read(HttpResponse<InputStream> response) throws IOException {
        if (response.statusCode() >= 400 && !List.of(429, 503).contains(response.statusCode())) {
            return JSON.missingNode();
        }
        try (InputStream content = response.body()) {
            byte[] bytes = content.readAllBytes();
            return bytes.length == 0 ? JSON.missingNode() : JSON.readTree(bytes);
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
