package io.gulliver.ui;

import static io.gulliver.ui.Someone.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.csrf;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;

import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.FetchedRest;
import io.gulliver.contract.activity.StepLogPiece;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.persistence.log.StepLogStore;
import io.gulliver.persistence.view.MigrationQuery;
import io.gulliver.persistence.view.StepLog;
import io.gulliver.service.collection.StepLogRestService;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.MvcResult;

/** What somebody asked for of a long log comes in parts, is read below what was there, and says what is left. */
@SpringBootTest(
        classes = {FaceApplication.class, RestOfLogPageTest.Workers.class},
        properties = {"gulliver.lab.users=true", "server.address=127.0.0.1"})
@AutoConfigureMockMvc
@Tag("store")
class RestOfLogPageTest {
    private static final StepKey STEP = StepKey.of("define-guest");
    private static final long ALL = 5_000_016;

    @Autowired
    private MockMvc mvc;

    @Autowired
    private Northmoor northmoor;

    /** Workers that fetch what the store then has. */
    static class Workers {
        @Bean
        @Primary
        StepLogRestService fetching(StepLogStore logs) {
            return new StepLogRestService(Northmoor.plans(), Optional::empty, "dmz-1", event -> {}, Clock.systemUTC()) {
                @Override
                public FetchedRest fetch(Migration migration, StepKey step, StepLog log, String by) {
                    return fetched(logs, migration, log);
                }
            };
        }
    }

    /** Two parts come, and then the host is away. */
    private static FetchedRest fetched(StepLogStore logs, Migration migration, StepLog log) {
        if (log.lines() > 2) {
            return new FetchedRest(0, ALL - log.bytes(), FailureCode.UNREACHABLE.with("gvp0291 is away.", "Start it."));
        }
        String text = log.lines() == 1 ? "define: nics\n" : "define: disks\n";
        logs.keep(new StepLogPiece(
                migration.id(),
                STEP,
                1,
                log.system(),
                log.job(),
                log.bytes(),
                log.bytes() + text.length(),
                text,
                Instant.EPOCH,
                List.of(),
                false,
                ALL,
                true));
        long left = ALL - log.bytes() - text.length();
        return new FetchedRest(
                text.length(),
                left,
                log.lines() == 1 ? null : FailureCode.UNREACHABLE.with("gvp0291 went away.", "Start it."));
    }

    private String address(Migration run) {
        return "/programs/northmoor/databases/CARDAUTH/step/log?run=" + run.id().value() + "&step=" + STEP;
    }

    private Document ask(Migration run, String said) throws Exception {
        MvcResult asked = mvc.perform(post(address(run))
                        .param("log", "1")
                        .with(csrf())
                        .with(user("eve").roles("VIEWER")))
                .andReturn();
        assertThat(asked.getResponse().getStatus()).isEqualTo(302);
        assertThat(asked.getFlashMap().values().toString().replace('\u00a0', ' '))
                .contains(said);
        String to = asked.getResponse().getHeader("Location");
        return Jsoup.parse(mvc.perform(get(java.net.URI.create(to))
                        .cookie(asked.getResponse().getCookie("JSESSIONID"))
                        .with(user("eve").roles("VIEWER")))
                .andReturn()
                .getResponse()
                .getContentAsString());
    }

    @Test
    void itIsReadBelowWhatWasThereAndTheRestIsStillOffered() throws Exception {
        Migration run = northmoor
                .stores()
                .migrations()
                .list(new MigrationQuery("northmoor", "CARDAUTH", null, Set.of(), null, 1))
                .rows()
                .get(0);
        Document first = ask(run, "13 B fetched from gvp0291; 5.0 MB more are there.");
        assertThat(first.select("main > p.note[role=status]").text()).contains("begins at the line that is marked");
        assertThat(first.select("#log .ln.on").text()).contains("define: nics");
        assertThat(first.select("#log .ln").first().text()).contains("define: profile");
        assertThat(first.select("#log-rest form")).hasSize(1);
        Document second = ask(run, "14 B fetched, and no more: gvp0291 went away. Start it.");
        assertThat(second.select("main > p.note[role=alert]")).hasSize(1);
        assertThat(second.select("#log .ln.on").text()).contains("define: disks");
        Document third = ask(run, "gvp0291 is away. Start it.");
        assertThat(third.select("#log .ln.on")).isEmpty();
        assertThat(third.select("#log .ln").last().text()).contains("define: disks");
        String file = mvc.perform(get(address(run)).with(user("eve").roles("VIEWER")))
                .andReturn()
                .getResponse()
                .getContentAsString();
        assertThat(file)
                .contains(
                        "define: profile\ndefine: nics\ndefine: disks\n==== not in this file: 4999973 bytes, on gvp0291");
    }
}
