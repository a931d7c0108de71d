package io.gulliver.adapter.ds8000;

import io.gulliver.adapter.ds8000.model.CreatedVolumes;
import io.gulliver.adapter.ds8000.model.Ds8000Host;
import io.gulliver.adapter.ds8000.model.Ds8000HostPort;
import io.gulliver.adapter.ds8000.model.Ds8000Mapping;
import io.gulliver.adapter.ds8000.model.Ds8000Volume;
import io.gulliver.adapter.ds8000.model.ExtentPool;
import io.gulliver.adapter.ds8000.model.FlashRelation;
import io.gulliver.adapter.ds8000.model.IoPort;
import io.gulliver.adapter.ds8000.model.Lss;
import io.gulliver.adapter.ds8000.model.StorageUnit;
import java.util.List;

/**
 * One IBM DS8000 storage unit, through the REST API of its storage HMCs (code bundles 87.51 and later).
 *
 * <p>Whether something is there, listings say: no source tells how the product answers for a single object that is missing. Every
 * call is synchronous; a change that ends in {@code timeout}, in a broken connection or in 5xx may have been carried out. Nothing here
 * loops or retries, apart from one new logon and, where nothing was sent or only looked, the second HMC. Safe for many threads;
 * changes go one after another, so use one client per storage unit.
 *
 * <p>Every method throws {@link Ds8000Exception} when the storage unit refuses or does not answer, and
 * {@code IllegalArgumentException} for names and ids that it would not take.
 */
public interface Ds8000Client {

    /** Who and which level this is ({@code GET /systems}). */
    StorageUnit fetchUnit();

    /** All extent pools ({@code GET /pools}). */
    List<ExtentPool> fetchPools();

    /** All LSS that are there ({@code GET /lss}). */
    List<Lss> fetchLss();

    /** The ports of the storage unit ({@code GET /ioports}). */
    List<IoPort> fetchIoPorts();

    /** Volumes that take their space from a pool ({@code GET /pools/ID/volumes}). */
    List<Ds8000Volume> fetchVolumesOfPool(String pool);

    /** Volumes of an LSS that is there ({@code GET /lss/ID/volumes}). */
    List<Ds8000Volume> fetchVolumesOfLss(String lss);

    /**
     * Makes volumes of fixed blocks under given ids ({@code POST /volumes} with {@code namecol} and {@code ids}), so that sending it
     * twice makes none twice. Some may be made and others refused.
     *
     * @throws Ds8000Exception with what was said of the first when all were refused
     */
    CreatedVolumes createVolumes(NewVolumes wanted);

    /** Makes a volume for ECKD under a given id; its LCU has to be there. */
    void createCkdVolume(NewCkdVolume wanted);

    /** Makes PAV aliases; answers their ids. */
    List<String> createAliases(NewAliases wanted);

    /**
     * Makes an LCU for CKD volumes ({@code POST /lss}).
     *
     * @param id two hex digits
     * @param subsystem identifier (SSID), four hex digits
     */
    void createLcu(String id, String subsystem);

    /** Makes a volume larger ({@code PUT /volumes/ID}): to this size, in bytes. */
    void growVolume(String id, long capacityBytes);

    /** Deletes a volume and its data; refused while it is mapped or in a relationship. */
    void deleteVolume(String id);

    /** All hosts ({@code GET /hosts}). */
    List<Ds8000Host> fetchHosts();

    /** All ports of hosts ({@code GET /host_ports}). */
    List<Ds8000HostPort> fetchHostPorts();

    /** Makes a host of type {@code zLinux}, without ports. */
    void createHost(String name);

    /** Gives a host a port; refused when it belongs to another. A port is never moved. */
    void createHostPort(String wwpn, String host);

    /** Deletes a host, and its ports with it; refused while volumes are mapped to it. */
    void deleteHost(String name);

    /** What a host that is there sees ({@code GET /hosts/NAME/mappings}). */
    List<Ds8000Mapping> fetchMappings(String host);

    /** Lets a host see a volume. */
    void createMapping(String host, String volumeId);

    /** Takes a volume away from a host. */
    void deleteMapping(Ds8000Mapping mapping);

    /** All FlashCopy relationships ({@code GET /cs/flashcopies}). */
    List<FlashRelation> fetchFlashRelations();

    /** Copies one volume onto another of the same size, in the background; the relationship stays until it is withdrawn. */
    void createFlashRelation(String sourceId, String targetId);

    /** Withdraws a relationship; what was not copied by then is lost on the target. */
    void deleteFlashRelation(String sourceId, String targetId);
}
