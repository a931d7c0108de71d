package io.gulliver.ui.problem;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.tomcat.util.buf.UDecoder;
import org.apache.tomcat.util.http.Parameters;
import org.jspecify.annotations.Nullable;

/**
 * A form that was read before anything else happens with the request. The container reads a form by itself when the first
 * parameter is asked for, past every stream of ours: without limits of time.
 */
final class FormRequest extends HttpServletRequestWrapper {
    private static final String TYPE = "application/x-www-form-urlencoded";
    private static final int MOST_PARAMETERS = 1_000;

    private final byte[] body;
    private final Map<String, String[]> parameters;

    /**
     * @param content the body, with limits
     * @throws org.apache.tomcat.util.http.InvalidParameterException a parameter without a name, or a broken escape
     */
    FormRequest(HttpServletRequest request, ServletInputStream content) throws IOException {
        super(request);
        body = content.readAllBytes();
        Parameters read = new Parameters();
        read.setURLDecoder(new UDecoder());
        read.setCharset(StandardCharsets.UTF_8);
        read.setLimit(MOST_PARAMETERS);
        read.processParameters(body, 0, body.length);
        // the body is read: what the container knows now is of the query alone
        Map<String, String[]> all = new LinkedHashMap<>(request.getParameterMap());
        Collections.list(read.getParameterNames())
                .forEach(name -> all.merge(
                        name,
                        read.getParameterValues(name),
                        (query, form) -> Stream.concat(Arrays.stream(query), Arrays.stream(form))
                                .toArray(String[]::new)));
        parameters = Collections.unmodifiableMap(all);
    }

    /** Whether a request says that it carries a form without files. */
    static boolean form(HttpServletRequest request) {
        String type = request.getContentType();
        return type != null && type.regionMatches(true, 0, TYPE, 0, TYPE.length());
    }

    @Override
    public @Nullable String getParameter(String name) {
        String[] values = parameters.get(name);
        return values == null || values.length == 0 ? null : values[0];
    }

    @Override
    public Map<String, String[]> getParameterMap() {
        return parameters;
    }

    @Override
    public Enumeration<String> getParameterNames() {
        return Collections.enumeration(parameters.keySet());
    }

    @Override
    public String @Nullable [] getParameterValues(String name) {
        String[] values = parameters.get(name);
        return values == null ? null : values.clone();
    }

    @Override
    public ServletInputStream getInputStream() {
        ByteArrayInputStream bytes = new ByteArrayInputStream(body);
        return new ServletInputStream() {
            @Override
            public int read() {
                return bytes.read();
            }

            @Override
            public int read(byte[] into, int from, int length) {
                return bytes.read(into, from, length);
            }

            @Override
            public boolean isFinished() {
                return bytes.available() == 0;
            }

            @Override
            public boolean isReady() {
                return true;
            }

            @Override
            public void setReadListener(ReadListener listener) {
                throw new IllegalStateException("A form is read before the request is handled");
            }
        };
    }

    @Override
    public BufferedReader getReader() {
        return new BufferedReader(new InputStreamReader(getInputStream(), StandardCharsets.UTF_8));
    }
}
