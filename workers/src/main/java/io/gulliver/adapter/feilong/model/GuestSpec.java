package io.gulliver.adapter.feilong.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A guest to be made.
 *
 * @param userid 1 to 8 capital letters and digits
 * @param cpus virtual CPUs, 1 to 64, not above {@code maxCpus}
 * @param memoryMib not above {@code maxMemory}
 * @param disks made in this order; a boot disk stands first; may be empty
 * @param profile directory profile to be included; null for the server's own
 * @param maxCpus most that a resize may reach; fixed for ever
 * @param maxMemory the same of memory, {@code 64G} or {@code 512M}, one to four digits
 * @param account account number, 1 to 8 characters; the directory has it in capitals
 * @param comments lines of the directory entry; a server before 1.6.7 takes and forgets them
 * @param share CP share, for example {@code RELATIVE 800}; null for the server's rule of 100 for each CPU
 * @param loadDevice where it loads from without a boot disk
 * @param loadFrom device number or system to load from, for example an FCP device; null for the boot disk
 * @param dedicated real devices that are the guest's alone, under the same virtual device numbers; null for none
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record GuestSpec(
        @JsonProperty("userid") String userid,
        @JsonProperty("vcpus") int cpus,
        @JsonProperty("memory") long memoryMib,
        @JsonProperty("disk_list") List<DiskSpec> disks,
        @JsonProperty("user_profile") @Nullable String profile,
        @JsonProperty("max_cpu") int maxCpus,
        @JsonProperty("max_mem") String maxMemory,
        @JsonProperty("account") @Nullable String account,
        @JsonProperty("comments") @Nullable List<String> comments,
        @JsonProperty("cshare") @Nullable String share,
        @JsonProperty("loaddev") @Nullable LoadDevice loadDevice,
        @JsonProperty("ipl_from") @Nullable String loadFrom,
        @JsonProperty("dedicate_vdevs") @Nullable List<String> dedicated) {

    /**
     * A LUN to load from.
     *
     * @param targetWwpn the array's port, 16 hex digits
     * @param lun 16 hex digits
     */
    public record LoadDevice(
            @JsonProperty("portname") String targetWwpn,
            @JsonProperty("lun") String lun) {}

    /** Refuses, with all reasons at once, what z/VM or the server would refuse or silently bend. */
    public GuestSpec {
        disks = List.copyOf(disks);
        comments = comments == null ? null : List.copyOf(comments);
        dedicated = dedicated == null ? null : List.copyOf(dedicated);
        List<String> problems = new ArrayList<>();
        ZvmLimits.useridProblem(userid).ifPresent(problems::add);
        if (cpus < 1 || cpus > maxCpus || maxCpus > ZvmLimits.MAX_CPUS) {
            problems.add(cpus + " CPUs of at most " + maxCpus + ", wanted 1 to " + ZvmLimits.MAX_CPUS
                    + " and not more than the most");
        }
        long most = ZvmLimits.mebibytes(maxMemory).orElse(0);
        if (most == 0) {
            problems.add("maximum memory \"" + maxMemory + "\", wanted one to four digits and M or G");
        } else if (memoryMib < 1 || memoryMib > most) {
            problems.add(memoryMib + " MiB of memory of at most " + maxMemory);
        }
        if (account != null && (account.isEmpty() || account.length() > ZvmLimits.ACCOUNT_LENGTH)) {
            problems.add("account \"" + account + "\", wanted 1 to " + ZvmLimits.ACCOUNT_LENGTH + " characters");
        }
        for (int i = 1; i < disks.size(); i++) {
            if (Boolean.TRUE.equals(disks.get(i).bootDisk())) {
                problems.add("disk " + (i + 1) + " is a boot disk, which only the first can be");
            }
        }
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException("Guest " + userid + ": " + String.join("; ", problems));
        }
    }

    /** A Linux guest that loads from its first disk, with the most that it may grow to. */
    public static GuestSpec linux(
            String userid, int cpus, int maxCpus, long memoryMib, String maxMemory, List<DiskSpec> disks) {
        return new GuestSpec(
                userid, cpus, memoryMib, disks, null, maxCpus, maxMemory, null, null, null, null, null, null);
    }

    /** The same with a mark by which it is known again: a line of the directory and, for older servers, the account. */
    public GuestSpec marked(String accountMark, List<String> lines) {
        return new GuestSpec(
                userid,
                cpus,
                memoryMib,
                disks,
                profile,
                maxCpus,
                maxMemory,
                accountMark,
                lines,
                share,
                loadDevice,
                loadFrom,
                dedicated);
    }
}
