package io.gulliver.adapter.ds8000.model;

/**
 * An extent pool; sizes in bytes for fixed blocks, in cylinders for CKD.
 *
 * @param node 0 or 1: which of the two servers, and so which LSS, go with it
 * @param type {@code fb} or {@code ckd}
 * @param threshold percent of free space at which the storage unit warns; 0 for none
 */
public record ExtentPool(
        String id, String name, int node, String type, long capacity, long allocated, long available, int threshold) {

    /** Whether it is for fixed blocks. */
    public boolean fixedBlock() {
        return type.equals("fb");
    }
}
