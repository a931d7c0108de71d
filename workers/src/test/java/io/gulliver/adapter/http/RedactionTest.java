package io.gulliver.adapter.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class RedactionTest {
    private static final String AWKWARD = "a\"b'c\\d&e%f<ü>+/= canary";

    private final Redaction redaction = new Redaction();

    private static String json(Object value) {
        return JsonMapper.shared().writeValueAsString(value);
    }

    @Test
    void blanksAKnownValueHoweverDeepItIsQuoted() {
        redaction.learn(AWKWARD);
        String once = json(java.util.Map.of("text", AWKWARD));
        String twice = json(java.util.Map.of("message", once));
        for (String text : new String[] {AWKWARD, once, twice}) {
            assertThat(redaction.blank(text)).contains("***").doesNotContain("canary", "b'c");
        }
    }

    @Test
    void blanksAnUnknownValueByItsNameUpToItsRealEnd() {
        String once = json(new java.util.TreeMap<>(java.util.Map.of("password", AWKWARD, "userid", "gulliver")));
        assertThat(redaction.blank(once)).isEqualTo("{\"password\":\"******\",\"userid\":\"gulliver\"}");
        assertThat(redaction.blank(json(java.util.Map.of("message", once))))
                .contains("***", "gulliver")
                .doesNotContain("canary", "b'c");
    }

    @Test
    void blanksAnUnknownValueInHeadersAndForms() {
        assertThat(redaction.blank("Authorization: Basic Y2Fu Y2Fu\r\nHost: hmc GET /x?user=u&api_token=canary&p=1"))
                .isEqualTo("Authorization: ******\r\nHost: hmc GET /x?user=u&api_token=******&p=1");
    }

    @Test
    void leavesSentencesThatOnlySpeakOfPasswords() {
        String text = "The password: see the manual. No token was sent";
        assertThat(redaction.blank(text)).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"userPassword\": \"canary\"}",
                "{\"USER_PASSWD\":\"canary\"}",
                "{\"hmc-pw\" : \"canary\"}",
                "{\"Client_Secret\":\"canary\"}",
                "{\"pa\u017f\u017fword\":\"canary\"}",
                "{\"to\u212aen\":\"canary\"}",
                "{\"session-credential\":\"canary\"}",
                "{\"x-api-session\":\"canary\"}",
                "X-Auth-Key: canary",
                "X-API-Session: canary",
                "Proxy-Authorization: canary",
                "Set-Cookie: canary",
                "GET /x?ACCESS_TOKEN=canary&p=1",
            })
    void everyNameIsFoundInWhateverLetters(String text) {
        assertThat(redaction.blank("before " + text + " behind"))
                .contains("******")
                .doesNotContain("canary");
    }
}
