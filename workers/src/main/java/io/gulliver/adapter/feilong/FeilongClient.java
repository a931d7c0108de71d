package io.gulliver.adapter.feilong;

import io.gulliver.adapter.feilong.model.ChannelUse;
import io.gulliver.adapter.feilong.model.CreatedDisk;
import io.gulliver.adapter.feilong.model.DeploySpec;
import io.gulliver.adapter.feilong.model.DiskPool;
import io.gulliver.adapter.feilong.model.DiskSpec;
import io.gulliver.adapter.feilong.model.FcpConnector;
import io.gulliver.adapter.feilong.model.FcpTemplate;
import io.gulliver.adapter.feilong.model.FcpUsage;
import io.gulliver.adapter.feilong.model.GuestDefinition;
import io.gulliver.adapter.feilong.model.GuestInfo;
import io.gulliver.adapter.feilong.model.GuestSpec;
import io.gulliver.adapter.feilong.model.Image;
import io.gulliver.adapter.feilong.model.ImageSpec;
import io.gulliver.adapter.feilong.model.Network;
import io.gulliver.adapter.feilong.model.NicRecord;
import io.gulliver.adapter.feilong.model.NicSpec;
import io.gulliver.adapter.feilong.model.PowerState;
import io.gulliver.adapter.feilong.model.ServerVersion;
import io.gulliver.adapter.feilong.model.VirtualSwitch;
import io.gulliver.adapter.feilong.model.VolumeSpec;
import io.gulliver.adapter.feilong.model.ZvmHost;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One Feilong server and the z/VM system that it drives, in plain words.
 *
 * <p>Every call answers when the work is done: there are no jobs. What "done" means is said at each method; a guest that was
 * started has not booted. Every method may throw {@link FeilongException}; a mutating one whose exception says
 * {@code mayHaveHappened} must be followed by a look before it is repeated: the API has no idempotency key. Paths and
 * bodies: Feilong REST API, levels 1.6.3 to 1.6.7.
 *
 * <p>User ids are 1 to 8 capital letters and digits, device numbers 1 to 4 hex digits. Safe for many threads, with one
 * token for all of them.
 */
public interface FeilongClient {

    /** The system's name in the landscape. */
    String system();

    /** The server's level ({@code GET /}). Needs the token too. */
    ServerVersion version();

    /** The z/VM system ({@code GET /host}). */
    ZvmHost host();

    /**
     * Space of a pool of minidisks ({@code GET /host/diskpool}), in whole GiB.
     *
     * @param pool {@code ECKD:NAME} or {@code FBA:NAME}
     * @return empty when there is no such pool
     */
    Optional<DiskPool> findDiskPool(String pool);

    /** Guests that the server made or was told of ({@code GET /guests}); in no order. */
    List<String> guests();

    /** Every user of the z/VM system's directory ({@code GET /host/guests}), whoever made it. */
    List<String> guestsOnHost();

    /**
     * A guest's directory entry ({@code GET /guests/{userid}/user_direct}), which is the truth about what was made; found
     * for every user of the system, also for one that the server does not manage.
     */
    Optional<GuestDefinition> findGuest(String userid);

    /**
     * A guest as it is now ({@code GET /guests/{userid}/info}). Asks its Linux too, and waits for it.
     *
     * @throws FeilongException ABSENT when the server does not manage it
     */
    GuestInfo info(String userid);

    /**
     * Whether z/VM has it logged on ({@code GET /guests/{userid}/power_state}); says nothing of its operating system.
     *
     * @throws FeilongException ABSENT when the server does not manage it
     */
    PowerState powerState(String userid);

    /**
     * Makes a guest and its disks ({@code POST /guests}). Several steps for z/VM: when a disk cannot be made, the guest stays
     * with those before it, and the exception says {@code mayHaveHappened}.
     *
     * @return its disks with their device numbers, in the order asked for
     * @throws FeilongException EXISTS when the user id is taken, FULL when there is no room for a disk
     */
    List<CreatedDisk> createGuest(GuestSpec spec);

    /**
     * Deletes a guest with its disks and cards, running or not ({@code DELETE /guests/{userid}}). One that is gone is fine. A
     * server before 1.6.7 leaves its FCP devices reserved: {@link #releaseFcp} first.
     *
     * @throws FeilongException REFUSED for a user of the system that the server does not manage
     */
    void deleteGuest(String userid);

    /**
     * Adds minidisks ({@code POST /guests/{userid}/disks}), one after another: what fails leaves those before it. They come
     * with the next start.
     *
     * @throws FeilongException FULL when there is no room
     */
    List<CreatedDisk> createDisks(String userid, List<DiskSpec> disks);

    /**
     * Deletes minidisks ({@code DELETE /guests/{userid}/disks}); those that are gone are fine.
     *
     * @throws FeilongException WRONG_STATE while the guest is on
     */
    void deleteDisks(String userid, List<String> vdevs);

    /**
     * Makes a network card ({@code POST /guests/{userid}/nic}); it is not coupled to anything.
     *
     * @return its device number
     * @throws FeilongException EXISTS when one of its three device numbers is taken, BUSY while the entry is locked: the server
     *     has then waited some 17 s itself
     */
    String createNic(String userid, NicSpec spec);

    /** Deletes a network card ({@code DELETE /guests/{userid}/nic/{vdev}}) of a guest that is off; one that is gone is fine. */
    void deleteNic(String userid, String vdev);

    /** The cards that the server remembers ({@code GET /guests/nics}); none for a guest that it does not know. */
    List<NicRecord> nics(String userid);

    /**
     * Couples a card to a switch from the next start on ({@code PUT /guests/{userid}/nic/{vdev}}). The user must have been
     * granted. Coupled to that switch already is fine, and nothing is changed then, the VLAN neither: uncouple first.
     *
     * @param vlan 1 to 4094, or null for none of its own
     */
    void couple(String userid, String vdev, String vswitch, @Nullable Integer vlan);

    /** Uncouples a card from its switch; one that is not coupled is fine. */
    void uncouple(String userid, String vdev);

    /** Virtual switches ({@code GET /vswitches}). */
    List<String> switches();

    /** A virtual switch ({@code GET /vswitches/{name}}). */
    Optional<VirtualSwitch> findSwitch(String name);

    /** Lets a guest be coupled to a switch ({@code PUT /vswitches/{name}}); granted already is fine. */
    void grant(String vswitch, String userid);

    /** Takes the grant back, with its VLAN; cards that are coupled lose their link. */
    void revoke(String vswitch, String userid);

    /**
     * Lets a guest be coupled with a VLAN of its own, which grants it too.
     *
     * @param vlan 1 to 4094
     * @throws FeilongException REFUSED when the switch knows no VLANs
     */
    void setVlan(String vswitch, String userid, int vlan);

    /**
     * Makes cards with what the guest's Linux needs to use them, at its next start
     * ({@code POST /guests/{userid}/interface}).
     *
     * @param osVersion for example {@code rhel9.4}
     * @return their device numbers, in the order asked for
     */
    List<String> createInterfaces(String userid, String osVersion, List<Network> networks);

    /** Deletes a card and what Linux was told of it ({@code DELETE /guests/{userid}/interface}). */
    void deleteInterface(String userid, String osVersion, String vdev);

    /** Images of the repository ({@code GET /images}). */
    List<Image> images();

    /** The image of exactly this name. */
    Optional<Image> findImage(String name);

    /**
     * Takes an image into the repository ({@code POST /images}). Copies it within the call, which has the long time limit.
     *
     * @throws FeilongException EXISTS when the name is taken, whatever it holds
     */
    void importImage(ImageSpec spec);

    /** Deletes an image from the repository; one that is gone is fine. */
    void deleteImage(String name);

    /** Cylinders or blocks that a boot disk needs for an image ({@code GET /images/{name}/root_disk_size}). */
    long rootDiskUnits(String name);

    /**
     * Writes an image onto a guest's disk ({@code POST .../action}, {@code deploy}) and gives it files for its first boot. The
     * guest must be off, which the server does not check. Copies the whole disk within the call, which has the long time
     * limit; done again it copies again.
     *
     * @throws FeilongException ABSENT when image or disk is not there, BUSY when too many deploys run
     */
    void deploy(String userid, DeploySpec spec);

    /** Logs a guest on and lets it load ({@code start}); answered before anything has booted. On already is fine. */
    void start(String userid);

    /** Logs a guest off at once ({@code stop}), as if the power went; off already is fine. */
    void stop(String userid);

    /**
     * Lets its Linux shut down, then logs it off ({@code softstop}).
     *
     * @param patience how long it is waited for; whole seconds, at least one
     */
    void softStop(String userid, Duration patience);

    /** Lets its Linux shut down and start again ({@code reboot}). */
    void reboot(String userid);

    /** Loads it anew as if the power had gone ({@code reset}). */
    void reset(String userid);

    /**
     * Sets the CPUs of the next start ({@code resize_cpus}).
     *
     * @throws FeilongException BEYOND_LIMIT above the most that it was made with
     */
    void resizeCpus(String userid, int cpus);

    /**
     * Sets the CPUs of the directory and of the running guest ({@code live_resize_cpus}); its Linux takes part.
     *
     * @throws FeilongException WRONG_STATE while it is off, BEYOND_LIMIT above the most
     */
    void liveResizeCpus(String userid, int cpus);

    /**
     * Sets the memory of the next start ({@code resize_mem}).
     *
     * @throws FeilongException BEYOND_LIMIT above the most that it was made with
     */
    void resizeMemory(String userid, long mebibytes);

    /**
     * Sets the memory of the directory and adds to that of the running guest ({@code live_resize_mem}); its Linux takes part.
     *
     * @throws FeilongException WRONG_STATE while it is off, and for less than it has
     */
    void liveResizeMemory(String userid, long mebibytes);

    /** What the guest's console has shown ({@code get_console_output}), the last of it; takes it off the reader. */
    String console(String userid);

    /** FCP multipath templates ({@code GET /volumes/fcptemplates}). */
    List<FcpTemplate> fcpTemplates();

    /**
     * Reserves one FCP device on each path of a template for a guest ({@code GET /volumes/conn/{userid}}, a GET with a body
     * and an effect). Again gives the same devices.
     *
     * @param channels how far each physical channel of the template is used: a server from 1.6.7 on refuses a first
     *     reservation without all of them, and spreads guests by them; an older one is not told
     * @throws FeilongException FULL when the template has too few free ones, which the server answers with success and empty
     *     lists; FAILED (300/300/11) when there is no such template, or a channel is missing
     */
    FcpConnector reserveFcp(String userid, String templateId, Map<String, ChannelUse> channels);

    /** Gives the devices of a guest back, but those through which volumes are still attached. */
    void releaseFcp(String userid, String templateId);

    /** Who uses an FCP device ({@code GET /volumes/fcp/{fcp}}); empty for one that the server does not know. */
    Optional<FcpUsage> findFcp(String device);

    /**
     * Attaches a LUN to a guest ({@code POST /guests/volumes}). Not idempotent: each call counts one connection more. It
     * takes devices that another guest has reserved, too. So look at {@link #findFcp} before, and before it is repeated.
     */
    void attachVolume(VolumeSpec spec);

    /** Detaches a LUN ({@code DELETE /guests/volumes}); counts one connection less, never below none. */
    void detachVolume(VolumeSpec spec);

    /**
     * Writes the boot record of a LUN that holds a Linux for the first time ({@code PUT /volumes/volume_refresh_bootmap}); up
     * to 20 minutes.
     *
     * @param targetWwpns 16 hex digits each
     * @param lun 16 hex digits
     * @return the array's ports that answered, by FCP device
     */
    Map<String, List<String>> refreshBootMap(List<String> devices, List<String> targetWwpns, String lun);
}
