package io.gulliver.ui.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.domain.people.Account;
import io.gulliver.domain.people.Function;
import io.gulliver.domain.people.Right;
import io.gulliver.service.backup.BackupException;
import io.gulliver.service.console.PeopleConsole.GivenFunction;
import io.gulliver.service.console.PeopleConsole.GivenRight;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class PersonToolTest {
    private static PersonTool.Words parse(String... typed) {
        return PersonTool.parse(List.of(typed));
    }

    @Test
    void readsWhatIsGiven() {
        PersonTool.Words words = parse(
                "add",
                "Kim Keller",
                "--email=kim@bank.example",
                "--administrator",
                "--right",
                "decide@atlas",
                "--right",
                "read",
                "--function",
                "storage-team",
                "--data",
                "/var/lib/gulliver");
        assertThat(words.name()).isEqualTo("Kim Keller");
        assertThat(words.title()).isNull();
        assertThat(words.email()).isEqualTo("kim@bank.example");
        assertThat(words.given().administrator()).isTrue();
        assertThat(words.given().rights())
                .containsExactly(new GivenRight(Right.DECIDE, "atlas"), new GivenRight(Right.READ, Account.EVERY));
        assertThat(words.given().functions()).containsExactly(new GivenFunction(Function.STORAGE_TEAM, Account.EVERY));
    }

    @Test
    void saysWhatItDoesNotKnowAndWhatThereIs() {
        assertThatThrownBy(() -> parse())
                .hasMessage("person wants a verb, one of list, add, grant, link, bind, unbind, close.");
        assertThatThrownBy(() -> parse("delete", "kim")).hasMessageContaining("has no verb 'delete'");
        assertThatThrownBy(() -> parse("link")).hasMessageContaining("wants one name, and got 0");
        assertThatThrownBy(() -> parse("add", "Kim", "Keller")).hasMessageContaining("stands in quotes");
        assertThatThrownBy(() -> parse("bind", "kim"))
                .hasMessageContaining("wants a name and a subject of the identity provider, and got 1");
        assertThat(parse("bind", "kim", "248289").subject()).isEqualTo("248289");
        assertThatThrownBy(() -> parse("list", "kim")).hasMessageContaining("takes no name");
        assertThatThrownBy(() -> parse("link", "kim", "--administrator"))
                .hasMessageContaining("person link does not know '--administrator'");
        assertThatThrownBy(() -> parse("grant", "kim", "--right", "none"))
                .hasMessageContaining("'none' is no right: there are read, work, decide, administer.");
        assertThatThrownBy(() -> parse("grant", "kim", "--function", "boss"))
                .hasMessageContaining("'boss' is no function: there are migration-manager, dba");
        assertThatThrownBy(() -> parse("grant", "kim", "--right")).hasMessageContaining("--right wants a value");
    }

    @Test
    void aToolThatFailsSaysWhyWhateverItIs() {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream err = new PrintStream(said, true, StandardCharsets.UTF_8);
        assertThat(SettingsTool.told(() -> {}, err)).isZero();
        assertThat(said.size()).isZero();
        assertThat(SettingsTool.told(
                        () -> {
                            throw new BackupException("No room.");
                        },
                        err))
                .isEqualTo(1);
        assertThat(SettingsTool.told(
                        () -> {
                            throw new IllegalStateException(
                                    "outside", new IllegalArgumentException("a value too long"));
                        },
                        err))
                .isEqualTo(1);
        assertThat(said.toString(StandardCharsets.UTF_8))
                .contains("gulliver: No room.", "gulliver: it could not be done: ", "a value too long");
    }

    @Test
    void helpNamesEveryRightAndFunction() {
        assertThat(PersonTool.USAGE).contains("read, work, decide, administer");
        for (Function function : Function.values()) {
            assertThat(PersonTool.USAGE).contains(function.key());
        }
    }
}
