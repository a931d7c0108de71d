package io.gulliver.lab.oracle;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads a command file as Recovery Manager of a release does, one statement after the other: a block of RUN is read to its
 * brace before anything of it runs. The grammar is {@code rman-grammar.txt}, which says where it is from.
 *
 * <p>What is refused, and how: RMAN-01009 names what was found and what could have stood there; its form, and that of its
 * neighbours, is that of public console logs (11.2.0.4: pastebin X3KNffHG and a log of SHUT ABORT).
 */
final class RmanReader {

    private enum Kind {
        WORD,
        INTEGER,
        TEXT,
        SIGN,
        /** No sign of the language: RMAN-02001. */
        STRANGE,
        END
    }

    private record Token(Kind kind, String text, int line, int column) {

        boolean word(String word) {
            return kind == Kind.WORD && text.equalsIgnoreCase(word);
        }
    }

    /** A rule of the grammar with the words that it took, RMAN's own in capitals, and the rules inside. */
    record Node(String rule, List<String> words, List<Node> parts) {

        /** The first word, which tells operands from each other. */
        String key() {
            return words.get(0);
        }

        List<Node> parts(String wanted) {
            return parts.stream().filter(part -> part.rule.equals(wanted)).toList();
        }

        String last() {
            return words.get(words.size() - 1);
        }
    }

    /** A statement that the grammar does not have: the lines of the stack. */
    static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;
        private final transient List<String> lines;

        Refused(String... lines) {
            super(String.join("\n", lines));
            this.lines = List.of(lines);
        }

        List<String> lines() {
            return lines;
        }
    }

    /** A piece of the grammar: where it ends when it begins at a token, or -1. */
    private interface Part {
        int match(RmanReader reader, int at);
    }

    private static final Pattern TOKEN =
            Pattern.compile("(?<space>\\s+|#[^\n]*)|(?<word>[A-Za-z][A-Za-z0-9_$#]*)|(?<integer>\\d+)"
                    + "|'(?<single>[^'\n]*)'|\"(?<double>[^\"\n]*)\"|(?<sign>[;,(){}=/:@])|(?<strange>.)");
    private static final List<String> TEXTS = List.of("double-quoted-string", "single-quoted-string");

    private final Map<String, Part> rules = new HashMap<>();
    /** What a name cannot be without quotes: RMAN Reserved Words (11.1, 19); a letter alone is a unit. */
    private final Set<String> reserved = new TreeSet<>();

    private final List<Token> tokens = new ArrayList<>();
    private final List<String> lines;
    private final String file;
    private final double release;
    private final boolean passesOver;

    private List<Node> nodes = new ArrayList<>();
    private final SortedSet<String> expected = new TreeSet<>();
    private int furthest;
    private int next;
    private int read;
    private int echoed;

    /**
     * @param release of the program, such as 19.24.0.0.0
     * @param passesOver what it does not know, as {@code RMAN_PASSES_OVER_WORDS} has it
     */
    RmanReader(String file, List<String> lines, String release, boolean passesOver) {
        this.file = file;
        this.lines = lines;
        Matcher numbers = Pattern.compile("(\\d+)\\.(\\d+).*").matcher(release);
        this.release =
                numbers.matches() ? Double.parseDouble(numbers.group(1) + "." + numbers.group(2)) : Double.MAX_VALUE;
        this.passesOver = passesOver;
        grammar();
        tokens();
    }

    // ---- the grammar

    private void grammar() {
        String text;
        try (InputStream in =
                Objects.requireNonNull(RmanReader.class.getResourceAsStream("/gulliver-lab/oracle/rman-grammar.txt"))) {
            text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        text.lines().filter(line -> line.matches("[a-z].*")).forEach(line -> {
            int equals = line.indexOf('=');
            List<String> symbols = new ArrayList<>();
            Matcher symbol = Pattern.compile("\"[^\"]+\"|<[\\d.]+>|\\.\\.\\.|[\\[\\]{}|]|\\w+|\\S")
                    .matcher(line.substring(equals + 1));
            while (symbol.find()) {
                symbols.add(symbol.group());
            }
            rules.put(line.substring(0, equals).strip(), choice(symbols, ""));
            if (!symbols.isEmpty()) {
                throw new IllegalStateException("rman-grammar.txt: " + line + ": " + symbols);
            }
        });
    }

    private Part choice(List<String> symbols, String close) {
        List<Part> ways = new ArrayList<>();
        do {
            boolean known = true;
            if (symbols.get(0).startsWith("<")) {
                known = release >= Double.parseDouble(symbols.remove(0).replaceAll("[<>]", ""));
            }
            Part way = sequence(symbols, known);
            if (known) {
                ways.add(way);
            }
        } while (!symbols.isEmpty() && symbols.get(0).equals("|") && symbols.remove(0) != null);
        if (!close.isEmpty() && !symbols.remove(0).equals(close)) {
            throw new IllegalStateException("rman-grammar.txt: no " + close);
        }
        return (reader, at) -> {
            for (Part way : ways) {
                int kept = reader.nodes.size();
                int end = way.match(reader, at);
                if (end >= 0) {
                    return end;
                }
                reader.nodes.subList(kept, reader.nodes.size()).clear();
            }
            return -1;
        };
    }

    private Part sequence(List<String> symbols, boolean known) {
        List<Part> parts = new ArrayList<>();
        while (!symbols.isEmpty() && !List.of("|", "]", "}").contains(symbols.get(0))) {
            String symbol = symbols.remove(0);
            boolean optional = symbol.equals("[");
            Part part;
            if (optional || symbol.equals("{")) {
                // What stands in a way that this release does not have reserves no words.
                Set<String> before = Set.copyOf(reserved);
                part = choice(symbols, optional ? "]" : "}");
                if (!known) {
                    reserved.retainAll(before);
                }
            } else {
                part = symbol(symbol, known);
            }
            boolean repeated = !symbols.isEmpty() && symbols.get(0).equals("...") && symbols.remove(0) != null;
            parts.add(optional || repeated ? repeated(part, optional, repeated) : part);
        }
        return (reader, at) -> {
            int end = at;
            for (Part part : parts) {
                end = part.match(reader, end);
                if (end < 0) {
                    return -1;
                }
            }
            return end;
        };
    }

    private static Part repeated(Part part, boolean optional, boolean repeated) {
        return (reader, at) -> {
            int end = part.match(reader, at);
            if (end < 0) {
                return optional ? at : -1;
            }
            for (int more = end; repeated && more >= 0; more = part.match(reader, end)) {
                end = more;
            }
            return end;
        };
    }

    private Part symbol(String symbol, boolean known) {
        if (symbol.startsWith("\"")) {
            String sign = symbol.substring(1, symbol.length() - 1);
            return take(
                    token -> token.kind() == Kind.SIGN && token.text().equals(sign),
                    List.of(sign.equals("=") ? "equal" : sign));
        }
        if (Character.isUpperCase(symbol.charAt(0))) {
            if (known && symbol.length() > 1) {
                reserved.add(symbol);
            }
            return take(token -> token.word(symbol), List.of(symbol.toLowerCase(Locale.ROOT)));
        }
        return switch (symbol) {
            case "integer" -> take(token -> token.kind() == Kind.INTEGER, List.of("integer"));
            case "text" -> take(token -> token.kind() == Kind.TEXT, TEXTS);
            case "name" ->
                take(
                        token -> token.kind() == Kind.TEXT || token.kind() == Kind.WORD && !reserved(token),
                        List.of(TEXTS.get(0), "identifier", TEXTS.get(1)));
            case "rest" ->
                (reader, at) -> {
                    int end = at;
                    while (reader.tokens.get(end).kind() != Kind.END
                            && !reader.tokens.get(end).text().equals(";")) {
                        end++;
                    }
                    return end;
                };
            default -> (reader, at) -> reader.rule(symbol, at);
        };
    }

    private boolean reserved(Token token) {
        return reserved.contains(token.text().toUpperCase(Locale.ROOT));
    }

    private static Part take(Predicate<Token> wanted, List<String> labels) {
        return (reader, at) -> {
            if (wanted.test(reader.tokens.get(at))) {
                return at + 1;
            }
            if (at > reader.furthest) {
                reader.furthest = at;
                reader.expected.clear();
            }
            if (at == reader.furthest) {
                reader.expected.addAll(labels);
            }
            return -1;
        };
    }

    private int rule(String name, int at) {
        List<Node> outer = nodes;
        nodes = new ArrayList<>();
        try {
            int end = Objects.requireNonNull(rules.get(name), name).match(this, at);
            if (end >= 0) {
                outer.add(new Node(
                        name,
                        tokens.subList(at, end).stream()
                                .map(token -> token.kind() == Kind.WORD && reserved(token)
                                        ? token.text().toUpperCase(Locale.ROOT)
                                        : token.text())
                                .toList(),
                        List.copyOf(nodes)));
            }
            return end;
        } finally {
            nodes = outer;
        }
    }

    // ---- the file

    private void tokens() {
        String text = String.join("\n", lines);
        Matcher matcher = TOKEN.matcher(text);
        int line = 1;
        int begin = 0;
        while (matcher.find()) {
            int column = matcher.start() - begin + 1;
            if (matcher.group("space") != null) {
                for (int i = matcher.start(); i < matcher.end(); i++) {
                    if (text.charAt(i) == '\n') {
                        line++;
                        begin = i + 1;
                    }
                }
            } else if (matcher.group("word") != null) {
                tokens.add(new Token(Kind.WORD, matcher.group(), line, column));
            } else if (matcher.group("integer") != null) {
                tokens.add(new Token(Kind.INTEGER, matcher.group(), line, column));
            } else if (matcher.group("sign") != null) {
                tokens.add(new Token(Kind.SIGN, matcher.group(), line, column));
            } else if (matcher.group("strange") != null) {
                tokens.add(new Token(Kind.STRANGE, matcher.group(), line, column));
            } else {
                String quoted = matcher.group("single");
                tokens.add(new Token(Kind.TEXT, quoted == null ? matcher.group("double") : quoted, line, column));
            }
        }
        tokens.add(new Token(Kind.END, "", lines.size(), 1));
    }

    /**
     * The next statement, or null at the end of the file.
     *
     * @throws Refused by the grammar; nothing after it is read
     */
    @Nullable
    Node next() throws Refused {
        while (tokens.get(next).kind() != Kind.END) {
            furthest = next;
            expected.clear();
            nodes.clear();
            int end = rule("statement", next);
            if (end >= 0) {
                next = end;
                read = tokens.get(end - 1).line();
                return nodes.get(0);
            }
            if (!passesOver) {
                read = tokens.get(furthest).line();
                throw refused(tokens.get(furthest));
            }
            next = furthest;
            while (tokens.get(next).kind() != Kind.END
                    && !tokens.get(next++).text().equals(";")) {
                // Passes over the rest of the command.
            }
        }
        return null;
    }

    private Refused refused(Token found) {
        String first = "RMAN-00558: error encountered while parsing input commands";
        String where = "RMAN-01007: at line " + found.line() + " column " + found.column() + " file: " + file;
        if (found.kind() == Kind.STRANGE) {
            return new Refused(first, "RMAN-02001: unrecognized punctuation symbol \"" + found.text() + "\"", where);
        }
        boolean identifier = found.kind() == Kind.WORD && !reserved(found);
        String name = identifier
                ? "identifier"
                : switch (found.kind()) {
                    case INTEGER -> "integer";
                    case TEXT -> TEXTS.get(1);
                    case END -> "end-of-file";
                    case WORD, SIGN, STRANGE -> found.text().toLowerCase(Locale.ROOT);
                };
        String second = "RMAN-01009: syntax error: found \"" + name + "\": expecting one of: \""
                + String.join(", ", expected) + "\"";
        return identifier
                ? new Refused(first, second, "RMAN-01008: the bad identifier was: " + found.text(), where)
                : new Refused(first, second, where);
    }

    /** The lines that were read since the last call, as the program shows them. */
    List<String> echo() {
        List<String> shown = new ArrayList<>();
        for (; echoed < read; echoed++) {
            String line = lines.get(echoed);
            if (!line.isBlank() && !line.strip().startsWith("#")) {
                shown.add((shown.isEmpty() ? "RMAN> " : shown.size() + 1 + "> ") + line);
            }
        }
        return shown;
    }
}
