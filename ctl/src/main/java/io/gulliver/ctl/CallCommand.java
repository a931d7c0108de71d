package io.gulliver.ctl;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** One verb: its options are the parameters of its call and the parts of its body, and its help is the description's. */
final class CallCommand implements Callable<Integer> {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration SETTLED = Duration.ofSeconds(30);

    private final Verb verb;
    private final Description description;
    private final Description.Call call;
    private final Connection connection;
    private final PrintStream out;
    private final PrintStream err;
    private @Nullable CommandSpec spec;

    CallCommand(Verb verb, Description description, Connection connection, PrintStream out, PrintStream err) {
        this.verb = verb;
        this.description = description;
        this.call = description.call(verb.operation());
        this.connection = connection;
        this.out = out;
        this.err = err;
    }

    CommandSpec spec() {
        CommandSpec made = CommandSpec.wrapWithoutInspection(this).name(verb.name());
        spec = made;
        String summary = call.summary();
        if (!verb.fixed().isEmpty()) {
            summary = String.join(", ", verb.fixed().values()) + ". " + summary;
        }
        List<String> about = new ArrayList<>(List.of(summary.replace("%", "%%") + "."));
        if (!call.description().isEmpty()) {
            about.add(call.description().replace("%", "%%") + ".");
        }
        made.usageMessage().description(about.toArray(String[]::new));
        made.usageMessage().footer("", "Calls " + call.method() + " " + call.path());
        int index = 0;
        for (JsonNode parameter : call.node().path("parameters")) {
            String name = parameter.path("name").asString();
            String in = parameter.path("in").asString();
            String words = parameter.path("description").asString("").replace("%", "%%");
            if (in.equals("path") && !name.equals("program")) {
                made.addPositional(PositionalParamSpec.builder()
                        .paramLabel(name.toUpperCase(java.util.Locale.ROOT))
                        .index(Integer.toString(index++))
                        .type(String.class)
                        .required(true)
                        .description(words)
                        .build());
            } else if (in.equals("query")) {
                made.addOption(option("--" + dashed(name), words, parameter.path("schema"))
                        .required(parameter.path("required").asBoolean(false))
                        .build());
            }
        }
        if (call.path().contains("{program}")) {
            made.addOption(OptionSpec.builder("-p", "--program")
                    .type(String.class)
                    .paramLabel("PROGRAM")
                    .description("The program's key; GULLIVER_PROGRAM, or program of ctl.properties")
                    .build());
        }
        if (call.takes("If-Match")) {
            made.addOption(OptionSpec.builder("--if-version")
                    .type(String.class)
                    .paramLabel("N")
                    .description("The version that was looked at; without it, the newest is changed")
                    .build());
        }
        if (call.takes("Idempotency-Key")) {
            made.addOption(OptionSpec.builder("--idempotency-key")
                    .type(String.class)
                    .paramLabel("KEY")
                    .description("A name for this call; the same again under the same key does nothing twice")
                    .build());
        }
        if (call.raw()) {
            made.addPositional(PositionalParamSpec.builder()
                    .paramLabel("FILE")
                    .index(Integer.toString(index))
                    .type(Path.class)
                    .required(true)
                    .description("The file to send")
                    .build());
        } else if (call.node().has("requestBody")) {
            made.addOption(OptionSpec.builder("--body")
                    .type(Path.class)
                    .paramLabel("FILE")
                    .description("The whole body as JSON; other options replace its parts")
                    .build());
            bodySchema().path("properties").propertyStream().forEach(part -> {
                if (secret(part.getValue())) {
                    made.addOption(OptionSpec.builder(secretOption(part.getKey()))
                            .type(String.class)
                            .paramLabel("FILE")
                            .description(description.words(part.getValue()).replace("%", "%%")
                                    + ". A file that holds it, or - for a line of standard input; without it, it is"
                                    + " asked for")
                            .build());
                } else if (!verb.fixed().containsKey(part.getKey())) {
                    made.addOption(option(
                                    bodyOption(part.getKey()),
                                    description.words(part.getValue()).replace("%", "%%"),
                                    part.getValue())
                            .build());
                }
            });
            made.usageMessage()
                    .footer(
                            "",
                            "Calls " + call.method() + " " + call.path(),
                            "",
                            "Example of --body:",
                            "  "
                                    + call.body("application/json")
                                            .path("example")
                                            .toString()
                                            .replace("%", "%%"));
        }
        if (binary()) {
            made.addOption(OptionSpec.builder("--to")
                    .type(Path.class)
                    .paramLabel("FILE")
                    .description("Where to put what is downloaded; without it, on standard output")
                    .build());
        }
        if (commanded()) {
            made.addOption(OptionSpec.builder("--no-wait")
                    .type(boolean.class)
                    .arity("0")
                    .description("Do not wait until the migration has heard it")
                    .build());
        }
        return made;
    }

    private OptionSpec.Builder option(String name, String words, JsonNode schema) {
        JsonNode type = description.resolved(schema);
        StringBuilder about = new StringBuilder(words);
        if (type.has("enum")) {
            List<String> values = new ArrayList<>();
            type.get("enum").forEach(value -> {
                if (!value.isNull()) {
                    values.add(value.asString());
                }
            });
            about.append(about.isEmpty() ? "" : ". ").append("One of ").append(String.join(", ", values));
        }
        String kind = type.path("type").asString("");
        boolean map = kind.equals("object") || kind.isEmpty();
        OptionSpec.Builder option = OptionSpec.builder(name).description(about.toString());
        if (kind.equals("array")) {
            return option.type(List.class)
                    .auxiliaryTypes(String.class)
                    .splitRegex(",")
                    .paramLabel("A,B");
        }
        if (kind.equals("boolean")) {
            return option.type(String.class).arity("0..1").fallbackValue("true").paramLabel("true|false");
        }
        return option.type(String.class)
                .paramLabel(
                        map
                                ? "JSON"
                                : switch (kind) {
                                    case "integer", "number" -> "N";
                                    default -> "TEXT";
                                });
    }

    private JsonNode bodySchema() {
        return description.resolved(call.body("application/json").path("schema"));
    }

    /** A part of the body that is called as a parameter is has another name. */
    private String bodyOption(String name) {
        String option = "--" + dashed(name);
        boolean taken = call.takes(name) || List.of("program", "body", "to").contains(name);
        return taken ? "--new-" + dashed(name) : option;
    }

    /** Whether a part is a password: it is read from a file or typed, and has no option that takes it. */
    private boolean secret(JsonNode part) {
        return description.resolved(part).path("format").asString("").equals("password");
    }

    private String secretOption(String name) {
        return bodyOption(name) + "-file";
    }

    static String dashed(String name) {
        return name.replaceAll("([a-z0-9])([A-Z])", "$1-$2").toLowerCase(java.util.Locale.ROOT);
    }

    private boolean binary() {
        JsonNode content = success().path("content");
        return !content.isEmpty() && !content.has("application/json");
    }

    private boolean commanded() {
        return call.node().path("responses").has("202")
                && success()
                        .at("/content/application~1json/schema/$ref")
                        .asString("")
                        .endsWith("/CommandBody");
    }

    private JsonNode success() {
        for (Map.Entry<String, JsonNode> one :
                call.node().path("responses").propertyStream().toList()) {
            if (one.getKey().startsWith("2")) {
                return one.getValue();
            }
        }
        return JSON.missingNode();
    }

    @Override
    public Integer call() throws Exception {
        CommandSpec made = spec;
        if (made == null) {
            throw new IllegalStateException("spec() comes first");
        }
        ParseResult typed = made.commandLine().getParseResult();
        Ctl.open(connection, typed);
        List<Object> positional = new ArrayList<>();
        typed.matchedPositionals().forEach(one -> positional.add(one.getValue()));
        String address = address(call.path(), typed, positional) + query(typed);
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Accept", binary() ? "*/*" : "application/json");
        if (call.takes("Idempotency-Key")) {
            headers.put(
                    "Idempotency-Key",
                    typed.matchedOptionValue(
                            "--idempotency-key", UUID.randomUUID().toString()));
        }
        if (call.takes("If-Match")) {
            String version = typed.matchedOptionValue("--if-version", (String) null);
            headers.put("If-Match", version == null ? etag(typed, positional) : "\"" + version + "\"");
        }
        BodyPublisher body = BodyPublishers.noBody();
        if (call.raw()) {
            Path file = (Path) positional.get(positional.size() - 1);
            if (!Files.isReadable(file)) {
                throw new Connection.WrongUsage("The file " + file + " cannot be read.");
            }
            body = BodyPublishers.ofFile(file);
            headers.put("Content-Type", contentType(file));
        } else if (call.node().has("requestBody")) {
            body = BodyPublishers.ofString(json(typed).toString());
            headers.put("Content-Type", "application/json");
        }
        HttpResponse<InputStream> response = connection.send(call.method(), address, headers, body);
        if (response.statusCode() >= 400) {
            return Ctl.refused(response, err);
        }
        Path to = typed.matchedOptionValue("--to", (Path) null);
        if (binary()) {
            try (InputStream content = response.body()) {
                if (to == null) {
                    content.transferTo(out);
                } else {
                    Files.copy(content, to, StandardCopyOption.REPLACE_EXISTING);
                }
            }
            out.flush();
            return ExitCode.DONE.code();
        }
        JsonNode answer;
        try (InputStream content = response.body()) {
            byte[] bytes = content.readAllBytes();
            answer = bytes.length == 0 ? JSON.createObjectNode() : JSON.readTree(bytes);
        }
        int code = ExitCode.DONE.code();
        if (commanded() && !typed.matchedOptionValue("--no-wait", false)) {
            answer = settled(answer);
            String state = answer.path("state").asString("");
            code = state.equals("refused") || state.equals("returned")
                    ? ExitCode.CONFLICT.code()
                    : state.equals("recorded") || state.equals("delivered")
                            ? ExitCode.LATER.code()
                            : ExitCode.DONE.code();
        }
        Ctl.print(answer, typed, out);
        return code;
    }

    /** Waits until a migration has heard a word, or a second person is needed, or half a minute is over. */
    private JsonNode settled(JsonNode first) throws IOException, InterruptedException {
        JsonNode command = first;
        long end = System.nanoTime() + SETTLED.toNanos();
        while (List.of("recorded", "delivered").contains(command.path("state").asString(""))
                && System.nanoTime() < end) {
            Thread.sleep(300);
            HttpResponse<InputStream> again = connection.send(
                    "GET",
                    "/api/v1/commands/" + encoded(command.path("id").asString()),
                    Map.of("Accept", "application/json"),
                    BodyPublishers.noBody());
            try (InputStream content = again.body()) {
                JsonNode now = JSON.readTree(content);
                if (again.statusCode() != 200) {
                    return command;
                }
                command = now;
            }
        }
        return command;
    }

    private String etag(ParseResult typed, List<Object> positional) throws IOException, InterruptedException {
        String from = verb.etag();
        if (from == null) {
            throw new Connection.WrongUsage("Give --if-version: the version of what you looked at.");
        }
        HttpResponse<InputStream> read = connection.send(
                "GET",
                address(description.call(from).path(), typed, positional),
                Map.of("Accept", "application/json"),
                BodyPublishers.noBody());
        try (InputStream content = read.body()) {
            content.readAllBytes();
        }
        // what is not there is told by the call itself
        return read.headers().firstValue("ETag").orElse("\"0\"");
    }

    private String address(String path, ParseResult typed, List<Object> positional) {
        String address = path;
        int next = 0;
        for (String part : path.split("/")) {
            if (part.equals("{program}")) {
                String program = connection.setting(Ctl.value(typed, "--program"), "program");
                if (program == null) {
                    throw new Connection.WrongUsage("No program is named: give -p, or set GULLIVER_PROGRAM.");
                }
                address = address.replace(part, encoded(program));
            } else if (part.startsWith("{")) {
                address = address.replace(part, encoded(String.valueOf(positional.get(next++))));
            }
        }
        return address;
    }

    private String query(ParseResult typed) {
        StringBuilder query = new StringBuilder();
        for (JsonNode parameter : call.node().path("parameters")) {
            String name = parameter.path("name").asString();
            if (parameter.path("in").asString().equals("query")) {
                Object value = typed.matchedOptionValue("--" + dashed(name), (Object) null);
                if (value != null) {
                    String text = value instanceof List<?> list
                            ? String.join(
                                    ",", list.stream().map(String::valueOf).toList())
                            : value.toString();
                    query.append(query.isEmpty() ? '?' : '&')
                            .append(name)
                            .append('=')
                            .append(encoded(text));
                }
            }
        }
        return query.toString();
    }

    private ObjectNode json(ParseResult typed) throws IOException {
        Path file = typed.matchedOptionValue("--body", (Path) null);
        ObjectNode body = JSON.createObjectNode();
        if (file != null) {
            JsonNode read;
            try {
                read = JSON.readTree(file.toString().equals("-") ? System.in.readAllBytes() : Files.readAllBytes(file));
            } catch (tools.jackson.core.JacksonException e) {
                throw new Connection.WrongUsage(file + " is no JSON: " + e.getOriginalMessage());
            }
            if (!(read instanceof ObjectNode object)) {
                throw new Connection.WrongUsage(file + " holds no JSON object.");
            }
            body = object;
        }
        ObjectNode made = body;
        verb.fixed().forEach(made::put);
        bodySchema().path("properties").propertyStream().forEach(part -> {
            if (secret(part.getValue())) {
                String option = secretOption(part.getKey());
                String from = typed.matchedOptionValue(option, (String) null);
                if (from != null || !made.has(part.getKey())) {
                    made.put(
                            part.getKey(),
                            Connection.secret(dashed(part.getKey()).replace('-', ' '), option, from));
                }
                return;
            }
            Object value = typed.matchedOptionValue(bodyOption(part.getKey()), (Object) null);
            if (value != null) {
                made.set(part.getKey(), value(bodyOption(part.getKey()), value, description.resolved(part.getValue())));
            }
        });
        return made;
    }

    private JsonNode value(String option, Object value, JsonNode schema) {
        String kind = schema.path("type").asString("");
        if (value instanceof List<?> list) {
            ArrayNode array = JSON.createArrayNode();
            list.forEach(
                    one -> array.add(value(option, String.valueOf(one), description.resolved(schema.path("items")))));
            return array;
        }
        String text = String.valueOf(value);
        if (kind.equals("string")) {
            return JSON.getNodeFactory().stringNode(text);
        }
        try {
            return JSON.readTree(text);
        } catch (tools.jackson.core.JacksonException e) {
            throw new Connection.WrongUsage(
                    option + " is '" + text + "', wanted " + (kind.isEmpty() ? "JSON" : kind) + ".");
        }
    }

    private String contentType(Path file) {
        JsonNode taken = call.node().path("requestBody").path("content");
        String name = file.toString().toLowerCase(java.util.Locale.ROOT);
        String wanted = name.endsWith(".csv")
                ? "text/csv"
                : name.endsWith(".yaml") || name.endsWith(".yml")
                        ? "application/yaml"
                        : name.endsWith(".xlsx")
                                ? "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
                                : "application/octet-stream";
        return taken.has(wanted) ? wanted : "application/octet-stream";
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
