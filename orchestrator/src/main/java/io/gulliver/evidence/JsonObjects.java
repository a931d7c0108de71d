package io.gulliver.evidence;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.json.JsonMapper;

/**
 * Gives the objects of a JSON text one after the other, each as its plain fields, without ever holding more than one
 * branch of it.
 *
 * <p>An object that is a field of another is also part of that one, its fields named {@code outer.inner}; members of
 * lists are objects of their own. Several texts can follow one another.
 */
public final class JsonObjects {
    /** No object of any interface has so many. */
    private static final int MOST_FIELDS = 2000;

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** Takes each object as it ends. */
    public interface Taker {
        /**
         * Takes an object.
         *
         * @param path names of the fields that lead to it, parted by slashes; empty at the top
         * @param fields texts, numbers and truths by name; null values are left out
         * @param line on which it ends
         */
        void take(String path, Map<String, String> fields, long line);
    }

    private static final class Open {
        final String path;
        final @Nullable String within;
        final Map<String, String> fields = new LinkedHashMap<>();

        Open(String path, @Nullable String within) {
            this.path = path;
            this.within = within;
        }
    }

    private JsonObjects() {}

    /**
     * Reads to the end or to the damage.
     *
     * @param in plain or gzipped; not closed
     * @return what ended the reading early, with its line, or null
     * @throws IOException only when the stream itself fails
     */
    public static @Nullable EvidenceProblem read(InputStream in, Taker taker) throws IOException {
        long line = 0;
        try (JsonParser parser = JSON.createParser(new Kept(PlainBytes.json(in)))) {
            try {
                objects(parser, taker);
                return null;
            } finally {
                line = parser.currentLocation().getLineNr();
            }
        } catch (JacksonException e) {
            // where the stream itself broke Jackson wraps what it threw
            if (e.getCause() instanceof IOException broken
                    && !(broken instanceof EOFException)
                    && !(broken instanceof ZipException)) {
                throw broken;
            }
            return ended(
                    line,
                    e.getCause() instanceof IOException damage ? PlainBytes.damage(damage) : e.getOriginalMessage());
        } catch (EOFException | ZipException e) {
            return ended(line, PlainBytes.damage(e));
        }
    }

    private static EvidenceProblem ended(long line, @Nullable String why) {
        String reason = why == null ? "" : ": " + (why.length() > 160 ? why.substring(0, 160) + "…" : why);
        return new EvidenceProblem(
                line,
                null,
                "the file cannot be read beyond line " + line + reason,
                "fetch the file again and compare its size with the original; upload it whole");
    }

    private static void objects(JsonParser parser, Taker taker) {
        Deque<Open> open = new ArrayDeque<>();
        Deque<String> names = new ArrayDeque<>();
        Deque<Boolean> lists = new ArrayDeque<>();
        String name = "";
        for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
            if (token == JsonToken.PROPERTY_NAME) {
                name = parser.currentName();
            } else if (token == JsonToken.START_OBJECT) {
                boolean member = lists.isEmpty() || lists.peek();
                if (!member) {
                    names.addLast(name);
                }
                open.push(new Open(String.join("/", names), member ? null : name));
                lists.push(false);
            } else if (token == JsonToken.START_ARRAY) {
                names.addLast(lists.isEmpty() || lists.peek() ? "" : name);
                lists.push(true);
            } else if (token == JsonToken.END_ARRAY) {
                lists.pop();
                names.removeLast();
            } else if (token == JsonToken.END_OBJECT) {
                lists.pop();
                Open done = open.pop();
                String within = done.within;
                if (within != null) {
                    names.removeLast();
                    Open outer = open.peek();
                    if (outer != null) {
                        done.fields.forEach((key, value) -> put(outer, within + "." + key, value));
                    }
                }
                taker.take(
                        Regex.replaceAll(done.path, "^/+|/+$", ""),
                        done.fields,
                        parser.currentTokenLocation().getLineNr());
            } else if (token != JsonToken.VALUE_NULL && !lists.isEmpty() && !lists.peek()) {
                put(open.getFirst(), name, parser.getString());
            }
        }
    }

    private static void put(Open object, String name, String value) {
        if (object.fields.size() < MOST_FIELDS) {
            object.fields.putIfAbsent(name, value);
        }
    }

    /** Keeps the parser from closing what it does not own. */
    private static final class Kept extends FilterInputStream {
        Kept(InputStream in) {
            super(in);
        }

        @Override
        public void close() {
            // the caller's to close
        }
    }
}
