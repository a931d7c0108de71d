package io.gulliver.activity.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.playbook.CheckRules;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostFactLinesTest {
    private static SortedMap<String, Object> parse(String said) throws HostFactLines.Unreadable {
        return HostFactLines.parse(said, CheckRules.shipped().facts());
    }

    @Test
    void valuesAreOfTheTypesOfTheirFacts() throws HostFactLines.Unreadable {
        assertThat(parse("""
                fact hypervisor.kind lpar
                Last login: Mon Nov  2 06:00:01 2026
                fact memory.gib 47.186
                fact pages.total 20000
                fact pages.memlock_kb -1
                fact linux.libaio true
                fact linux.schedulers mq-deadline none
                fact network.unresolved_keys\s
                facts 7
                """))
                .containsEntry("hypervisor.kind", "lpar")
                .containsEntry("memory.gib", 47.186)
                .containsEntry("pages.total", 20_000L)
                .containsEntry("pages.memlock_kb", -1L)
                .containsEntry("linux.libaio", true)
                .containsEntry("linux.schedulers", List.of("mq-deadline", "none"))
                .containsEntry("network.unresolved_keys", List.of())
                .hasSize(7);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "fact linux.beauty 3;facts 1 | tuning checks know no fact 'linux.beauty' of what stands",
                "fact storage.data_volumes 3;facts 1 | tuning checks know no fact 'storage.data_volumes' of what stands",
                "fact pages.total many;facts 1 | the fact pages.total is text 'many', wanted int",
                "fact pages.total 3.5;facts 1 | the fact pages.total is text '3.5', wanted int",
                "fact linux.libaio yes;facts 1 | the fact linux.libaio is text 'yes', wanted bool",
                "fact memory.gib NaN;facts 1 | the fact memory.gib is number NaN, wanted double",
                "fact pages.total 1;fact pages.total 2;facts 2 | the fact pages.total is there twice",
                "fact pages.total 1 | its last line is missing after 1 facts",
                "fact pages.total 1;facts 2 | it says 2 facts, and there are 1",
                "facts 0;fact pages.total 1 | after its last line there is 'fact pages.total 1'",
                "fact pages.total;facts 1 | 'fact pages.total' is no fact that can be read",
                "fact Pages.Total 1;facts 1 | 'fact Pages.Total 1' is no fact that can be read",
                "facts many | 'facts many' is no fact that can be read",
            })
    void whatCannotBeTrustedIsRefusedByName(String said, String why) {
        assertThatThrownBy(() -> parse(said.replace(';', '\n')))
                .isInstanceOf(HostFactLines.Unreadable.class)
                .hasMessage(why);
    }

    @Test
    void nobodyIsMadeToReadWithoutEnd() {
        assertThatThrownBy(() -> parse("fact linux.schedulers " + "none ".repeat(2_000) + "\nfacts 1\n"))
                .isInstanceOf(HostFactLines.Unreadable.class)
                .hasMessageContaining("is no fact that can be read")
                .satisfies(e -> assertThat(e.getMessage().length()).isLessThan(200));
        assertThatThrownBy(() -> parse(IntStream.range(0, 10_000)
                        .mapToObj(i -> "fact pages.total " + i)
                        .collect(Collectors.joining("\n"))))
                .isInstanceOf(HostFactLines.Unreadable.class);
    }

    @Test
    void aServerOfWhichNothingCouldBeReadHasNoFacts() throws HostFactLines.Unreadable {
        assertThat(parse("facts 0\n")).isEmpty();
    }
}
