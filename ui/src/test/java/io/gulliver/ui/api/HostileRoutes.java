package io.gulliver.ui.api;

import io.gulliver.persistence.Cursor;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.http.HttpMethod;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** What is mapped, and what somebody who means ill may send there. */
final class HostileRoutes {
    private static final Pattern VARIABLE = Pattern.compile("\\{\\*?([^}:]+)[^}]*}");
    private static final byte[] NOTHING = {};

    /** In a path or a query, encoded. */
    private static final List<String> VALUES = List.of(
            "x".repeat(3_000),
            "-1",
            "0",
            "99999999999999999999",
            "1e309",
            "NaN",
            "null",
            "%00",
            "a%00b",
            "%ed%a0%80",
            "%f0%9f%92%a9",
            "%c0%80",
            "%zz",
            "%25",
            "..%2f..%2fetc%2fpasswd",
            "..;/",
            "%2e%2e%2f",
            "%7b7*7%7d",
            "__$%7b7*7%7d__",
            "%0d%0aX-Forged:%20y",
            "'%20or%201=1--",
            "%3Cscript%3Ealert(1)%3C/script%3E",
            "2026-99-99",
            "PT-1S",
            Cursor.of("x", "x"),
            Cursor.of(1, "x", "x"),
            Cursor.of("9".repeat(30), "-1", "x"));

    /** In JSON, for every field of what the route takes. */
    private static final List<String> JSON = List.of(
            "\"" + "x".repeat(5_000) + "\"",
            "\"\\u0000\"",
            "\"\\ud800\"",
            "\"\"",
            "\" \"",
            "null",
            "-1",
            "1e308",
            "99999999999999999999",
            "[]",
            "{}",
            "[[[[1]]]]",
            "{\"a\":{\"b\":null}}",
            "true",
            "\"${7*7}\"");

    private HostileRoutes() {}

    /**
     * A route.
     *
     * @param parameters names that it reads of query or form
     * @param body what its JSON is read into, or null
     */
    record Route(
            String method,
            String path,
            List<String> parameters,
            @Nullable Class<?> body) {
        boolean changes() {
            return !method.equals("GET");
        }

        boolean api() {
            return path.startsWith("/api/") || path.startsWith("/v3/");
        }

        /** Its address with the variables replaced. */
        String at(UnaryOperator<String> value) {
            return VARIABLE.matcher(path)
                    .replaceAll((MatchResult found) ->
                            java.util.regex.Matcher.quoteReplacement(value.apply(found.group(1))));
        }
    }

    /** What is sent. */
    record Attack(String address, @Nullable String type, byte[] body) {}

    /** Every route but streams without an end and the container's own error page. */
    static List<Route> of(RequestMappingHandlerMapping mappings) {
        TreeMap<String, Route> routes = new TreeMap<>();
        mappings.getHandlerMethods().forEach((info, handler) -> {
            for (String path : info.getPatternValues()) {
                if (path.equals("/error") || path.equals("/logout")) {
                    continue;
                }
                List<String> methods = info.getMethodsCondition().getMethods().isEmpty()
                        ? List.of("GET", "POST")
                        : info.getMethodsCondition().getMethods().stream()
                                .map(RequestMethod::name)
                                .toList();
                methods.forEach(method ->
                        routes.put(path + " " + method, new Route(method, path, parameters(handler), body(handler))));
            }
        });
        routes.put("/login POST", new Route(HttpMethod.POST.name(), "/login", List.of("username", "password"), null));
        return List.copyOf(routes.values());
    }

    private static List<String> parameters(HandlerMethod handler) {
        Set<String> names = new LinkedHashSet<>(List.of("page", "cursor", "limit", "sort", "q"));
        for (MethodParameter parameter : handler.getMethodParameters()) {
            RequestParam asked = parameter.getParameterAnnotation(RequestParam.class);
            if (asked != null) {
                names.add(asked.name().isEmpty() ? parameter.getParameter().getName() : asked.name());
            } else if (parameter.getParameterAnnotations().length == 0
                    && parameter.getParameterType().isRecord()) {
                for (RecordComponent field : parameter.getParameterType().getRecordComponents()) {
                    names.add(field.getName());
                }
            }
        }
        return List.copyOf(names);
    }

    private static @Nullable Class<?> body(HandlerMethod handler) {
        for (MethodParameter parameter : handler.getMethodParameters()) {
            if (parameter.hasParameterAnnotation(RequestBody.class)) {
                return parameter.getParameterType();
            }
        }
        return null;
    }

    /** All attacks on a route, in a fixed order. */
    static List<Attack> attacks(Route route, UnaryOperator<String> real) {
        String there = route.at(real);
        boolean stream = route.path().endsWith("/events");
        List<Attack> attacks = new ArrayList<>();
        for (String value : VALUES) {
            if (route.path().contains("{")) {
                attacks.add(new Attack(route.at(variable -> value), null, NOTHING));
                attacks.add(new Attack(
                        route.at(variable -> variable.equals("program") && !stream ? real.apply(variable) : value),
                        null,
                        NOTHING));
            }
            if (!stream) {
                StringBuilder query = new StringBuilder();
                for (String name : route.parameters()) {
                    query.append(query.isEmpty() ? "" : "&")
                            .append(name)
                            .append('=')
                            .append(value);
                }
                if (query.length() < 7_000) {
                    attacks.add(new Attack(there + "?" + query, null, NOTHING));
                }
                if (route.changes()) {
                    attacks.add(new Attack(
                            there,
                            "application/x-www-form-urlencoded",
                            query.toString().getBytes(StandardCharsets.UTF_8)));
                }
            }
        }
        if (stream) {
            return attacks;
        }
        attacks.add(
                new Attack(there + "?cursor=0&cursor=0&limit=1&limit=1&page=0&page=0&check=x&check=y", null, NOTHING));
        attacks.add(new Attack(there + "?=x", null, NOTHING));
        attacks.add(new Attack(there + "?a=%ff%fe&b=%c0%80", null, NOTHING));
        attacks.add(new Attack(there, "multipart/form-data", text("a=b")));
        attacks.add(new Attack(there, "multipart/form-data; boundary=x", text("--x\r\nno header")));
        attacks.add(new Attack(there, "no/such; charset=\"", text("a=b")));
        if (route.changes()) {
            bodies(route, there, attacks);
        }
        return attacks;
    }

    private static void bodies(Route route, String there, List<Attack> attacks) {
        for (String form : List.of("=x&%00=1&a=%00", "a=" + "b".repeat(900_000), "%zz=%zz", "a=%ed%a0%80")) {
            attacks.add(new Attack(there, "application/x-www-form-urlencoded", text(form)));
        }
        for (String json : List.of(
                "{",
                "[null]",
                "null",
                "\"a\"",
                "{\"a\":1,\"a\":2}",
                "{\"a\":\"\\u0000\"}",
                "[".repeat(5_000),
                "{\"a\":".repeat(2_000),
                "{\"a\":\"" + "z".repeat(900_000) + "\"}")) {
            attacks.add(new Attack(there, "application/json", text(json)));
        }
        attacks.add(new Attack(there, "application/json", "{\"a\":1}".getBytes(StandardCharsets.UTF_16LE)));
        attacks.add(new Attack(there, "text/csv", new byte[] {0, (byte) 0xff, (byte) 0xfe}));
        attacks.add(new Attack(there, "text/csv", text("database\n\"" + "x".repeat(300_000))));
        attacks.add(new Attack(there, "application/yaml", text("a: &a [*a, *a]\nb: !!java.net.URL [x]\n")));
        attacks.add(new Attack(there, "application/octet-stream", noise()));
        attacks.add(new Attack(there, "application/gzip", new byte[] {0x1f, (byte) 0x8b, 8, 0, 1, 2, 3}));
        attacks.add(new Attack(there, "application/zip", text("PK\u0003\u0004 and no more")));
        if (route.body() != null && route.body().isRecord()) {
            for (String value : JSON) {
                StringBuilder json = new StringBuilder("{");
                for (RecordComponent field : route.body().getRecordComponents()) {
                    json.append(json.length() == 1 ? "" : ",")
                            .append('"')
                            .append(field.getName())
                            .append("\":")
                            .append(value);
                }
                attacks.add(new Attack(
                        there, "application/json", text(json.append('}').toString())));
            }
        }
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] noise() {
        byte[] noise = new byte[100_000];
        new Random(4711).nextBytes(noise);
        return noise;
    }

    /** So many of them, chosen by a seed; all of them when it ends in {@code all}. */
    static List<Attack> some(List<Attack> attacks, int most, String seed) {
        if (seed.endsWith("all")) {
            return attacks;
        }
        List<Attack> shuffled = new ArrayList<>(attacks);
        Collections.shuffle(shuffled, new Random(seed.hashCode()));
        return shuffled.subList(0, Math.min(most, shuffled.size()));
    }
}
