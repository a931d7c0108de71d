package io.gulliver.activity.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.dataformat.yaml.YAMLMapper;

class RequiredPackagesTest {
    @Test
    void theShippedListIsSaidAsTheScriptTakesIt() {
        assertThat(RequiredPackages.load().words())
                .startsWith("rhel-9=glibc-devel,ksh,libaio,")
                .doesNotContain("'", ";");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[{os: rhel, version: 9, source: s, packages: [a b]}]",
                "[{os: rhel, version: 9, source: s, packages: []}]",
                "[{os: rhel, version: 9, packages: [ksh]}]",
                "[{os: Red Hat, version: 9, source: s, packages: [ksh]}]",
                "[{os: sles, version: 15, source: s, packages: [ksh]}, {os: sles, version: 15, source: s, packages: [ksh]}]"
            })
    void anEntryThatNobodyCouldCheckIsRefused(String yaml) {
        assertThatThrownBy(() -> RequiredPackages.of(new YAMLMapper().readTree(yaml)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("gulliver/guest/packages.yaml");
    }
}
