package io.gulliver.ui.api.description;

import io.swagger.v3.oas.models.media.ArraySchema;
import io.swagger.v3.oas.models.media.Schema;
import java.lang.reflect.AnnotatedArrayType;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Says of each part of a schema whether it may be null, as the record says it: every package of ours is null-marked, so
 * what is not {@code @Nullable} never is. What is sent has all its parts; of what is received, those that may be null may
 * be left out too. Where anything may stand ({@code Object}), the schema says so.
 */
@SuppressWarnings("rawtypes") // swagger has its maps of schemas so
final class SchemaNulls {
    /** As java.time.Duration is written and read: RFC 3339's form, with a sign where something lies before. */
    static final String DURATION =
            "^-?P(?=[0-9T])([0-9]+D)?(T(?=[0-9])([0-9]+H)?([0-9]+M)?([0-9]+(\\.[0-9]{1,9})?S)?)?$";

    private SchemaNulls() {}

    /** Completes the schema of a class. */
    static void apply(Schema<?> schema, Class<?> type, boolean sent) {
        Map<String, Schema> properties = schema.getProperties();
        if (properties == null) {
            return;
        }
        Map<String, AnnotatedType> types = types(type, properties.keySet());
        TreeSet<String> required = new TreeSet<>();
        Map<String, Schema> completed = new LinkedHashMap<>();
        properties.forEach((name, property) -> {
            AnnotatedType annotated = types.get(name);
            boolean nullable = annotated != null && annotated.isAnnotationPresent(Nullable.class);
            completed.put(name, annotated == null ? property : completed(property, annotated));
            if (sent || !nullable) {
                required.add(name);
            }
        });
        schema.setProperties(completed);
        if (schema.getRequired() != null) {
            required.addAll(schema.getRequired());
        }
        schema.setRequired(required.isEmpty() ? null : List.copyOf(required));
    }

    private static Map<String, AnnotatedType> types(Class<?> type, Collection<String> names) {
        Map<String, AnnotatedType> types = new LinkedHashMap<>();
        if (type.isRecord()) {
            for (RecordComponent component : type.getRecordComponents()) {
                types.put(component.getName(), component.getAnnotatedType());
            }
        }
        for (Method method : type.getMethods()) {
            if (method.getParameterCount() == 0) {
                String name = property(method.getName());
                if (names.contains(name)) {
                    types.putIfAbsent(name, method.getAnnotatedReturnType());
                }
            }
        }
        return types;
    }

    private static String property(String method) {
        String rest =
                method.startsWith("get") ? method.substring(3) : method.startsWith("is") ? method.substring(2) : "";
        return rest.isEmpty() ? method : Character.toLowerCase(rest.charAt(0)) + rest.substring(1);
    }

    private static Schema<?> completed(Schema<?> schema, AnnotatedType type) {
        Schema<?> inner = schema;
        if (raw(type.getType()) == Object.class) {
            inner = new Schema<>().description(schema.getDescription());
            inner.setNullable(true);
            return inner;
        }
        if (type instanceof AnnotatedParameterizedType parameterized) {
            AnnotatedType[] arguments = parameterized.getAnnotatedActualTypeArguments();
            AnnotatedType last = arguments[arguments.length - 1];
            if (schema.getItems() != null && arguments.length == 1) {
                schema.setItems(completed(schema.getItems(), last));
            } else if (schema.getAdditionalProperties() instanceof Schema<?> value) {
                schema.setAdditionalProperties(completed(value, last));
            }
        } else if (type instanceof AnnotatedArrayType array && schema instanceof ArraySchema list) {
            list.setItems(completed(list.getItems(), array.getAnnotatedGenericComponentType()));
        }
        if (type.isAnnotationPresent(Nullable.class)) {
            if (inner.get$ref() != null) {
                // beside a reference nothing counts
                Schema<Object> either = new Schema<>();
                either.addAllOfItem(new Schema<>().$ref(inner.get$ref()));
                either.setDescription(inner.getDescription());
                inner = either;
            } else if (inner.getEnum() != null && !inner.getEnum().contains(null)) {
                nullToo(inner);
            }
            inner.setNullable(true);
        }
        return inner;
    }

    private static <T> void nullToo(Schema<T> schema) {
        schema.addEnumItemObject(null);
    }

    private static @Nullable Class<?> raw(Type type) {
        if (type instanceof Class<?> plain) {
            return plain;
        }
        return type instanceof ParameterizedType parameterized && parameterized.getRawType() instanceof Class<?> plain
                ? plain
                : null;
    }
}
