package io.gulliver.ui.problem;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.context.request.async.AsyncRequestNotUsableException;

/** Leads every failure of a route to {@link ProblemWriter}. */
@ControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
class ProblemAdvice {
    private final ProblemWriter writer;

    ProblemAdvice(ProblemWriter writer) {
        this.writer = writer;
    }

    /** The reader went away: there is nobody to tell. */
    @ExceptionHandler(AsyncRequestNotUsableException.class)
    void readerGone() {
        // nothing can be written any more
    }

    @ExceptionHandler(Exception.class)
    void answer(Exception failure, HttpServletRequest request, HttpServletResponse response) throws IOException {
        writer.write(request, response, failure);
    }
}
