package io.gulliver.ui.paper;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.http.ContentDisposition;
import org.springframework.stereotype.Component;
import org.springframework.ui.Model;
import org.springframework.web.servlet.View;
import org.springframework.web.servlet.ViewResolver;
import org.springframework.web.util.ContentCachingResponseWrapper;

/** Answers a request with a template as PDF: what a page shows and its file come of the same parts and the same model. */
@Component
public class Paper {
    private final PdfWriter pdf;
    private final ViewResolver views;

    Paper(PdfWriter pdf, @Qualifier("thymeleafViewResolver") ViewResolver views) {
        this.pdf = pdf;
        this.views = views;
    }

    /**
     * Writes the answer.
     *
     * @param template its name: {@code assessment/pdf}
     * @param format how it lies on paper
     * @param file name of the download
     * @param foot stands at the foot of every page
     * @throws Exception what the template throws
     */
    public void answer(
            String template,
            PaperFormat format,
            String file,
            String foot,
            Model model,
            HttpServletRequest request,
            HttpServletResponse response)
            throws Exception {
        View view = views.resolveViewName(template, Locale.ENGLISH);
        if (view == null) {
            throw new IllegalStateException("There is no template " + template);
        }
        ContentCachingResponseWrapper page = new ContentCachingResponseWrapper(response);
        view.render(model.asMap(), request, page);
        byte[] content = pdf.write(new String(page.getContentAsByteArray(), StandardCharsets.UTF_8), foot, format);
        response.resetBuffer();
        response.setContentType("application/pdf");
        response.setContentLength(content.length);
        response.setHeader(
                "Content-Disposition",
                ContentDisposition.attachment()
                        .filename(file, StandardCharsets.UTF_8)
                        .build()
                        .toString());
        response.getOutputStream().write(content);
    }
}
