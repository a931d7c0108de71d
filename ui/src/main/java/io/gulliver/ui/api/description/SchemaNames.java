package io.gulliver.ui.api.description;

import com.fasterxml.jackson.databind.JavaType;
import io.swagger.v3.core.jackson.TypeNameResolver;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Names the schemas of the description. A class within another is named with it, since two of them are called alike
 * ({@code Why} of two groups of calls); a page of a list is named by what it lists. Two classes of one name are refused:
 * one would silently stand for the other.
 */
final class SchemaNames extends TypeNameResolver {
    /** Swagger keeps its resolvers for the whole JVM: a second server in it, as tests have, is described by the first's. */
    static final SchemaNames SHARED = new SchemaNames();

    private final Map<String, Class<?>> classes = new ConcurrentHashMap<>();

    private SchemaNames() {}

    /** The classes that were named so far, by name. */
    Map<String, Class<?>> classes() {
        return classes;
    }

    @Override
    protected String nameForClass(Class<?> type, Set<Options> options) {
        String name = name(type);
        Class<?> first = classes.putIfAbsent(name, type);
        if (first != null && first != type) {
            throw new IllegalStateException(
                    "Two schemas would be called " + name + ": " + first.getName() + " and " + type.getName());
        }
        return name;
    }

    @Override
    protected String nameForGenericType(JavaType type, Set<Options> options) {
        String inner = type.containedTypeCount() == 1 ? nameForType(type.containedType(0), options) : "";
        String outer = name(type.getRawClass());
        String name = outer.equals("PageBody") ? inner + "Page" : outer + "Of" + inner;
        classes.putIfAbsent(name, type.getRawClass());
        return name;
    }

    private static String name(Class<?> type) {
        Class<?> outer = type.getEnclosingClass();
        String own = type.getSimpleName();
        if (outer == null) {
            return own;
        }
        String place = name(outer).replaceFirst("(Api|Figures)$", "");
        return own.startsWith(place) ? own : place + own;
    }
}
