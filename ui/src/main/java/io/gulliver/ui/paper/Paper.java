package io.gulliver.ui.paper;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Locale;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.http.ContentDisposition;
import org.springframework.stereotype.Component;
import org.springframework.ui.Model;
import org.springframework.web.servlet.View;
import org.springframework.web.servlet.ViewResolver;
import org.springframework.web.util.ContentCachingResponseWrapper;

/** Answers a request with a template as a file: what a page shows and its files come of the same parts and the same model. */
@Component
public class Paper {
    private final PdfWriter pdf;
    private final ViewResolver views;

    Paper(PdfWriter pdf, @Qualifier("thymeleafViewResolver") ViewResolver views) {
        this.pdf = pdf;
        this.views = views;
    }

    /**
     * Answers with a PDF.
     *
     * @param template its name: {@code assessment/pdf}
     * @param format how it lies on paper
     * @param file name of the download
     * @param foot stands at the foot of every page
     * @param at when what it says was true
     * @throws Exception what the template throws
     */
    public void answer(
            String template,
            PaperFormat format,
            String file,
            String foot,
            Instant at,
            Model model,
            HttpServletRequest request,
            HttpServletResponse response)
            throws Exception {
        byte[] content = pdf.write(rendered(template, model, request, response), foot, at, format);
        download(file, "application/pdf", content, response);
    }

    /**
     * Answers with a page of HTML that stands for itself: it opens from a disk, without this server and without a network.
     *
     * @param template of the page: {@code report/report}; its main part is shown, without what a click does
     * @param file name of the download
     * @throws Exception what the template throws
     */
    public void answerPage(
            String template, String file, Model model, HttpServletRequest request, HttpServletResponse response)
            throws Exception {
        model.addAttribute("page", template);
        byte[] content =
                PageFile.of(rendered("frame/file", model, request, response)).getBytes(StandardCharsets.UTF_8);
        download(file, "text/html;charset=UTF-8", content, response);
    }

    private String rendered(String template, Model model, HttpServletRequest request, HttpServletResponse response)
            throws Exception {
        View view = views.resolveViewName(template, Locale.ENGLISH);
        if (view == null) {
            throw new IllegalStateException("There is no template " + template);
        }
        ContentCachingResponseWrapper page = new ContentCachingResponseWrapper(response);
        view.render(model.asMap(), request, page);
        return new String(page.getContentAsByteArray(), StandardCharsets.UTF_8);
    }

    private static void download(String file, String type, byte[] content, HttpServletResponse response)
            throws IOException {
        response.resetBuffer();
        response.setContentType(type);
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
