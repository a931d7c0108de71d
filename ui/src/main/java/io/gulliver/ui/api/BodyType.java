package io.gulliver.ui.api;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.web.HttpMediaTypeNotSupportedException;

/**
 * What a body that is read as bytes may be. Asked in the handler and not by {@code consumes}, which would answer before it
 * is known whether the person may call at all.
 */
final class BodyType {
    private BodyType() {}

    /** @throws HttpMediaTypeNotSupportedException (415) names what is taken */
    static void require(HttpServletRequest request, String... taken) throws HttpMediaTypeNotSupportedException {
        List<MediaType> types = Stream.of(taken).map(MediaType::parseMediaType).toList();
        String told = request.getContentType();
        MediaType type;
        try {
            type = told == null ? MediaType.APPLICATION_OCTET_STREAM : MediaType.parseMediaType(told);
        } catch (InvalidMediaTypeException e) {
            throw new HttpMediaTypeNotSupportedException(e.getMessage(), types);
        }
        if (types.stream().noneMatch(one -> one.includes(type))) {
            throw new HttpMediaTypeNotSupportedException(type, types);
        }
    }
}
