package io.gulliver.ui.whatif;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A form as the page draws it.
 *
 * @param key of the question
 * @param sections in order
 * @param problems that belong to no single field
 * @param wrong how many things are wrong in all
 */
record FormView(String key, List<Section> sections, List<String> problems, int wrong) {
    /**
     * Part of the form.
     *
     * @param key of its words
     * @param folded whether it can be closed
     * @param open whether it is open now
     * @param fields in it
     * @param table in it, or null
     */
    record Section(
            String key,
            boolean folded,
            boolean open,
            List<Field> fields,
            @Nullable Table table) {}

    /**
     * A table to type or paste into.
     *
     * @param paste name of the field that takes a pasted table
     * @param columns words of the columns
     * @param rows of fields, some of them empty
     * @param pasted a table too long to be shown as fields
     * @param problems of the whole table
     * @param used whether it holds anything
     */
    record Table(
            String paste,
            List<String> columns,
            List<List<Field>> rows,
            String pasted,
            List<String> problems,
            boolean used) {}

    /**
     * A field.
     *
     * @param name JSON pointer
     * @param word key of its words
     * @param kind number, whole, text, choice, suggested, yes, day, figures, any
     * @param text what stands in it
     * @param usual what is taken when it is empty, or null
     * @param choices values to choose from
     * @param problems what is wrong with it
     * @param origin where the text comes from, or null when somebody typed it
     */
    record Field(
            String name,
            String word,
            String kind,
            String text,
            @Nullable String usual,
            List<String> choices,
            List<String> problems,
            @Nullable String origin) {
        /** On the page. */
        public String id() {
            return "f" + name.replace('/', '-');
        }

        /** Key of the list of suggestions, which fields of one column share. */
        public String list() {
            return "list" + name.replaceAll("/[0-9]+/", "-").replace('/', '-');
        }
    }
}
