package io.gulliver.activity.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.activity.StepFailedException;
import io.gulliver.adapter.oracle.script.ScriptTemplate;
import io.gulliver.domain.landscape.InstallationServer;
import io.gulliver.testing.ContractTools;
import java.io.IOException;
import java.io.StringReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.xml.sax.InputSource;

class InstallDocumentTest {
    private static final String WWID = "360050768108001af2000000000000007";
    private static final String KEY = "ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTY=";

    private static InstallFacts facts(String version, InstallationServer.Installer installer, String zone) {
        return new InstallFacts(
                "Gulliver lilliput/lnx01/1 install",
                "install-0a1b2c3d4e5f-1",
                new InstallationServer.Release(
                        version, installer, "/srv/tree", "tree/generic.ins", URI.create("http://10.1.1.5/tree")),
                WWID,
                "lnx01.db.bank.example",
                "10.20.30.41",
                23,
                "10.20.30.1",
                "0a00",
                List.of("10.1.1.53", "10.1.2.53"),
                List.of("ntp1.bank.example"),
                zone,
                "enforcing",
                1521,
                List.of("chrony", "libstdc++"),
                new TreeMap<>(Map.of("oinstall", 54321, "dba", 54322)),
                new InstallFacts.Software(new InstallFacts.Login("oracle", KEY), 54321, "oinstall"),
                new InstallFacts.Login("gulliver", KEY));
    }

    private static String installed() {
        return ScriptTemplate.load("installed.sh")
                .render(Map.of("token", "install-0a1b2c3d4e5f-1", "administrator", "gulliver"));
    }

    private static String kickstart(String version) {
        return KickstartDocument.of(
                facts(version, InstallationServer.Installer.KICKSTART, "Europe/Zurich"), installed());
    }

    private static String autoYast() {
        return AutoYastDocument.of(
                facts("SLES 15.6", InstallationServer.Installer.AUTOYAST, "Europe/Zurich"), installed());
    }

    /** Where somebody who wants to try them with other examiners finds them. */
    private static Path kept(String name, String text) throws IOException {
        Path file = Files.createDirectories(Path.of("target", "installation")).resolve(name);
        return Files.writeString(file, text);
    }

    /** The examiner is pykickstart's own, of the releases that are meant. */
    @ParameterizedTest
    @CsvSource({"RHEL 8.10, RHEL8", "RHEL 9.4, RHEL9"})
    void aKickstartDocumentIsOneOfItsRelease(String version, String grammar) throws Exception {
        Path document = kept(grammar + ".ks", kickstart(version));
        ContractTools.required();

        assertThat(examined(grammar, document)).isEqualTo("0");
        assertThat(examined(
                        grammar,
                        kept(grammar + "-wrong.ks", kickstart(version).replace("rootpw --lock", "rootpw --closed"))))
                .as("an option that there is not")
                .startsWith("1")
                .contains("rootpw");
    }

    /** Its exit code, and what it said beside the name of the file. */
    private static String examined(String grammar, Path document) throws IOException, InterruptedException {
        Process examiner = new ProcessBuilder(
                        ContractTools.program("ksvalidator").toString(), "--version", grammar, document.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(examiner.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(examiner.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return examiner.exitValue()
                + said.replaceAll("Checking kickstart file .*", "").strip();
    }

    @Test
    void aKickstartDocumentWritesToTheBootVolumeAloneAndHoldsNoPassword() {
        assertThat(kickstart("RHEL 9.4").lines())
                .contains(
                        "ignoredisk --only-use=disk/by-id/dm-uuid-mpath-" + WWID,
                        "clearpart --all --initlabel --drives=disk/by-id/dm-uuid-mpath-" + WWID,
                        "rootpw --lock",
                        "user --name=oracle --uid=54321 --gid=54321 --groups=dba",
                        "sshkey --username=gulliver \"" + KEY + "\"",
                        "timesource --ntp-server=ntp1.bank.example",
                        "selinux --enforcing")
                .noneMatch(line -> line.contains("--password") || line.contains("--plaintext"));
        assertThat(kickstart("RHEL 8.10")).contains("timezone Europe/Zurich --utc --ntpservers=ntp1.bank.example");
        assertThat(kickstart("RHEL 9.4"))
                .contains("--netmask=255.255.254.0", "--device=enca00")
                .as("a section ends where it is meant to")
                .contains("sleep 120\n%end\n");
    }

    @Test
    void anAutoYastProfileIsWellFormedAndNamesOneDrive() throws Exception {
        String profile = autoYast();
        kept("autoyast.xml", profile);
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        var root = factory.newDocumentBuilder()
                .parse(new InputSource(new StringReader(profile)))
                .getDocumentElement();

        assertThat(root.getElementsByTagName("drive").getLength()).isEqualTo(1);
        assertThat(root.getElementsByTagName("device").item(0).getTextContent())
                .isEqualTo("/dev/disk/by-id/dm-uuid-mpath-" + WWID);
        assertThat(profile).doesNotContainPattern("@[A-Z]+@").contains("<hostname>lnx01</hostname>");
        for (int i = 0; i < root.getElementsByTagName("user_password").getLength(); i++) {
            assertThat(root.getElementsByTagName("user_password").item(i).getTextContent())
                    .as("matches no password")
                    .isEqualTo("!");
        }
    }

    @Test
    void whatTheKernelIsToldFitsAndAsksNobody() {
        assertThat(KickstartDocument.parameters(
                        facts("RHEL 9.4", InstallationServer.Installer.KICKSTART, "UTC"), "http://10.1.1.5/tree/g.ks"))
                .contains(
                        " inst.cmdline inst.ks=http://10.1.1.5/tree/g.ks inst.repo=http://10.1.1.5/tree ",
                        " ip=10.20.30.41::10.20.30.1:255.255.254.0:lnx01.db.bank.example:enca00:none ",
                        " nameserver=10.1.1.53 nameserver=10.1.2.53")
                .doesNotContain("rd.cmdline=ask");
        assertThat(AutoYastDocument.parameters(
                        facts("SLES 15.6", InstallationServer.Installer.AUTOYAST, "UTC"), "http://10.1.1.5/tree/g.xml"))
                .contains("ifcfg=\"*=10.20.30.41/23,10.20.30.1,10.1.1.53 10.1.2.53,db.bank.example\"");
    }

    @Test
    void whatNeedsQuotesInADocumentIsRefused() {
        assertThatThrownBy(() -> facts("RHEL 9.4", InstallationServer.Installer.KICKSTART, "UTC\nrootpw x"))
                .isInstanceOf(StepFailedException.class)
                .hasMessageContaining("The time zone is \"UTC");
    }
}
