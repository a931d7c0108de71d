package io.gulliver.ui.find;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One line of what was found.
 *
 * @param href where it leads
 * @param name by which it is known
 * @param note what else says which it is; may be empty
 * @param kind what it is, at the end of the line
 * @param mark id of its drawing
 * @param theme what the page shall look like once it is chosen ({@code light}, {@code dark} or {@code system}), or null
 * @param keys {@code on} or {@code off}, for keys of one letter, or null
 */
public record Hit(
        String href,
        String name,
        String note,
        String kind,
        String mark,
        @Nullable String theme,
        @Nullable String keys) {
    /** A line that leads somewhere. */
    static Hit of(String href, String name, String note, String kind, String mark) {
        return new Hit(href, name, note, kind, mark, null, null);
    }

    /**
     * Lines of one kind.
     *
     * @param key of its heading
     */
    public record Group(String key, List<Hit> hits) {
        public Group {
            hits = List.copyOf(hits);
        }
    }
}
