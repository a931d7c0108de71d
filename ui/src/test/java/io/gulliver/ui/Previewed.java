package io.gulliver.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/** What a person sees between typing a change of the plan and saving it. */
public final class Previewed {
    private Previewed() {}

    /** Whether a page is a preview. */
    public static boolean is(Document page) {
        return !page.select("form#save input[name=seen]").isEmpty();
    }

    /** What its Save sends, as name and value in turn. */
    public static List<String> saves(String html) {
        Document page = Jsoup.parse(html);
        assertThat(is(page)).as(page.text()).isTrue();
        List<String> pairs = new ArrayList<>();
        for (Element field : page.select("form#save input[name]:not([name=_csrf])")) {
            pairs.add(field.attr("name"));
            pairs.add(field.val());
        }
        return pairs;
    }
}
