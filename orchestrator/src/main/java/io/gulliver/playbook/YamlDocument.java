package io.gulliver.playbook;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A YAML file read into a tree that knows the line of every field. Only the plain part of YAML is taken: no anchors, no
 * aliases, no tags, one document, bounded in size and depth, so that no small file can become a large tree.
 */
final class YamlDocument implements Places {
    /** Largest file, in bytes. */
    static final int MAX_BYTES = 512 * 1024;

    private static final int MAX_DEPTH = 24;
    private static final int MAX_NODES = 50_000;

    /** Where a field stands, from 1. */
    record Position(int line, int column) {}

    private final String file;
    private final Map<String, Position> positions = new HashMap<>();
    private final List<PlaybookProblem> problems = new ArrayList<>();
    private @Nullable JsonNode root;

    private YamlDocument(String file) {
        this.file = file;
    }

    static YamlDocument read(String file, byte[] bytes) {
        YamlDocument document = new YamlDocument(file);
        document.readBytes(bytes);
        return document;
    }

    /** The tree, or null when the file cannot be read at all; then there are problems. */
    @Nullable
    JsonNode root() {
        return root;
    }

    List<PlaybookProblem> problems() {
        return problems;
    }

    @Override
    public PlaybookProblem problem(String pointer, String message, @Nullable String advice) {
        Position at = position(pointer);
        return new PlaybookProblem(file, at.line(), at.column(), field(pointer), message, advice);
    }

    /** The position of the field, or of the nearest one around it that is there. */
    private Position position(String pointer) {
        String at = pointer;
        while (true) {
            Position found = positions.get(at);
            if (found != null) {
                return found;
            }
            int slash = at.lastIndexOf('/');
            if (slash < 0) {
                return new Position(1, 1);
            }
            at = at.substring(0, slash);
        }
    }

    private static String field(String pointer) {
        StringBuilder field = new StringBuilder();
        for (String part : pointer.split("/")) {
            if (part.isEmpty()) {
                continue;
            }
            String name = part.replace("~1", "/").replace("~0", "~");
            if (name.matches("[0-9]+")) {
                field.append('[').append(name).append(']');
            } else {
                field.append(field.length() == 0 ? "" : ".").append(name);
            }
        }
        return field.toString();
    }

    static String pointer(String parent, String name) {
        return parent + "/" + name.replace("~", "~0").replace("/", "~1");
    }

    private void refuse(int line, int column, String message, @Nullable String advice) {
        problems.add(new PlaybookProblem(file, line, column, "", message, advice));
    }

    private void readBytes(byte[] bytes) {
        if (bytes.length > MAX_BYTES) {
            refuse(
                    1,
                    1,
                    "the file has " + bytes.length + " bytes; at most " + MAX_BYTES + " are read",
                    "Split the playbook, or move long texts to script templates");
            return;
        }
        String text;
        try {
            text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            refuse(1, 1, "the file is not UTF-8 text", "Save it as UTF-8");
            return;
        }
        if (text.startsWith("\uFEFF")) {
            text = text.substring(1);
        }
        if (!onlyPrintable(text)) {
            return;
        }
        if (text.isBlank()) {
            refuse(1, 1, "the file is empty", "A playbook starts with its name, version, method and title");
            return;
        }
        LoadSettings settings = LoadSettings.builder()
                // one read: the reader fails on a character of two units across the end of its buffer
                .setBufferSize(text.length() + 2)
                .setLabel(file)
                .setCodePointLimit(MAX_BYTES)
                .setMaxAliasesForCollections(0)
                .setAllowDuplicateKeys(true)
                .setAllowNonScalarKeys(true)
                .build();
        try {
            if (plain(settings, text)) {
                Optional<Node> node = new Compose(settings).composeString(text);
                if (node.isEmpty()) {
                    refuse(1, 1, "the file is empty", "A playbook starts with its name, version, method and title");
                } else {
                    JsonNode tree = convert(node.get(), "");
                    root = tree;
                }
            }
        } catch (MarkedYamlEngineException e) {
            Position at = position(e.getProblemMark());
            refuse(
                    at.line(),
                    at.column(),
                    "is not YAML: " + e.getProblem()
                            + (e.getContext() == null || e.getContext().isEmpty() ? "" : " (" + e.getContext() + ")"),
                    "See the indentation and the quotes around here");
        } catch (ReaderException e) {
            refuse(1, 1, "is not YAML: " + firstLine(e), null);
        } catch (YamlEngineException e) {
            refuse(1, 1, "is not YAML: " + firstLine(e), null);
        }
    }

    private static String firstLine(Exception e) {
        String message = String.valueOf(e.getMessage());
        int end = message.indexOf('\n');
        return end < 0 ? message : message.substring(0, end);
    }

    private boolean onlyPrintable(String text) {
        int line = 1;
        int column = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            column++;
            boolean control = c < ' ' && c != '\n' && c != '\r' && c != '\t' || c == '\u007f';
            if (control || c == '\uFFFE' || c == '\uFFFF') {
                refuse(
                        line,
                        column,
                        String.format("the character U+%04X is not allowed in a text file", (int) c),
                        "Remove it, or give the right file");
                return false;
            }
            if (c == '\n') {
                line++;
                column = 0;
            }
        }
        return true;
    }

    private static Position position(Optional<Mark> mark) {
        return mark.map(m -> new Position(m.getLine() + 1, m.getColumn() + 1)).orElse(new Position(1, 1));
    }

    /** Looks through the events first: composing a tree recurses, and follows aliases. */
    private boolean plain(LoadSettings settings, String text) {
        int before = problems.size();
        int depth = 0;
        int nodes = 0;
        int documents = 0;
        for (Event event : new Parse(settings).parseString(text)) {
            Position at = position(event.getStartMark());
            if (event.getEventId() == Event.ID.DocumentStart && ++documents == 2) {
                refuse(
                        at.line(),
                        at.column(),
                        "the file has more than one document",
                        "Give each playbook its own file");
                return false;
            }
            if (event instanceof NodeEvent node) {
                nodes++;
                String kind = event instanceof AliasEvent ? "alias *" : "anchor &";
                if (node.getAnchor().isPresent()) {
                    refuse(
                            at.line(),
                            at.column(),
                            "the " + kind + node.getAnchor().get().getValue() + " is not allowed",
                            "Write the value out");
                }
            }
            Optional<String> tag = event instanceof ScalarEvent scalar
                    ? scalar.getTag()
                    : event instanceof CollectionStartEvent start ? start.getTag() : Optional.empty();
            if (tag.isPresent()) {
                refuse(at.line(), at.column(), "the tag " + tag.get() + " is not allowed", "Write a plain value");
            }
            if (event instanceof CollectionStartEvent && ++depth > MAX_DEPTH) {
                refuse(at.line(), at.column(), "the file nests deeper than " + MAX_DEPTH + " levels", null);
                return false;
            }
            if (event.getEventId() == Event.ID.MappingEnd || event.getEventId() == Event.ID.SequenceEnd) {
                depth--;
            }
            if (nodes > MAX_NODES || problems.size() - before > 100) {
                refuse(at.line(), at.column(), "the file has too many values or problems to read on", null);
                return false;
            }
        }
        return problems.size() == before;
    }

    private JsonNode convert(Node node, String pointer) {
        positions.putIfAbsent(pointer, position(node.getStartMark()));
        if (node instanceof MappingNode mapping) {
            ObjectNode object = JsonNodeFactory.instance.objectNode();
            for (NodeTuple tuple : mapping.getValue()) {
                if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
                    Position at = position(tuple.getKeyNode().getStartMark());
                    refuse(at.line(), at.column(), "a field's name must be plain text", null);
                    continue;
                }
                String child = pointer(pointer, key.getValue());
                if (object.has(key.getValue())) {
                    Position at = position(key.getStartMark());
                    problems.add(new PlaybookProblem(
                            file,
                            at.line(),
                            at.column(),
                            field(child),
                            "the field '" + key.getValue() + "' stands here a second time (first in line "
                                    + position(child).line() + ")",
                            "Keep one of them"));
                    continue;
                }
                positions.put(child, position(key.getStartMark()));
                object.set(key.getValue(), convert(tuple.getValueNode(), child));
            }
            return object;
        }
        if (node instanceof SequenceNode sequence) {
            ArrayNode array = JsonNodeFactory.instance.arrayNode();
            int i = 0;
            for (Node element : sequence.getValue()) {
                array.add(convert(element, pointer + "/" + i++));
            }
            return array;
        }
        return scalar((ScalarNode) node, pointer);
    }

    private JsonNode scalar(ScalarNode node, String pointer) {
        Tag tag = node.getTag();
        String value = node.getValue();
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        if (tag.equals(Tag.NULL)) {
            return nodes.nullNode();
        }
        if (tag.equals(Tag.BOOL)) {
            return nodes.booleanNode(Boolean.parseBoolean(value));
        }
        if (tag.equals(Tag.INT)) {
            BigInteger number = value.length() > 40 ? null : new BigInteger(value);
            if (number == null || number.bitLength() > 63) {
                problems.add(problem(pointer, "the number " + clip(value) + " does not fit 64 bits", null));
                return nodes.numberNode(0L);
            }
            return nodes.numberNode(number.longValue());
        }
        if (tag.equals(Tag.FLOAT)) {
            try {
                double number = new BigDecimal(value).doubleValue();
                if (Double.isFinite(number)) {
                    return nodes.numberNode(number);
                }
            } catch (NumberFormatException e) {
                // .inf and .nan, which no quantity of ours can be
            }
            problems.add(problem(pointer, "the number " + clip(value) + " is not a finite number", null));
            return nodes.numberNode(0.0);
        }
        return nodes.stringNode(value);
    }

    private static String clip(String text) {
        return text.length() > 60 ? text.substring(0, 57) + "..." : text;
    }
}
