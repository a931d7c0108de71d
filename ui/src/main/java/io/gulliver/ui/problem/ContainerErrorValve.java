package io.gulliver.ui.problem;

import io.gulliver.ui.frame.ContentPolicy;
import io.gulliver.ui.frame.Words;
import java.io.IOException;
import java.io.Writer;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.apache.coyote.ActionCode;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.NoSuchMessageException;

/**
 * What is answered to a request that never reached the application, because it cannot be read: an address with characters
 * that no address has, a header that is too long. The API gets problem details, a browser a page; neither repeats
 * anything of the request.
 */
public final class ContainerErrorValve extends ErrorReportValve {
    private static final Logger log = LoggerFactory.getLogger(ContainerErrorValve.class);

    private final Words words = Words.standalone();

    /** Made by Tomcat, by name. */
    public ContainerErrorValve() {
        setShowReport(false);
        setShowServerInfo(false);
    }

    @Override
    protected void report(Request request, Response response, @Nullable Throwable failure) {
        int status = response.getStatus();
        if (status < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) {
            return;
        }
        AtomicBoolean writable = new AtomicBoolean();
        response.getCoyoteResponse().action(ActionCode.IS_IO_ALLOWED, writable);
        if (!writable.get()) {
            return;
        }
        String id = UUID.randomUUID().toString().replace("-", "").substring(0, 16);
        log.info("request={} could not be read: answered {}", id, status);
        boolean json = wantsJson(request, failure);
        response.setHeader("X-Request-Id", id);
        response.setHeader("Cache-Control", "no-store");
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setHeader("X-Frame-Options", "DENY");
        response.setHeader("Content-Security-Policy", ContentPolicy.HEADER);
        response.setContentType(json ? "application/problem+json" : "text/html");
        response.setCharacterEncoding("UTF-8");
        try {
            Writer writer = response.getReporter();
            if (writer != null) {
                writer.write(json ? details(status, id) : page(words, status, id));
                response.finishResponse();
            }
        } catch (IOException gone) {
            log.debug("request={} the caller went away before the answer", id, gone);
        }
    }

    private static boolean wantsJson(Request request, @Nullable Throwable failure) {
        String path = request.getRequestURI();
        if (path == null || path.isEmpty()) {
            // the address itself could not be read: only Tomcat's own words say how it began, and of one that is too
            // long they do not; programs make such addresses, and people can read a few lines of JSON
            String seen = failure == null ? null : failure.getMessage();
            return seen == null || !seen.contains("[/") || seen.contains("[/api/") || seen.contains("[/v3/");
        }
        String accept = request.getHeader("Accept");
        return RequestPath.ofApi(RequestPath.of(path))
                || accept != null
                        && (accept.startsWith("application/json") || accept.startsWith("application/problem"));
    }

    private static String say(Words words, int status, String part) {
        try {
            return words.text("problem." + status + "." + part);
        } catch (NoSuchMessageException rare) {
            return words.text((status < 500 ? "problem.4xx." : "problem.500.") + part);
        }
    }

    private String details(int status, String id) {
        return "{\"type\":\"about:blank\",\"title\":" + quoted(say(words, status, "what")) + ",\"status\":" + status
                + ",\"detail\":" + quoted(say(words, status, "why")) + ",\"advice\":" + quoted(say(words, status, "do"))
                + ",\"requestId\":" + quoted(id) + "}";
    }

    static String page(Words words, int status, String id) {
        String what = escaped(say(words, status, "what"));
        return "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\">"
                + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
                + "<meta name=\"color-scheme\" content=\"light dark\"><title>"
                + escaped(words.text("frame.title", say(words, status, "what"))) + "</title>"
                + "<script src=\"/js/theme.js\"></script>"
                + "<link rel=\"stylesheet\" href=\"/css/tokens.css\">"
                + "<link rel=\"stylesheet\" href=\"/css/components.css\">"
                + "<link rel=\"stylesheet\" href=\"/css/pages.css\">"
                + "<link rel=\"stylesheet\" href=\"/css/app.css\"></head><body class=\"bare\">"
                + "<main class=\"bare-page\" id=\"main\"><p class=\"brand bare-brand\">"
                + escaped(words.text("frame.brand"))
                + "</p><p class=\"dim\">" + escaped(words.text("problem.status", String.valueOf(status)))
                + "</p><h1 class=\"lead\">" + what + "</h1><p>" + escaped(say(words, status, "why"))
                + "</p><p class=\"mid\">"
                + escaped(say(words, status, "do")) + "</p><p class=\"acts\"><a class=\"btn go\" href=\"/\">"
                + escaped(words.text("problem.home")) + "</a></p><p class=\"small\">"
                + escaped(words.text("problem.request", id)) + "</p></main></body></html>";
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
