package io.gulliver.ctl;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;

/** The command line against the description that it is made of. */
class VerbsTest {
    private final Description description = new Description();

    @Test
    void everyCallHasAVerbOrAReason() {
        Verb.Table table = Verb.table();
        Set<String> reached = new TreeSet<>(table.without().keySet());
        table.verbs().forEach(verb -> reached.add(verb.operation()));
        assertThat(reached)
                .containsExactlyInAnyOrderElementsOf(description.calls().keySet());
        Set<String> names = new HashSet<>();
        assertThat(table.verbs())
                .allSatisfy(verb -> assertThat(names.add(verb.group() + " " + verb.name()))
                        .as(verb.group() + " " + verb.name())
                        .isTrue());
    }

    @Test
    void helpSaysWhatTheDescriptionSays() {
        CommandLine root =
                Ctl.commandLine(Map.of("GULLIVER_CTL_CONFIG", "none"), System.out, new PrintStream(System.err));
        List<String> wrong = new ArrayList<>();
        for (Verb verb : Verb.table().verbs()) {
            Description.Call call = description.call(verb.operation());
            CommandLine line =
                    root.getSubcommands().get(verb.group()).getSubcommands().get(verb.name());
            String help = line.getUsageMessage(CommandLine.Help.Ansi.OFF).replaceAll("\\s+", " ");
            if (!help.contains(call.summary().replaceAll("\\s+", " "))) {
                wrong.add(verb.group() + " " + verb.name() + " does not say: " + call.summary());
            }
            for (JsonNode parameter : call.node().path("parameters")) {
                String name = parameter.path("name").asString();
                String wanted = switch (parameter.path("in").asString()) {
                    case "query" -> "--" + CallCommand.dashed(name);
                    case "path" -> name.equals("program") ? "--program" : name.toUpperCase(java.util.Locale.ROOT);
                    default -> name.equals("If-Match") ? "--if-version" : "--idempotency-key";
                };
                if (!help.contains(wanted)) {
                    wrong.add(verb.group() + " " + verb.name() + " has no " + wanted);
                }
            }
            JsonNode schema = description.resolved(call.body("application/json").path("schema"));
            for (String part : schema.path("properties").propertyNames()) {
                if (!verb.fixed().containsKey(part) && !help.contains("-" + CallCommand.dashed(part))) {
                    wrong.add(verb.group() + " " + verb.name() + " has no option for " + part);
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void everyOptionAndArgumentSaysWhatItIs() {
        CommandLine root = Ctl.commandLine(Map.of("GULLIVER_CTL_CONFIG", "none"), System.out, System.err);
        List<String> silent = new ArrayList<>();
        int looked = silent(root, silent);
        assertThat(looked).isGreaterThan(300);
        assertThat(silent).isEmpty();
    }

    private static int silent(CommandLine line, List<String> silent) {
        int looked = 0;
        for (CommandLine.Model.ArgSpec arg : line.getCommandSpec().args()) {
            looked++;
            if (String.join("", arg.description()).isBlank()) {
                silent.add(line.getCommandSpec().qualifiedName() + ": " + arg);
            }
        }
        for (CommandLine sub : line.getSubcommands().values()) {
            looked += silent(sub, silent);
        }
        return looked;
    }

    @Test
    void noOptionTakesAPassword() {
        CommandLine root = Ctl.commandLine(Map.of("GULLIVER_CTL_CONFIG", "none"), System.out, System.err);
        assertThat(root.getCommandSpec().optionsMap())
                .containsKey("--password-file")
                .doesNotContainKey("--password");
        List<String> secrets = new ArrayList<>();
        for (Verb verb : Verb.table().verbs()) {
            CommandLine line =
                    root.getSubcommands().get(verb.group()).getSubcommands().get(verb.name());
            Map<String, CommandLine.Model.OptionSpec> options =
                    line.getCommandSpec().optionsMap();
            description
                    .resolved(description
                            .call(verb.operation())
                            .body("application/json")
                            .path("schema"))
                    .path("properties")
                    .propertyStream()
                    .filter(part -> part.getValue().path("format").asString("").equals("password")
                            || part.getKey().toLowerCase(java.util.Locale.ROOT).contains("password"))
                    .forEach(part -> {
                        String option = "--" + CallCommand.dashed(part.getKey());
                        assertThat(options).containsKey(option + "-file").doesNotContainKey(option);
                        secrets.add(verb.operation() + " " + option);
                    });
        }
        assertThat(secrets).containsExactly("changePassword --current-password", "changePassword --new-password");
    }
}
