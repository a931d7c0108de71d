package io.gulliver.ui.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.gulliver.domain.landscape.AdapterPort;
import io.gulliver.domain.landscape.DatabaseAccess;
import io.gulliver.domain.landscape.EckdRange;
import io.gulliver.domain.landscape.FcpChannel;
import io.gulliver.domain.landscape.InstallationServer;
import io.gulliver.domain.landscape.Landscape;
import io.gulliver.domain.people.Function;
import io.gulliver.domain.people.Right;
import io.gulliver.secret.SecretSource;
import io.gulliver.ui.security.OidcSettings;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

class GulliverSettingsTest {
    @Configuration(proxyBeanMethods = false)
    @EnableConfigurationProperties(GulliverSettings.class)
    @Import(LandscapeConfiguration.class)
    static class Settings {}

    private static ApplicationContextRunner with(String... settings) {
        return new ApplicationContextRunner()
                .withUserConfiguration(Settings.class)
                .withPropertyValues("server.address=127.0.0.1")
                .withPropertyValues(settings);
    }

    private static String refusal(String... settings) {
        StringBuilder said = new StringBuilder();
        with(settings).run(context -> {
            assertThat(context).hasFailed();
            StringWriter text = new StringWriter();
            context.getStartupFailure().printStackTrace(new PrintWriter(text));
            said.append(text);
        });
        return said.toString();
    }

    private static final String[] REAL = {
        "gulliver.landscape.systems.hmc-1.kind=hmc",
        "gulliver.landscape.systems.hmc-1.url=https://hmc.bank.example:6794",
        "gulliver.landscape.systems.hmc-1.user=gulliver",
        "gulliver.landscape.systems.hmc-1.secret=env:HMC_1",
        "gulliver.secrets.grants[0].secret=env:HMC_1",
        "gulliver.secrets.grants[0].kind=hmc",
        "gulliver.secrets.grants[0].hosts=*.bank.example"
    };

    private static String[] and(String[] some, String... more) {
        return java.util.stream.Stream.concat(java.util.Arrays.stream(some), java.util.Arrays.stream(more))
                .toArray(String[]::new);
    }

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    void warnsOfASecretThatAnyHostMayBeOffered(CapturedOutput output) {
        with(and(REAL, "gulliver.store.accept-embedded=true"))
                .run(context -> assertThat(context).hasNotFailed());
        assertThat(output.getAll()).doesNotContain("name the hosts or a pattern");
        with(and(
                        REAL,
                        "gulliver.store.accept-embedded=true",
                        "gulliver.secrets.grants[1].secret=env:READER",
                        "gulliver.secrets.grants[1].kind=oracle",
                        "gulliver.secrets.grants[1].hosts=*"))
                .run(context -> assertThat(context).hasNotFailed());
        assertThat(output.getAll()).contains("grant=env:READER kind=oracle hosts=*", "name the hosts or a pattern");
    }

    @Test
    void startsWithNothingSaid() {
        with().run(context -> {
            assertThat(context).hasNotFailed();
            GulliverSettings settings = context.getBean(GulliverSettings.class);
            assertThat(settings.roles()).containsExactlyInAnyOrder(ProcessRole.values());
            assertThat(settings.lab().users()).isFalse();
            assertThat(context.getBean(Landscape.class).databases().urlTemplate())
                    .isEqualTo("jdbc:oracle:thin:@{descriptor}");
            assertThat(context).hasSingleBean(SecretSource.class);
        });
    }

    @Test
    void readsWhatIsKnownOfAListener() {
        with(
                        "gulliver.landscape.databases.listeners[0].host=DB-Cluster",
                        "gulliver.landscape.databases.listeners[0].addresses[0]=vip1:1522",
                        "gulliver.landscape.databases.listeners[0].addresses[1]=vip2",
                        "gulliver.landscape.databases.listeners[0].sids[orders.example.com]=ORDERS1")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBean(Landscape.class).databases().listeners())
                            .containsExactly(entry(
                                    "db-cluster",
                                    new DatabaseAccess.Listener(
                                            List.of("vip1:1522", "vip2"),
                                            new TreeMap<>(Map.of("orders.example.com", "ORDERS1")))));
                });
        assertThat(refusal(
                        "gulliver.landscape.databases.listeners[0].host=db-cluster",
                        "gulliver.landscape.databases.listeners[0].addresses[0]=vip1)(x",
                        "gulliver.landscape.databases.listeners[0].sids[orders]=a b",
                        "gulliver.landscape.databases.listeners[1].host=DB-CLUSTER"))
                .contains("'vip1)(x' is neither host nor host:port")
                .contains("'a b' for service orders is no SID")
                .contains("stand twice");
    }

    @Test
    void namesAnUnknownSetting() {
        assertThat(refusal("gulliver.temporal.tarpet=x:1")).contains("gulliver.temporal.tarpet");
    }

    @Test
    void namesAllProblemsTogether() {
        assertThat(refusal(and(
                        REAL,
                        "gulliver.temporal.synchronous=MAYBE",
                        "gulliver.landscape.systems.fs-1.kind=spectrum-virtualize",
                        "gulliver.landscape.systems.fs-1.url=https://fs:7443",
                        "gulliver.landscape.systems.fs-1.secret=lilliput",
                        "gulliver.lab.users=true")))
                .contains("must be NORMAL or FULL")
                .contains("must be a reference")
                .contains("gulliver.store.url is empty")
                .contains("these are not the lab's: fs-1, hmc-1");
    }

    @Test
    void refusesClearTextBeyondLoopback() {
        assertThat(refusal("server.address=0.0.0.0")).contains("would listen on 0.0.0.0 in clear text");
        assertThat(refusal("gulliver.web.proxies[0]=proxy.example")).contains("must be an address in figures");
        assertThat(refusal(
                        "gulliver.roles=workers",
                        "gulliver.temporal.target=temporal:7233",
                        "gulliver.workers.token=env:TOKEN",
                        "gulliver.workers.server=http://gulliver.bank.example"))
                .contains("gulliver.workers.server is http://gulliver.bank.example: the token");
        with("server.address=0.0.0.0", "gulliver.web.proxies[0]=10.1.2.3", "gulliver.web.proxies[1]=fd00::7")
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void takesAnIdentityProviderWholeOrNot() {
        String[] whole = {
            "gulliver.web.oidc.issuer=https://id.bank.example/realms/staff",
            "gulliver.web.oidc.client-id=gulliver",
            "gulliver.web.oidc.client-secret=env:OIDC"
        };
        with(and(
                        whole,
                        "gulliver.web.oidc.groups-claim=groups",
                        "gulliver.web.oidc.grants[0].group=Cutover leads",
                        "gulliver.web.oidc.grants[0].right=decide",
                        "gulliver.web.oidc.grants[0].functions=cutover-manager,approver"))
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    OidcSettings oidc =
                            context.getBean(GulliverSettings.class).web().oidc();
                    assertThat(oidc).isNotNull();
                    assertThat(oidc.shown()).isEqualTo("id.bank.example");
                    assertThat(oidc.grants()).singleElement().satisfies(grant -> {
                        assertThat(grant.program()).isEqualTo("*");
                        assertThat(grant.right()).isEqualTo(Right.DECIDE);
                        assertThat(grant.functions()).containsOnly(Function.CUTOVER_MANAGER, Function.APPROVER);
                    });
                });
        with().run(context ->
                assertThat(context.getBean(GulliverSettings.class).web().oidc()).isNull());
        assertThat(refusal("gulliver.web.oidc.client-id=gulliver", "gulliver.web.oidc.client-secret=lilliput"))
                .contains("issuer", "must be a reference")
                .doesNotContain("lilliput is");
        for (String issuer :
                new String[] {"http://id.bank.example", "https://id.bank.example?x=1", "id.bank.example"}) {
            assertThat(refusal(and(whole, "gulliver.web.oidc.issuer=" + issuer)))
                    .contains("gulliver.web.oidc.issuer is " + issuer);
        }
        assertThat(refusal(and(
                        whole,
                        "gulliver.web.oidc.scopes=profile",
                        "gulliver.web.oidc.time-out=0s",
                        "gulliver.web.oidc.authorities=/nowhere/ca.pem",
                        "gulliver.web.oidc.grants[0].group=Cutover leads")))
                .contains("scopes lacks openid")
                .contains("longer than nothing")
                .contains("gulliver.web.oidc.authorities: /nowhere/ca.pem cannot be used: it is not there")
                .contains("gulliver.web.oidc.groups-claim does not say");
    }

    @Test
    void refusesLabUsersBeyondLoopback() {
        assertThat(refusal("gulliver.lab.users=true", "server.address=0.0.0.0"))
                .contains("the server would listen on 0.0.0.0");
    }

    @Test
    void refusesToActOnRealSystemsWhileCallsOfALostEngineMayBegin() {
        String[] store = {"gulliver.store.accept-embedded=true"};
        assertThat(refusal(and(and(REAL, store), "gulliver.temporal.calls-expire=9m")))
                .contains("gulliver.temporal.calls-expire is 540 s")
                .contains("may begin for 10 min on hmc-1");
        assertThat(refusal("gulliver.temporal.calls-expire=-1s")).contains("gulliver.temporal.calls-expire is -1 s");
        with(and(and(REAL, store), "gulliver.temporal.calls-expire=10m"))
                .run(context -> assertThat(context).hasNotFailed());
        with("gulliver.temporal.calls-expire=3s")
                .run(context -> assertThat(context).hasNotFailed());
    }

    private static final String[] CABLED = {
        "gulliver.landscape.systems.hmc-1.adapter-ports[0].machine=A1",
        "gulliver.landscape.systems.hmc-1.adapter-ports[0].adapter=FCP 0",
        "gulliver.landscape.systems.hmc-1.adapter-ports[0].fabric=A",
        "gulliver.landscape.systems.hmc-1.adapter-ports[1].machine=A1",
        "gulliver.landscape.systems.hmc-1.adapter-ports[1].adapter=FCP 1",
        "gulliver.landscape.systems.hmc-1.adapter-ports[1].fabric=B",
        "gulliver.landscape.systems.hmc-1.adapter-ports[2].machine=A1",
        "gulliver.landscape.systems.hmc-1.adapter-ports[2].adapter=FCP 2",
        "gulliver.landscape.systems.hmc-1.adapter-ports[2].port=1",
        "gulliver.landscape.systems.hmc-1.adapter-ports[2].fabric=A",
        "gulliver.landscape.systems.hmc-1.adapter-ports[2].use=backup"
    };

    @Test
    void knowsOnWhichFabricPortsAreAndWhatFor() {
        with(and(and(REAL, CABLED), "gulliver.store.accept-embedded=true"))
                .run(context -> assertThat(context.getBean(Landscape.class)
                                .findSystem("hmc-1")
                                .orElseThrow()
                                .adapterPorts())
                        .containsExactly(
                                new AdapterPort("A1", "FCP 0", 0, "A", AdapterPort.Use.DATABASE),
                                new AdapterPort("A1", "FCP 1", 0, "B", AdapterPort.Use.DATABASE),
                                new AdapterPort("A1", "FCP 2", 1, "A", AdapterPort.Use.BACKUP)));
    }

    @Test
    void refusesPortsThatCannotCarryTwoFabrics() {
        assertThat(refusal(and(and(REAL, CABLED), "gulliver.landscape.systems.hmc-1.adapter-ports[1].fabric=A")))
                .contains("the ports of machine A1 for databases are all on fabric A; wanted are two fabrics at least");
        assertThat(refusal(and(and(REAL, CABLED), "gulliver.landscape.systems.hmc-1.adapter-ports[1].adapter=FCP 0")))
                .contains("port 0 of adapter FCP 0 of machine A1 stands twice");
        assertThat(refusal(and(and(REAL, CABLED), "gulliver.landscape.systems.hmc-1.adapter-ports[1].use=tape")))
                .contains("adapter-ports[1].use");
        assertThat(refusal(and(
                        REAL,
                        "gulliver.landscape.systems.hmc-1.array-ports[0].wwpn=5005076810110abc",
                        "gulliver.landscape.systems.hmc-1.array-ports[0].fabric=A")))
                .contains("array-ports belong to a system of kind spectrum-virtualize or ds8000")
                .contains("array-ports are all on fabric A");
        assertThat(refusal(and(
                        REAL,
                        "gulliver.landscape.systems.hmc-1.array-ports[0].wwpn=50050768",
                        "gulliver.landscape.systems.hmc-1.array-ports[0].fabric=A")))
                .contains("must be 16 hex digits");
    }

    private static final String[] ZVM = {
        "gulliver.landscape.systems.zvm-1.kind=feilong",
        "gulliver.landscape.systems.zvm-1.url=https://zvm.bank.example:8443",
        "gulliver.landscape.systems.zvm-1.fcp-channels[0].pchid=0240",
        "gulliver.landscape.systems.zvm-1.fcp-channels[0].wwpn=c05076ffd6801a01",
        "gulliver.landscape.systems.zvm-1.fcp-channels[0].fabric=A",
        "gulliver.landscape.systems.zvm-1.fcp-channels[1].pchid=0260",
        "gulliver.landscape.systems.zvm-1.fcp-channels[1].wwpn=c05076ffd6801b01",
        "gulliver.landscape.systems.zvm-1.fcp-channels[1].fabric=B",
        "gulliver.landscape.systems.zvm-1.fcp-channels[1].others=3"
    };

    @Test
    void knowsOnWhichFabricTheChannelsOfZvmAre() {
        with(and(and(REAL, ZVM), "gulliver.store.accept-embedded=true"))
                .run(context -> assertThat(context.getBean(Landscape.class)
                                .findSystem("zvm-1")
                                .orElseThrow()
                                .fcpChannels())
                        .containsExactly(
                                new FcpChannel("0240", "c05076ffd6801a01", "A", 64, 0),
                                new FcpChannel("0260", "c05076ffd6801b01", "B", 64, 3)));
    }

    private static final String[] ECKD = {
        "gulliver.landscape.systems.ds-9.kind=ds8000",
        "gulliver.landscape.systems.ds-9.url=https://ds9.bank.example:8452",
        "gulliver.landscape.systems.ds-9.user=gulliver",
        "gulliver.landscape.systems.ds-9.secret=env:DS_9",
        "gulliver.secrets.grants[1].secret=env:DS_9",
        "gulliver.secrets.grants[1].kind=ds8000",
        "gulliver.secrets.grants[1].hosts=ds9.bank.example",
        "gulliver.landscape.systems.zvm-1.eckd-devices[0].first=2000",
        "gulliver.landscape.systems.zvm-1.eckd-devices[0].last=200f",
        "gulliver.landscape.systems.zvm-1.eckd-devices[0].lcu=20",
        "gulliver.landscape.systems.zvm-1.eckd-devices[0].cylinders=65520",
        "gulliver.landscape.systems.zvm-1.eckd-devices[0].array=ds-9",
        "gulliver.landscape.systems.zvm-1.eckd-devices[0].made=true",
        "gulliver.landscape.systems.zvm-1.eckd-devices[1].first=51F0",
        "gulliver.landscape.systems.zvm-1.eckd-devices[1].unit-address=E0",
        "gulliver.landscape.systems.zvm-1.eckd-devices[1].lcu=51"
    };

    @Test
    void knowsTheEckdDevicesOfZvm() {
        with(and(and(and(REAL, ZVM), ECKD), "gulliver.store.accept-embedded=true"))
                .run(context -> assertThat(context.getBean(Landscape.class)
                                .findSystem("zvm-1")
                                .orElseThrow()
                                .eckdRanges())
                        .containsExactly(
                                new EckdRange("2000", "200F", "20", "00", 65_520, "ds-9", true),
                                new EckdRange("51F0", "51F0", "51", "E0", 0, "", false)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "eckd-devices[0].last=1FFF | eckd-devices: 2000 to 1FFF begins behind its end",
                "eckd-devices[0].unit-address=F8 | goes beyond unit address FF of control unit 20",
                "eckd-devices[1].first=2001 | eckd-devices: 2001 to 2001: device 2001 stands twice",
                "eckd-devices[0].array=hmc-1 | are to be made, and array names no DS8000 of the landscape",
                "eckd-devices[0].first=20 | must be four hex digits",
                "eckd-devices[1].lcu=5 | must be two hex digits"
            })
    void refusesEckdDevicesThatCannotBe(String setting, String said) {
        assertThat(refusal(and(and(and(REAL, ZVM), ECKD), "gulliver.landscape.systems.zvm-1." + setting)))
                .contains(said);
    }

    @Test
    void aVolumeOfAnArrayIsGivenByOneSystemAlone() {
        String[] hmc = {
            "gulliver.landscape.systems.hmc-1.eckd-devices[0].first=9007",
            "gulliver.landscape.systems.hmc-1.eckd-devices[0].last=9012",
            "gulliver.landscape.systems.hmc-1.eckd-devices[0].lcu=20",
            "gulliver.landscape.systems.hmc-1.eckd-devices[0].cylinders=65520",
            "gulliver.landscape.systems.hmc-1.eckd-devices[0].array=ds-9"
        };
        assertThat(refusal(and(and(and(REAL, ZVM), ECKD), hmc)))
                .contains("zvm-1.eckd-devices: 2000 to 200F has volume 2007 of ds-9, and so has")
                .contains("hmc-1.eckd-devices: 9007 to 9012: two servers would be given one volume");
        hmc[2] = "gulliver.landscape.systems.hmc-1.eckd-devices[0].lcu=21";
        with(and(and(and(and(REAL, ZVM), ECKD), hmc), "gulliver.store.accept-embedded=true"))
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void machinesOfAnHmcHaveEckdDevicesTooAndAnArrayHasNone() {
        String[] hmc = {
            "gulliver.landscape.systems.hmc-1.eckd-devices[0].first=2400",
            "gulliver.landscape.systems.hmc-1.eckd-devices[0].last=240F",
            "gulliver.landscape.systems.hmc-1.eckd-devices[0].lcu=24",
            "gulliver.landscape.systems.hmc-1.eckd-devices[0].cylinders=65520"
        };
        with(and(and(and(REAL, ZVM), hmc), "gulliver.store.accept-embedded=true"))
                .run(context -> assertThat(context.getBean(Landscape.class)
                                .findSystem("hmc-1")
                                .orElseThrow()
                                .eckdRanges())
                        .containsExactly(new EckdRange("2400", "240F", "24", "00", 65_520, "", false)));
        assertThat(refusal(and(
                        and(and(REAL, ZVM), ECKD),
                        "gulliver.landscape.systems.ds-9.eckd-devices[0].first=2400",
                        "gulliver.landscape.systems.ds-9.eckd-devices[0].lcu=24")))
                .contains("ds-9.eckd-devices belong to a system of kind feilong or hmc");
    }

    @Test
    void feilongIsReachedOverTlsOrByATunnelOfThisMachine() {
        assertThat(refusal(and(and(REAL, ZVM), "gulliver.landscape.systems.zvm-1.url=http://zvm.bank.example:8080")))
                .contains("gulliver.landscape.systems.zvm-1.url must begin with https:");
        with(and(
                        and(and(REAL, ZVM), "gulliver.landscape.systems.zvm-1.url=http://127.0.0.1:8080"),
                        "gulliver.store.accept-embedded=true"))
                .run(context -> assertThat(context).hasNotFailed());
        assertThat(refusal(and(REAL, "gulliver.landscape.systems.hmc-1.url=http://127.0.0.1:6794")))
                .contains("gulliver.landscape.systems.hmc-1.url must begin with https:");
    }

    @Test
    void refusesChannelsThatCannotCarryTwoFabrics() {
        assertThat(refusal(and(and(REAL, ZVM), "gulliver.landscape.systems.zvm-1.fcp-channels[1].fabric=A")))
                .contains("fcp-channels are all on fabric A; wanted are two fabrics at least");
        assertThat(refusal(and(and(REAL, ZVM), "gulliver.landscape.systems.zvm-1.fcp-channels[1].pchid=0240")))
                .contains("fcp-channels: 0240 stands twice");
        assertThat(refusal(and(and(REAL, ZVM), "gulliver.landscape.systems.zvm-1.fcp-channels[1].others=65")))
                .contains("others is 65 for channel 0260, more than its most, 64");
        assertThat(refusal(and(and(REAL, ZVM), "gulliver.landscape.systems.zvm-1.fcp-channels[0].pchid=240")))
                .contains("must be four hex digits");
        assertThat(refusal(and(
                        REAL,
                        "gulliver.landscape.systems.hmc-1.fcp-channels[0].pchid=0240",
                        "gulliver.landscape.systems.hmc-1.fcp-channels[0].wwpn=c05076ffd6801a01",
                        "gulliver.landscape.systems.hmc-1.fcp-channels[0].fabric=A")))
                .contains("fcp-channels belong to a system of kind feilong");
    }

    private static final String[] INSTALLATION = {
        "gulliver.landscape.systems.install-1.kind=installation-server",
        "gulliver.landscape.systems.install-1.url=sftp://install.bank.example",
        "gulliver.landscape.systems.install-1.user=hmc",
        "gulliver.landscape.systems.install-1.secret=env:INSTALL_1",
        "gulliver.landscape.systems.install-1.installation.host=install",
        "gulliver.landscape.systems.install-1.installation.releases[0].version=RHEL 9.4",
        "gulliver.landscape.systems.install-1.installation.releases[0].installer=kickstart",
        "gulliver.landscape.systems.install-1.installation.releases[0].directory=/srv/rhel-9.4",
        "gulliver.landscape.systems.install-1.installation.releases[0].ins-file=rhel-9.4/generic.ins",
        "gulliver.landscape.systems.install-1.installation.releases[0].tree=http://install.bank.example/rhel-9.4",
        "gulliver.secrets.grants[1].secret=env:INSTALL_1",
        "gulliver.secrets.grants[1].kind=installation-server",
        "gulliver.secrets.grants[1].hosts=install.bank.example",
        "gulliver.landscape.hosts[0].pattern=install",
        "gulliver.landscape.hosts[0].user=media",
        "gulliver.landscape.hosts[0].secret=env:LOGIN",
        "gulliver.landscape.hosts[0].host-keys[0]=SHA256:dGhlIGtleSBvZiBhIGhvc3QgdGhhdCBpcyBub3QgaGV",
        "gulliver.secrets.grants[2].secret=env:LOGIN",
        "gulliver.secrets.grants[2].kind=ssh",
        "gulliver.secrets.grants[2].hosts=*"
    };

    @Test
    void knowsWhatIsInstalledFrom() {
        with(and(and(REAL, INSTALLATION), "gulliver.store.accept-embedded=true"))
                .run(context -> assertThat(context.getBean(Landscape.class)
                                .findSystem("install-1")
                                .orElseThrow()
                                .installation())
                        .isEqualTo(new InstallationServer(
                                "install",
                                List.of(new InstallationServer.Release(
                                        "RHEL 9.4",
                                        InstallationServer.Installer.KICKSTART,
                                        "/srv/rhel-9.4",
                                        "rhel-9.4/generic.ins",
                                        URI.create("http://install.bank.example/rhel-9.4"))))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "url | https://install.bank.example | a console loads over sftp, ftps or ftp",
                "url | sftp://install.bank.example:2222 | a console has no place for one",
                "installation.host | media | matches no entry of gulliver.landscape.hosts",
                "installation.releases[0].tree | nfs://install/rhel | wanted http://host/path",
                "installation.releases[0].directory | srv | must be an absolute path",
                "installation.releases[0].installer | anaconda | installer",
                "kind | ds8000 | installation belongs to a system of kind installation-server"
            })
    void refusesAnInstallationServerThatNobodyCouldInstallFrom(String setting, String value, String said) {
        assertThat(refusal(
                        and(and(REAL, INSTALLATION), "gulliver.landscape.systems.install-1." + setting + "=" + value)))
                .contains(said);
    }

    @Test
    void refusesRulesOfAnArrayThatCannotHold() {
        assertThat(refusal(and(
                        REAL,
                        "gulliver.landscape.systems.hmc-1.second-url=https://other:6794",
                        "gulliver.landscape.systems.hmc-1.volume-name={server}_{item}",
                        "gulliver.landscape.systems.ds-1.kind=ds8000",
                        "gulliver.landscape.systems.ds-1.url=https://ds:8452",
                        "gulliver.landscape.systems.ds-1.second-url=https://ds:8452",
                        "gulliver.landscape.systems.ds-1.lss[0]=1",
                        "gulliver.landscape.systems.ds-1.overprovisioning-percent=50",
                        "gulliver.landscape.systems.ds-1.volume-name={server}",
                        "gulliver.landscape.systems.ds-1.host-name={server}_{item}",
                        "gulliver.landscape.systems.ds-1.volume-group-name=ours")))
                .contains("hmc-1.second-url and lss belong to a system of kind ds8000")
                .contains("hmc-1.volume-name belongs to a system of kind spectrum-virtualize or ds8000")
                .contains("ds-1.user is missing")
                .contains("ds-1.second-url is the same as url")
                .contains("ds-1.lss has '1'; wanted two hex digits")
                .contains("ds-1.volume-name '{server}' must have {server} and {item}")
                .contains("ds-1.host-name '{server}_{item}' has {item}; known are {server}")
                .contains("ds-1.volume-group-name belongs to a system of kind spectrum-virtualize")
                .contains("ds-1.volume-group-name 'ours' must have {server}");
        assertThat(refusal(and(REAL, "gulliver.landscape.systems.ds-1.overprovisioning-percent=50")))
                .contains("overprovisioningPercent");
    }

    @Test
    void refusesALabSystemThatIsNotOnThisMachine() {
        assertThat(refusal(and(REAL, "gulliver.landscape.systems.hmc-1.lab=true")))
                .contains("the lab lives on this machine's loopback, not at hmc.bank.example");
    }

    @Test
    void acceptsAStoreFileForRealSystemsOnlyWhenTold() {
        with(and(REAL, "gulliver.store.accept-embedded=true"))
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void aZoneWorkerMustKnowItsServer() {
        assertThat(refusal("gulliver.roles=workers"))
                .contains("gulliver.workers.server")
                .contains("gulliver.temporal.target must name");
    }
}
