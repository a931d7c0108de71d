package io.gulliver.ui.api.description;

import io.swagger.v3.core.jackson.ModelResolver;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.PathItem.HttpMethod;
import io.swagger.v3.oas.models.Paths;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.info.License;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.parameters.Parameter;
import io.swagger.v3.oas.models.parameters.RequestBody;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
import io.swagger.v3.oas.models.servers.Server;
import io.swagger.v3.oas.models.tags.Tag;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springdoc.core.providers.ObjectMapperProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * The description of the API, as {@code /v3/api-docs} gives it and {@code docs/api/openapi.json} has it: what springdoc
 * reads from the code, completed by what stands in {@code api/calls.yaml} and {@code api/parts.yaml}, and by the rules that hold for all
 * calls.
 */
@Configuration(proxyBeanMethods = false)
@SuppressWarnings("rawtypes") // swagger has its maps of schemas so
class ApiDescription {
    private static final String ABOUT = """
            Everything that the pages can do. Instants are RFC 3339 in UTC, durations RFC 3339 (PT8H, PT1H30M) with a sign \
            in front where something lies before, dates are days of the program's zone. A list has `items` and `next`, \
            the cursor of the next page or null; the header Link has its address. A POST carries an Idempotency-Key: the \
            same again under the same key does nothing twice and is answered as before. A change of something that several \
            people edit carries the version that was read as If-Match. A word to a migration or a task answers 202 with a \
            command; `GET /api/v1/commands/{id}` says what became of it. Every refusal is a problem (RFC 9457) that says \
            what, why and what to do.""";

    private static final Map<String, String> TAGS = tags();
    private static final Map<String, String> EXAMPLES =
            Map.of("program", "atlas", "database", "ORDERS", "number", "1", "name", "data-pump", "stage", "CUTOVER");

    private static Map<String, String> tags() {
        Map<String, String> tags = new LinkedHashMap<>();
        tags.put("programs", "Programs, their policy and their time");
        tags.put("estate", "Databases: inventory and evidence in, what is known of each out");
        tags.put("assessment", "What is known of a database and what follows, each figure with its explanation");
        tags.put("access", "Whether databases can be reached and read, and how much of their load was seen");
        tags.put("connections", "Who comes to a database, and what runs on its host");
        tags.put("plan", "Waves, freezes, dates and lengths");
        tags.put("migrations", "Runs: start, read, and say something to one");
        tags.put("tasks", "Human work: queues, gates, and what became of a command");
        tags.put("risks", "The risk register");
        tags.put("playbooks", "Playbooks and their approval");
        tags.put("landscape", "The systems that migrations work on");
        tags.put("audit", "The record of who did what");
        tags.put("people", "Who may do what, and who is logged in");
        tags.put("what-if", "The pure decisions on figures that you give; stores nothing");
        return tags;
    }

    @Bean
    OpenAPI described() {
        OpenAPI api = new OpenAPI();
        api.setInfo(new Info()
                .title("Gulliver")
                .version("v1")
                .description(ABOUT)
                .license(new License().name("Apache-2.0")));
        api.setServers(List.of(new Server().url("/")));
        api.setComponents(new Components()
                .addSecuritySchemes(
                        "basic",
                        new SecurityScheme()
                                .type(SecurityScheme.Type.HTTP)
                                .scheme("basic")
                                .description("Name and password of a person"))
                .addSecuritySchemes(
                        "token",
                        new SecurityScheme()
                                .type(SecurityScheme.Type.HTTP)
                                .scheme("bearer")
                                .description("A token of a person, made on the page API tokens")));
        api.setSecurity(
                List.of(new SecurityRequirement().addList("basic"), new SecurityRequirement().addList("token")));
        return api;
    }

    @Bean
    SchemaNamesResolver schemaNames(ObjectMapperProvider mappers) {
        ModelResolver.enumsAsRef = true;
        return new SchemaNamesResolver(mappers);
    }

    /** Swagger's own resolver, with our names. */
    static final class SchemaNamesResolver extends ModelResolver {
        SchemaNamesResolver(ObjectMapperProvider mappers) {
            super(mappers.jsonMapper(), SchemaNames.SHARED);
        }
    }

    @Bean
    OpenApiCustomizer truth() {
        Map<String, CallWords> calls = CallWords.all();
        PartWords parts = PartWords.all();
        return api -> complete(api, calls, parts, SchemaNames.SHARED.classes());
    }

    private static void complete(
            OpenAPI api, Map<String, CallWords> calls, PartWords parts, Map<String, Class<?>> classes) {
        Set<String> tags = new TreeSet<>();
        Paths paths = new Paths();
        new TreeMap<>(api.getPaths()).forEach((path, item) -> {
            item.readOperationsMap().forEach((method, operation) -> {
                CallWords words = calls.get(method + " " + path);
                if (words == null) {
                    // a test refuses it; a server that runs describes the rest
                    return;
                }
                tags.add(words.tag());
                complete(path, method, operation, words, parts);
            });
            paths.addPathItem(path, item);
        });
        api.setPaths(paths);
        api.setTags(TAGS.entrySet().stream()
                .filter(tag -> tags.contains(tag.getKey()))
                .map(tag -> new Tag().name(tag.getKey()).description(tag.getValue()))
                .toList());
        schemas(api, parts, classes);
        CallAnswers.components(api);
        calls.values().stream()
                .map(CallWords::refused)
                .filter(Objects::nonNull)
                .forEach(of -> CallAnswers.refusal(api, of));
        api.getComponents().setSchemas(new TreeMap<>(api.getComponents().getSchemas()));
    }

    private static void complete(
            String path, HttpMethod method, Operation operation, CallWords words, PartWords parts) {
        operation.setOperationId(words.id());
        operation.setTags(List.of(words.tag()));
        operation.setSummary(words.summary());
        operation.setDescription(words.description());
        for (Parameter parameter :
                operation.getParameters() == null ? List.<Parameter>of() : operation.getParameters()) {
            complete(parameter);
            parts.complete(words.id(), parameter);
        }
        if (words.body() != null) {
            Content content = new Content();
            words.body()
                    .forEach(type ->
                            content.addMediaType(type, new MediaType().schema(new StringSchema().format("binary"))));
            operation.setRequestBody(new RequestBody().required(true).content(content));
        }
        RequestBody body = operation.getRequestBody();
        if (body != null && words.example() != null) {
            body.setRequired(true);
            body.getContent().get("application/json").setExample(words.example());
        }
        CallAnswers.complete(path, method, operation, words);
    }

    private static void complete(Parameter parameter) {
        switch (parameter.getName()) {
            case "Idempotency-Key" -> {
                parameter.setDescription(
                        "A name for this call that you make, such as a UUID; the same again does nothing twice");
                parameter.setSchema(new StringSchema().pattern("^" + CallAnswers.KEY + "$"));
            }
            case "If-Match" -> {
                parameter.setRequired(true);
                parameter.setDescription("The ETag of the version that was read");
                parameter.setSchema(new StringSchema().pattern("^\"[0-9]{1,18}\"$"));
                parameter.setExample("\"1\"");
            }
            case "cursor" ->
                parameter.setDescription("Where the page begins: next of the page before; none for the first");
            case "limit" ->
                parameter.setDescription("How many rows at most, 1 to 1,000; more or less is taken as these");
            default -> {
                if ("path".equals(parameter.getIn()) && parameter.getExample() == null) {
                    parameter.setExample(example(parameter));
                }
            }
        }
    }

    private static @Nullable Object example(Parameter parameter) {
        String example = EXAMPLES.get(parameter.getName());
        if (example != null
                && parameter.getSchema() != null
                && "integer".equals(parameter.getSchema().getType())) {
            return example.matches("[0-9]+") ? Integer.valueOf(example) : null;
        }
        return example;
    }

    private static void schemas(OpenAPI api, PartWords parts, Map<String, Class<?>> classes) {
        Map<String, Schema> schemas = api.getComponents().getSchemas();
        Set<String> received = new TreeSet<>();
        for (PathItem item : api.getPaths().values()) {
            for (Operation operation : item.readOperations()) {
                if (operation.getRequestBody() != null) {
                    operation
                            .getRequestBody()
                            .getContent()
                            .values()
                            .forEach(type -> follow(type.getSchema(), schemas, received));
                }
            }
        }
        schemas.forEach((name, schema) -> {
            Class<?> type = classes.get(name);
            if (type != null) {
                SchemaNulls.apply(schema, type, !received.contains(name));
            }
            if (received.contains(name)) {
                parts.complete(name, schema);
            }
        });
        Visited visited = new Visited();
        schemas.values().forEach(visited::durations);
        for (PathItem item : api.getPaths().values()) {
            item.readOperations().forEach(operation -> {
                if (operation.getParameters() != null) {
                    operation.getParameters().forEach(parameter -> visited.durations(parameter.getSchema()));
                }
            });
        }
    }

    /** Names of the schemas that a schema is made of. */
    private static void follow(@Nullable Schema<?> schema, Map<String, Schema> all, Set<String> names) {
        if (schema == null) {
            return;
        }
        if (schema.get$ref() != null) {
            String name = schema.get$ref().substring(schema.get$ref().lastIndexOf('/') + 1);
            if (names.add(name)) {
                follow(all.get(name), all, names);
            }
            return;
        }
        parts(schema).forEach(part -> follow(part, all, names));
    }

    private static List<Schema<?>> parts(Schema<?> schema) {
        List<Schema<?>> parts = new ArrayList<>();
        if (schema.getProperties() != null) {
            schema.getProperties().values().forEach(parts::add);
        }
        if (schema.getItems() != null) {
            parts.add(schema.getItems());
        }
        if (schema.getAdditionalProperties() instanceof Schema<?> value) {
            parts.add(value);
        }
        for (List<Schema> of : java.util.Arrays.asList(schema.getAllOf(), schema.getAnyOf(), schema.getOneOf())) {
            if (of != null) {
                of.forEach(parts::add);
            }
        }
        return parts;
    }

    /** Gives durations their form, once each. */
    private static final class Visited {
        private final Set<Schema<?>> seen = java.util.Collections.newSetFromMap(new java.util.IdentityHashMap<>());

        void durations(@Nullable Schema<?> schema) {
            if (schema == null || !seen.add(schema)) {
                return;
            }
            if ("duration".equals(schema.getFormat())) {
                schema.setFormat(null);
                schema.setPattern(SchemaNulls.DURATION);
            }
            parts(schema).forEach(this::durations);
        }
    }
}
