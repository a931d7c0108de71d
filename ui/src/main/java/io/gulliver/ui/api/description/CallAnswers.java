package io.gulliver.ui.api.description;

import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem.HttpMethod;
import io.swagger.v3.oas.models.headers.Header;
import io.swagger.v3.oas.models.media.ArraySchema;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.parameters.Parameter;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The refusals that every call can answer, each a problem (RFC 9457), and the headers that travel with answers. */
@SuppressWarnings("rawtypes") // swagger has its maps of schemas so
final class CallAnswers {
    static final String PROBLEM = "Problem";
    static final String KEY = "[A-Za-z0-9._:-]{8,100}";
    private static final String PROBLEM_JSON = "application/problem+json";
    private static final Map<Integer, String> REFUSALS = refusals();

    private CallAnswers() {}

    private static Map<Integer, String> refusals() {
        Map<Integer, String> all = new TreeMap<>();
        all.put(400, "The request cannot be read: its address, a header, or its content");
        all.put(401, "Nobody is logged in, or name, password or token are wrong");
        all.put(403, "The person may not do this");
        all.put(404, "Nothing of this name is here");
        all.put(405, "The address takes other methods; Allow names them");
        all.put(406, "The answer cannot be given in a form that Accept names");
        all.put(408, "The content came too slowly");
        all.put(409, "It is not in a state that allows this, or the Idempotency-Key was used for something else");
        all.put(412, "Somebody else changed it since the version that If-Match names");
        all.put(413, "The content is larger than may be");
        all.put(415, "Content-Type is none of those that are taken");
        all.put(422, "The content is understood and not acceptable; errors points at each part that is wrong");
        all.put(428, "If-Match is missing");
        all.put(429, "Too many requests; Retry-After says when to come again");
        all.put(500, "A mistake of Gulliver's; its log has the details under requestId");
        all.put(503, "Something that this needs is away, or too much is at work; Retry-After says when to come again");
        return all;
    }

    /** Problems and headers that calls refer to. */
    static void components(OpenAPI api) {
        Components components = api.getComponents();
        components.addSchemas(PROBLEM, problem());
        components.addHeaders("RetryAfter", header("Seconds until it may be tried again", new IntegerSchema()));
        components.addHeaders("Allow", header("The methods that the address takes", new StringSchema()));
        components.addHeaders(
                "WWWAuthenticate", header("How to log in: Basic for people, Bearer for tokens", new StringSchema()));
        components.addHeaders(
                "ETag", header("The version that was read; send it as If-Match with a change", new StringSchema()));
        components.addHeaders("Location", header("The address of what was made", new StringSchema()));
        components.addHeaders(
                "Link", header("The address of the next page, rel=\"next\"; absent on the last", new StringSchema()));
        components.addHeaders(
                "IdempotencyReplayed",
                header("'true' when this key was answered before and nothing was done again", new StringSchema()));
        REFUSALS.forEach((status, words) -> {
            ApiResponse response = new ApiResponse().description(words);
            response.content(problem(PROBLEM));
            switch (status) {
                case 401 -> response.addHeaderObject("WWW-Authenticate", reference("WWWAuthenticate"));
                case 405 -> response.addHeaderObject("Allow", reference("Allow"));
                case 429, 503 -> response.addHeaderObject("Retry-After", reference("RetryAfter"));
                default -> {
                    // its body says all
                }
            }
            components.addResponses("Refused" + status, response);
        });
    }

    /** A refusal that also tells what was made of the content before. */
    static void refusal(OpenAPI api, String of) {
        ObjectSchema both = new ObjectSchema();
        problem().getProperties().forEach(both::addProperty);
        Schema<?> told = api.getComponents().getSchemas().get(of);
        told.getProperties().forEach(both::addProperty);
        // what is refused before the content is read tells nothing of it
        both.setRequired(problem().getRequired());
        api.getComponents().addSchemas(of + "Refused", both);
    }

    /** Adds what a call can answer besides its success, and the headers of that. */
    static void complete(String path, HttpMethod method, Operation operation, CallWords words) {
        ApiResponses responses = operation.getResponses();
        Map<String, ApiResponse> own = new LinkedHashMap<>(responses);
        responses.clear();
        ApiResponse success = null;
        for (Map.Entry<String, ApiResponse> one : own.entrySet()) {
            if (one.getKey().startsWith("2")) {
                success = one.getValue();
            }
        }
        if (success == null) {
            success = new ApiResponse();
        }
        int status = words.status() == null
                ? own.keySet().stream()
                        .filter(code -> code.startsWith("2"))
                        .mapToInt(Integer::parseInt)
                        .max()
                        .orElse(200)
                : words.status();
        if (success.getDescription() == null || success.getDescription().equals("OK")) {
            success.setDescription(words.summary());
        }
        success(success, operation, words);
        if (status == 204) {
            success.setContent(null);
        }
        responses.addApiResponse(Integer.toString(status), success);
        boolean body = operation.getRequestBody() != null;
        boolean changes = method != HttpMethod.GET;
        boolean matched = named(operation, "If-Match");
        for (int refusal : REFUSALS.keySet()) {
            boolean can = switch (refusal) {
                case 404 -> path.contains("{");
                case 408, 415 -> body;
                case 409 -> changes;
                case 412 -> matched || words.id().equals("agreeToStart");
                case 428 -> matched;
                default -> true;
            };
            if (can) {
                String more = words.says() == null ? null : words.says().get(Integer.toString(refusal));
                ApiResponse said = more == null ? null : new ApiResponse().description(more);
                if (refusal == 422 && words.refused() != null) {
                    said = new ApiResponse().description("Nothing was taken; the answer says what is wrong with what");
                    said.content(problem(words.refused() + "Refused"));
                    responses.addApiResponse("422", said);
                    continue;
                }
                responses.addApiResponse(Integer.toString(refusal), refused(refusal, said));
            }
        }
    }

    private static ApiResponse refused(int status, @Nullable ApiResponse said) {
        if (said == null) {
            return new ApiResponse().$ref("#/components/responses/Refused" + status);
        }
        return said.content(problem(PROBLEM));
    }

    private static Content problem(String schema) {
        return new Content()
                .addMediaType(
                        PROBLEM_JSON, new MediaType().schema(new Schema<>().$ref("#/components/schemas/" + schema)));
    }

    private static void success(ApiResponse success, Operation operation, CallWords words) {
        if (words.answer() != null) {
            Content content = new Content();
            words.answer()
                    .forEach(type -> content.addMediaType(
                            type, new MediaType().schema(new StringSchema().format(binary(type) ? "binary" : null))));
            Content before = success.getContent();
            MediaType json = before == null ? null : before.get("application/json");
            if (json != null && json.getSchema() != null && !words.answer().isEmpty() && listed(json.getSchema())) {
                content.addMediaType("application/json", json);
            }
            success.setContent(content);
        } else if (success.getContent() != null) {
            MediaType any = success.getContent().get("*/*");
            if (any != null) {
                success.setContent(new Content().addMediaType("application/json", any));
            }
        }
        for (String header : words.headers() == null ? List.<String>of() : words.headers()) {
            success.addHeaderObject(header, reference(header));
        }
        if (named(operation, "Idempotency-Key")) {
            success.addHeaderObject("Idempotency-Replayed", reference("IdempotencyReplayed"));
        }
        if (named(operation, "cursor")) {
            success.addHeaderObject("Link", reference("Link"));
        }
    }

    private static boolean listed(Schema<?> schema) {
        return schema.get$ref() != null || schema instanceof ArraySchema;
    }

    private static boolean binary(String type) {
        return !type.startsWith("text/");
    }

    private static boolean named(Operation operation, String name) {
        return operation.getParameters() != null
                && operation.getParameters().stream().map(Parameter::getName).anyMatch(name::equals);
    }

    private static Header header(String words, Schema<?> schema) {
        return new Header().description(words).schema(schema);
    }

    private static Header reference(String name) {
        return new Header().$ref("#/components/headers/" + name);
    }

    private static Schema<?> problem() {
        ObjectSchema error = new ObjectSchema();
        error.addProperty("pointer", new StringSchema().description("JSON pointer to the part; empty for the whole"));
        error.addProperty("detail", new StringSchema().description("What is wrong with it, and what is wanted"));
        error.setRequired(List.of("detail", "pointer"));
        ObjectSchema difference = new ObjectSchema();
        for (String name : List.of("field", "yours", "theirs")) {
            difference.addProperty(name, new StringSchema());
        }
        difference.setRequired(List.of("field", "theirs", "yours"));
        ObjectSchema problem = new ObjectSchema();
        problem.setDescription("Why a call was refused (RFC 9457)");
        problem.addProperty("type", new StringSchema().description("about:blank: the status says which kind it is"));
        problem.addProperty("title", new StringSchema().description("What happened, in a few words"));
        problem.addProperty("status", new IntegerSchema().description("The HTTP status"));
        problem.addProperty("detail", new StringSchema().description("Why"));
        problem.addProperty("instance", new StringSchema().description("The address that was called"));
        problem.addProperty("advice", new StringSchema().description("What to do now"));
        problem.addProperty("requestId", new StringSchema().description("Under which the log has the details"));
        problem.addProperty(
                "errors", new ArraySchema().items(error).description("Parts of the request that are wrong"));
        problem.addProperty(
                "differences", new ArraySchema().items(difference).description("What somebody else changed meanwhile"));
        problem.setRequired(new ArrayList<>(List.of("advice", "detail", "requestId", "status", "title", "type")));
        return problem;
    }
}
