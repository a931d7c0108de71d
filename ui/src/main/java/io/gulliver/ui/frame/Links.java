package io.gulliver.ui.frame;

import java.nio.charset.StandardCharsets;
import org.springframework.web.util.UriUtils;

/**
 * Addresses of pages with a database's name in them. An inventory allows names with {@code #}, behind which a browser sends
 * nothing: in an address a name is always encoded. Templates do the same by {@code @{/programs/{p}/databases/{d}(p=…,d=…)}}.
 */
public final class Links {
    private Links() {}

    /** The page of a database, encoded, to which parts and parameters can be added. */
    public static String database(String program, String database) {
        return "/programs/" + part(program) + "/databases/" + part(database);
    }

    /** A name as one part of a path. */
    public static String part(String name) {
        return UriUtils.encodePathSegment(name, StandardCharsets.UTF_8);
    }
}
