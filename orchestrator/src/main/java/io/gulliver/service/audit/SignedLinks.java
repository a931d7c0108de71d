package io.gulliver.service.audit;

import java.util.Arrays;
import java.util.HexFormat;

/** Digests by number, packed: a record of a million rows has as many checkpoints at worst. Numbers come in any order. */
final class SignedLinks {
    private static final int BYTES = 32;

    private long[] numbers = new long[64];
    private byte[] hashes = new byte[64 * BYTES];
    private int size;
    private boolean sorted = true;
    private long highest;

    void add(long number, String hash) {
        if (size == numbers.length) {
            numbers = Arrays.copyOf(numbers, size * 2);
            hashes = Arrays.copyOf(hashes, size * 2 * BYTES);
        }
        sorted &= size == 0 || numbers[size - 1] < number;
        numbers[size] = number;
        byte[] bytes = bytes(hash);
        System.arraycopy(bytes, 0, hashes, size * BYTES, BYTES);
        size++;
        highest = Math.max(highest, number);
    }

    long highest() {
        return highest;
    }

    int size() {
        return size;
    }

    long lowest() {
        sort();
        return size == 0 ? 0 : numbers[0];
    }

    /** Whether there is none of the number, or all of it agree; false for one that says otherwise. */
    boolean agrees(long number, String hash) {
        sort();
        int at = first(number);
        byte[] wanted = null;
        while (at < size && numbers[at] == number) {
            wanted = wanted == null ? bytes(hash) : wanted;
            if (!Arrays.equals(hashes, at * BYTES, (at + 1) * BYTES, wanted, 0, BYTES)) {
                return false;
            }
            at++;
        }
        return true;
    }

    boolean contains(long number) {
        sort();
        int at = first(number);
        return at < size && numbers[at] == number;
    }

    /** The first number from the lowest on that is missing before the highest; 0 for none. */
    long gap() {
        sort();
        for (int i = 1; i < size; i++) {
            if (numbers[i] > numbers[i - 1] + 1) {
                return numbers[i - 1] + 1;
            }
        }
        return 0;
    }

    private int first(long number) {
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (numbers[middle] < number) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private void sort() {
        if (sorted) {
            return;
        }
        Integer[] order = new Integer[size];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, (a, b) -> Long.compare(numbers[a], numbers[b]));
        long[] sortedNumbers = new long[size];
        byte[] sortedHashes = new byte[size * BYTES];
        for (int i = 0; i < size; i++) {
            sortedNumbers[i] = numbers[order[i]];
            System.arraycopy(hashes, order[i] * BYTES, sortedHashes, i * BYTES, BYTES);
        }
        numbers = sortedNumbers;
        hashes = sortedHashes;
        sorted = true;
    }

    /** Of what is no digest: nothing that any row has. */
    private static byte[] bytes(String hash) {
        try {
            byte[] bytes = HexFormat.of().parseHex(hash);
            return bytes.length == BYTES ? bytes : new byte[BYTES];
        } catch (IllegalArgumentException noHex) {
            return new byte[BYTES];
        }
    }
}
