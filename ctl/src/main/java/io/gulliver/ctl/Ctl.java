package io.gulliver.ctl;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code ./gulliver ctl}: every verb of the product from a shell, over the REST API. */
public final class Ctl {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    static final String NAME = "gulliver ctl";

    private Ctl() {}

    /** @param args what was typed behind {@code ./gulliver ctl} */
    public static void main(String[] args) {
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        PrintStream err = new PrintStream(System.err, true, StandardCharsets.UTF_8);
        int code = run(args, System.getenv(), out, err);
        out.flush();
        System.exit(code);
    }

    static int run(String[] args, Map<String, String> environment, PrintStream out, PrintStream err) {
        Connection connection;
        try {
            connection = new Connection(environment);
        } catch (Connection.WrongUsage wrong) {
            err.println("gulliver ctl: " + wrong.getMessage());
            return ExitCode.USAGE.code();
        }
        try {
            return commandLine(connection, environment, out, err).execute(args);
        } finally {
            connection.end();
        }
    }

    static CommandLine commandLine(Map<String, String> environment, PrintStream out, PrintStream err) {
        return commandLine(new Connection(environment), environment, out, err);
    }

    private static CommandLine commandLine(
            Connection connection, Map<String, String> environment, PrintStream out, PrintStream err) {
        Description description = new Description();
        CommandSpec root = group(NAME);
        root.usageMessage().description("Everything that the pages can do, from a shell.");
        for (OptionSpec option : common()) {
            root.addOption(option);
        }
        for (Verb verb : Verb.table().verbs()) {
            CommandLine place = root.subcommands().get(verb.group());
            CommandSpec group;
            if (place == null) {
                group = group(verb.group());
                group.usageMessage().description(tag(description, verb));
                root.addSubcommand(verb.group(), group);
            } else {
                group = place.getCommandSpec();
            }
            CommandSpec spec = new CallCommand(verb, description, connection, out, err).spec();
            help(spec);
            group.addSubcommand(verb.name(), spec);
        }
        CommandSpec follow = new Follow(connection, out, err).spec();
        help(follow);
        root.addSubcommand("follow", follow);
        CommandSpec completion = CommandSpec.wrapWithoutInspection(
                (Runnable) () -> out.println(AutoComplete.bash("gulliver-ctl", commandLine(environment, out, err))));
        completion.name("completion");
        completion.usageMessage().description("Print completion for bash and zsh: source <(gulliver ctl completion).");
        help(completion);
        root.addSubcommand("completion", completion);
        List<String> codes = new ArrayList<>(List.of("", "Exit codes:"));
        for (ExitCode code : ExitCode.values()) {
            codes.add(String.format("  %2d  %s", code.code(), code.words()));
        }
        root.usageMessage().footer(codes.toArray(String[]::new));
        CommandLine line = new CommandLine(root);
        line.setOut(new java.io.PrintWriter(out, true, StandardCharsets.UTF_8));
        line.setErr(new java.io.PrintWriter(err, true, StandardCharsets.UTF_8));
        line.setExecutionExceptionHandler((failure, command, typed) -> told(failure, err));
        line.setParameterExceptionHandler((wrong, given) -> {
            err.println(NAME + ": " + wrong.getMessage());
            CommandLine.UnmatchedArgumentException.printSuggestions(wrong, line.getErr());
            err.println("'" + wrong.getCommandLine().getCommandSpec().qualifiedName() + " --help' says what there is.");
            return ExitCode.USAGE.code();
        });
        return line;
    }

    private static CommandSpec group(String name) {
        CommandSpec group = CommandSpec.create().name(name);
        help(group);
        return group;
    }

    private static void help(CommandSpec spec) {
        spec.addOption(OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .type(boolean.class)
                .arity("0")
                .description("Show this help")
                .build());
    }

    private static String tag(Description description, Verb verb) {
        return description
                .tag(description
                        .call(verb.operation())
                        .node()
                        .path("tags")
                        .path(0)
                        .asString(""))
                .replace("%", "%%");
    }

    private static List<OptionSpec> common() {
        return List.of(
                OptionSpec.builder("--server")
                        .type(String.class)
                        .paramLabel("URL")
                        .scopeType(ScopeType.INHERIT)
                        .description("Where Gulliver is; GULLIVER_SERVER, http://127.0.0.1:8080")
                        .build(),
                OptionSpec.builder("--user")
                        .type(String.class)
                        .paramLabel("NAME")
                        .scopeType(ScopeType.INHERIT)
                        .description("Who calls, by a password; GULLIVER_USER. GULLIVER_TOKEN goes before")
                        .build(),
                OptionSpec.builder("--password-file")
                        .type(String.class)
                        .paramLabel("FILE")
                        .scopeType(ScopeType.INHERIT)
                        .description(
                                "A file that holds the password; GULLIVER_PASSWORD_FILE. Without it, it is asked for")
                        .build(),
                OptionSpec.builder("--timeout")
                        .type(String.class)
                        .paramLabel("SECONDS")
                        .scopeType(ScopeType.INHERIT)
                        .description("How long an answer may take; GULLIVER_TIMEOUT, 60")
                        .build(),
                OptionSpec.builder("--authorities")
                        .type(String.class)
                        .paramLabel("FILE")
                        .scopeType(ScopeType.INHERIT)
                        .description("PEM file of who vouches for the server, where Java does not know it;"
                                + " GULLIVER_AUTHORITIES")
                        .build(),
                OptionSpec.builder("-o", "--output")
                        .type(String.class)
                        .paramLabel("table|json")
                        .scopeType(ScopeType.INHERIT)
                        .description("How answers are printed; table")
                        .build());
    }

    /** What was typed for an option here or before the verb, or null. */
    static @Nullable String value(ParseResult typed, String option) {
        for (CommandLine line = typed.commandSpec().commandLine(); line != null; line = line.getParent()) {
            OptionSpec spec = line.getCommandSpec().findOption(option);
            Object value = spec == null ? null : spec.getValue();
            if (value != null) {
                return value.toString();
            }
        }
        return null;
    }

    static void open(Connection connection, ParseResult typed) {
        String output = value(typed, "--output");
        if (output != null && !output.equals("json") && !output.equals("table")) {
            throw new Connection.WrongUsage("-o is '" + output + "', wanted table or json.");
        }
        connection.open(
                value(typed, "--server"),
                value(typed, "--user"),
                value(typed, "--password-file"),
                value(typed, "--timeout"),
                value(typed, "--authorities"));
    }

    static void print(JsonNode answer, ParseResult typed, PrintStream out) {
        if ("json".equals(value(typed, "--output"))) {
            out.println(JSON.writerWithDefaultPrettyPrinter().writeValueAsString(answer));
        } else {
            Table.print(answer, out);
        }
        out.flush();
    }

    /** Tells a problem as its server does, on standard error. */
    static int refused(HttpResponse<InputStream> response, PrintStream err) throws IOException {
        byte[] bytes;
        try (InputStream content = response.body()) {
            bytes = content.readAllBytes();
        }
        JsonNode problem;
        try {
            problem = JSON.readTree(bytes);
        } catch (tools.jackson.core.JacksonException e) {
            problem = JSON.createObjectNode();
        }
        err.println(NAME + ": " + problem.path("title").asString("The server answered") + " (" + response.statusCode()
                + ").");
        for (String part : List.of("detail", "advice")) {
            String text = problem.path(part).asString("");
            if (!text.isEmpty()) {
                err.println("  " + text);
            }
        }
        problem.path("errors")
                .forEach(error -> err.println("  " + error.path("pointer").asString("") + ": "
                        + error.path("detail").asString("")));
        response.headers().firstValue("Retry-After").ifPresent(after -> err.println("  Try again in " + after + " s."));
        return ExitCode.of(response.statusCode()).code();
    }

    private static int told(Exception failure, PrintStream err) {
        if (failure instanceof Connection.WrongUsage) {
            err.println(NAME + ": " + failure.getMessage());
            return ExitCode.USAGE.code();
        }
        if (failure instanceof HttpTimeoutException) {
            err.println(
                    NAME + ": "
                            + (failure instanceof HttpConnectTimeoutException ? "nobody answered" : "no answer came")
                            + " in time. What was sent may have been done: look, or send the same again with the same --idempotency-key.");
            return ExitCode.LATER.code();
        }
        if (failure instanceof SSLException) {
            err.println(NAME + ": the server's certificate is not trusted, or does not name this address ("
                    + failure.getMessage() + "). Name who vouches for it with --authorities FILE (PEM).");
            return ExitCode.LATER.code();
        }
        if (failure instanceof IOException) {
            String what = failure.getMessage();
            err.println(NAME + ": the server cannot be reached" + (what == null ? "" : " (" + what + ")")
                    + ". Is it running, and is --server right?");
            return ExitCode.LATER.code();
        }
        err.println(NAME + ": " + failure);
        return ExitCode.REFUSED.code();
    }
}
