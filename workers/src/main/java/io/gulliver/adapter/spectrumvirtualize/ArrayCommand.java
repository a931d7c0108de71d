package io.gulliver.adapter.spectrumvirtualize;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * One command line of the product as a request.
 *
 * @param object the positional argument, or null
 * @param changing whether it changes something; such commands go one after another
 * @param options without their dashes
 */
record ArrayCommand(String name, @Nullable String object, boolean changing, ObjectNode options) {

    static ObjectNode newOptions() {
        return JsonMapper.shared().createObjectNode();
    }

    String path() {
        // URLEncoder writes a form, where a blank is a plus; in a path it is %20.
        return object == null
                ? "/" + name
                : "/" + name + "/"
                        + URLEncoder.encode(object, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** As failures name it, for example {@code mkvdiskhostmap/ENS_DB01_DATA01}. */
    String label() {
        return object == null ? name : name + "/" + object;
    }
}
