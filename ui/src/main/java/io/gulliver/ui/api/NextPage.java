package io.gulliver.ui.api;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.http.server.ServletServerHttpRequest;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyAdvice;
import org.springframework.web.util.UriComponentsBuilder;

/** Gives a page of a list the address of the next one in the header {@code Link} (RFC 8288), for programs that follow it. */
@RestControllerAdvice(basePackageClasses = NextPage.class)
class NextPage implements ResponseBodyAdvice<PageBody<?>> {
    @Override
    public boolean supports(MethodParameter returned, Class<? extends HttpMessageConverter<?>> converter) {
        return PageBody.class.isAssignableFrom(returned.getParameterType());
    }

    @Override
    public @Nullable PageBody<?> beforeBodyWrite(
            @Nullable PageBody<?> body,
            MethodParameter returned,
            MediaType type,
            Class<? extends HttpMessageConverter<?>> converter,
            ServerHttpRequest request,
            ServerHttpResponse response) {
        if (body != null && body.next() != null && request instanceof ServletServerHttpRequest servlet) {
            HttpServletRequest asked = servlet.getServletRequest();
            String query = asked.getQueryString();
            String address = UriComponentsBuilder.fromPath(asked.getRequestURI())
                    .query(query)
                    .replaceQueryParam(
                            "cursor",
                            UriComponentsBuilder.newInstance()
                                    .queryParam("cursor", "{cursor}")
                                    .encode()
                                    .buildAndExpand(body.next())
                                    .getQueryParams()
                                    .getFirst("cursor"))
                    .build(true)
                    .toUriString();
            response.getHeaders().add(HttpHeaders.LINK, "<" + address + ">; rel=\"next\"");
        }
        return body;
    }
}
