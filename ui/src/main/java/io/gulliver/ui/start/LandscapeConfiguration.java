package io.gulliver.ui.start;

import io.gulliver.domain.landscape.AdapterPort;
import io.gulliver.domain.landscape.AddressPool;
import io.gulliver.domain.landscape.ArrayPort;
import io.gulliver.domain.landscape.ArrayRules;
import io.gulliver.domain.landscape.DatabaseAccess;
import io.gulliver.domain.landscape.FcpChannel;
import io.gulliver.domain.landscape.HostAccess;
import io.gulliver.domain.landscape.HostPattern;
import io.gulliver.domain.landscape.InstallationServer;
import io.gulliver.domain.landscape.Landscape;
import io.gulliver.domain.landscape.OuterSystem;
import io.gulliver.secret.SecretGrant;
import io.gulliver.secret.SecretRef;
import io.gulliver.secret.SecretRegistry;
import io.gulliver.secret.SecretSource;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** Turns settings into the landscape and the secrets that the workers use. */
@Configuration(proxyBeanMethods = false)
class LandscapeConfiguration {
    private static final Logger log = LoggerFactory.getLogger(LandscapeConfiguration.class);

    /** Under the one name by which Spring Boot adds a validator of ours to its own. */
    @Bean
    static SettingsRules configurationPropertiesValidator(Environment environment) {
        return new SettingsRules(environment);
    }

    @Bean
    SecretRegistry secretRegistry() {
        return SecretRegistry.process();
    }

    @Bean
    SecretSource secretSource(GulliverSettings settings, SecretRegistry registry) {
        settings.secrets().grants().stream()
                .filter(grant ->
                        grant.hosts().strip().equals("*") && !settings.lab().users())
                .forEach(grant -> log.warn(
                        "grant={} kind={} hosts=*: whoever may test a connection can name any host, and the secret is"
                                + " offered there; name the hosts or a pattern such as *.db.example",
                        grant.secret(),
                        grant.kind()));
        List<SecretGrant> grants = settings.secrets().grants().stream()
                .map(grant ->
                        new SecretGrant(SecretRef.parse(grant.secret()), grant.kind(), new HostPattern(grant.hosts())))
                .toList();
        return new SecretSource(grants, registry, System.getenv());
    }

    private static HostAccess.@Nullable Privileged privileged(GulliverSettings.HostSettings host) {
        if (host.oneLogin()) {
            return new HostAccess.Privileged(host.user(), host.secret(), host.passwordSecret());
        }
        return host.privilegedUser() == null
                ? null
                : new HostAccess.Privileged(host.privilegedUser(), host.privilegedSecret(), null);
    }

    private static @Nullable InstallationServer installation(GulliverSettings.@Nullable InstallationSettings server) {
        return server == null
                ? null
                : new InstallationServer(
                        server.host(),
                        server.releases().stream()
                                .map(one -> new InstallationServer.Release(
                                        one.version(), one.installer(), one.directory(), one.insFile(), one.tree()))
                                .toList());
    }

    @Bean
    Landscape landscape(GulliverSettings settings) {
        SortedMap<String, OuterSystem> systems = new TreeMap<>();
        settings.landscape()
                .systems()
                .forEach((name, system) -> systems.put(
                        name,
                        new OuterSystem(
                                name,
                                system.kind(),
                                system.url(),
                                system.user(),
                                system.secret(),
                                system.ca() == null ? null : system.ca().substring("file:".length()),
                                system.lab(),
                                system.adapterPorts().stream()
                                        .map(port -> new AdapterPort(
                                                port.machine(), port.adapter(), port.port(), port.fabric(), port.use()))
                                        .toList(),
                                system.arrayPorts().stream()
                                        .map(port -> new ArrayPort(port.wwpn(), port.fabric()))
                                        .toList(),
                                new ArrayRules(
                                        system.secondUrl(),
                                        system.lss().stream()
                                                .map(lss -> lss.toUpperCase(Locale.ROOT))
                                                .toList(),
                                        system.overprovisioningPercent(),
                                        system.volumeName(),
                                        system.hostName(),
                                        system.portset(),
                                        system.volumeGroupName()),
                                system.fcpChannels().stream()
                                        .map(channel -> new FcpChannel(
                                                channel.pchid(),
                                                channel.wwpn(),
                                                channel.fabric(),
                                                channel.most(),
                                                channel.others()))
                                        .toList(),
                                system.eckdDevices().stream()
                                        .map(GulliverSettings.EckdRangeSettings::range)
                                        .toList(),
                                installation(system.installation()))));
        List<HostAccess> hosts = settings.landscape().hosts().stream()
                .map(host -> new HostAccess(
                        new HostPattern(host.pattern()),
                        host.address(),
                        host.port(),
                        host.user(),
                        host.secret(),
                        host.passwordSecret(),
                        host.hostKeys(),
                        host.lab(),
                        privileged(host)))
                .toList();
        GulliverSettings.DatabaseSettings databases = settings.landscape().databases();
        SortedMap<String, DatabaseAccess.Credential> credentials = new TreeMap<>();
        databases
                .credentials()
                .forEach((name, c) -> credentials.put(name, new DatabaseAccess.Credential(c.user(), c.secret())));
        SortedMap<String, DatabaseAccess.Listener> listeners = new TreeMap<>();
        databases
                .listeners()
                .forEach(one -> listeners.put(
                        one.host().toLowerCase(Locale.ROOT),
                        new DatabaseAccess.Listener(one.addresses(), new TreeMap<>(one.sids()))));
        SortedMap<String, AddressPool> networks = new TreeMap<>();
        settings.landscape().networks().forEach((name, network) -> networks.put(name, network.pool(name)));
        return new Landscape(
                systems,
                hosts,
                new DatabaseAccess(
                        databases.urlTemplate(),
                        databases.driverJar(),
                        databases.driverClass(),
                        databases.drivers().stream()
                                .map(one -> new DatabaseAccess.DriverJar(one.jar(), one.from(), one.to()))
                                .toList(),
                        databases.acceptUncertifiedDrivers(),
                        credentials,
                        listeners,
                        databases.lab()),
                networks);
    }
}
