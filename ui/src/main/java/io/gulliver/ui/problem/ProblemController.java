package io.gulliver.ui.problem;

import io.gulliver.ui.person.OpenTo;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.RequestMapping;

/** What the container itself reports, such as a request it cannot parse. */
@Controller
class ProblemController implements ErrorController {
    private final ProblemWriter writer;

    ProblemController(ProblemWriter writer) {
        this.writer = writer;
    }

    @OpenTo(strangers = true)
    @RequestMapping("/error")
    void error(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Object status = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
        writer.write(request, response, status instanceof Integer code ? code : 404);
    }
}
