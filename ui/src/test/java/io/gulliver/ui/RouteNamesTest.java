package io.gulliver.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/**
 * Every address of pages and API, against the copy that was frozen with a release: people have bookmarked them, mails
 * and other programs name them. Names of variables may change, shapes may not.
 */
@SpringBootTest(
        classes = {FaceApplication.class, BreakingRoutes.class},
        properties = {"gulliver.lab.users=true", "server.address=127.0.0.1"})
@AutoConfigureMockMvc
@Tag("store")
class RouteNamesTest {
    private static final String FROZEN = "/names/0.1.0-routes.txt";
    private static final String CALLS = "/names/page-calls.txt";

    @Autowired
    @Qualifier("requestMappingHandlerMapping")
    private RequestMappingHandlerMapping mappings;

    @Test
    void noAddressOfAReleaseIsGone() throws IOException {
        Set<String> routes = routes();
        Path written = Files.write(Path.of("target", "routes.txt"), routes);
        assertThat(routes)
                .as("addresses, of which those of " + FROZEN + " must all be there; all of now are in " + written)
                .containsAll(frozen());
    }

    @Test
    void everythingThatAPageDoesHasACall() throws IOException {
        Map<String, String> calls = new TreeMap<>();
        lines(CALLS).forEach(line -> {
            String[] parts = line.split(" [=-] ", 2);
            calls.put(parts[0], line.contains(" = ") ? parts[1] : "");
        });
        Set<String> actions = routes().stream()
                .filter(route -> !route.startsWith("GET ") && !route.startsWith("ANY "))
                .filter(route -> !route.contains(" /api/") && !route.contains(" /internal/"))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(calls.keySet())
                .as("what pages do; a new action wants a call of the API, and its line in %s", CALLS)
                .containsExactlyInAnyOrderElementsOf(actions);
        String described = Files.readString(Path.of("..", "docs", "api", "openapi.json"));
        assertThat(calls.values().stream()
                        .filter(named -> !named.isEmpty())
                        .flatMap(named -> Stream.of(named.split(", ")))
                        .filter(named -> !described.contains("\"operationId\" : \"" + named + "\"")))
                .as("calls that the description does not have")
                .isEmpty();
    }

    private Set<String> routes() {
        return mappings.getHandlerMethods().entrySet().stream()
                .filter(entry -> entry.getValue().getBeanType().getName().startsWith("io.gulliver."))
                .filter(entry -> entry.getValue().getBeanType() != BreakingRoutes.class)
                .flatMap(entry -> entry.getKey().getPatternValues().stream()
                        .flatMap(path -> methods(
                                        entry.getKey().getMethodsCondition().getMethods())
                                .map(method -> method + " " + path.replaceAll("\\{[^}]*}", "{}"))))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Stream<String> methods(Set<RequestMethod> methods) {
        return methods.isEmpty() ? Stream.of("ANY") : methods.stream().map(RequestMethod::name);
    }

    private static Set<String> frozen() throws IOException {
        return lines(FROZEN);
    }

    private static Set<String> lines(String name) throws IOException {
        try (InputStream file = Objects.requireNonNull(RouteNamesTest.class.getResourceAsStream(name), name)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }
}
