package io.gulliver.whole;

import java.awt.image.BufferedImage;
import java.awt.image.IndexColorModel;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;

/**
 * What {@code docs/guide.md} says of each picture, and the pictures themselves: {@code docs/images}, with their digests in
 * {@code pictures.sha256} as {@code sha256sum} writes them.
 */
final class GuidePictures {
    static final String LIST = "pictures.sha256";
    private static final Pattern PICTURE = Pattern.compile("!\\[[^]]+]\\(images/([^)]+)\\.png\\)");
    private static final Pattern SAID = Pattern.compile("\"([^\"\\n]+)\"");
    private static final int COLOURS = 256;

    private GuidePictures() {}

    /**
     * The pictures of the guide in its order, each with the words that the paragraph before it says are on the page: those
     * in quotation marks.
     */
    static Map<String, List<String>> told(String guide) {
        Map<String, List<String>> told = new LinkedHashMap<>();
        String paragraph = "";
        for (String part : guide.split("\\n{2,}")) {
            if (part.startsWith("#")) {
                paragraph = part;
            }
            Matcher picture = PICTURE.matcher(part);
            boolean any = false;
            while (picture.find()) {
                any = true;
                List<String> words = SAID.matcher(paragraph)
                        .results()
                        .map(word -> word.group(1))
                        .toList();
                if (told.put(picture.group(1), words) != null) {
                    throw new AssertionError("The guide shows " + picture.group(1) + " twice");
                }
            }
            if (!any) {
                paragraph = part;
            }
        }
        return told;
    }

    /** Names and digests, as they are listed. */
    static Map<String, String> listed(Path images) throws IOException {
        Map<String, String> listed = new TreeMap<>();
        for (String line : Files.readAllLines(images.resolve(LIST))) {
            listed.put(line.substring(66).replaceFirst("\\.png$", ""), line.substring(0, 64));
        }
        return listed;
    }

    /** Writes pictures and their list, and takes away those that the guide shows no more. */
    static void keep(Path images, Map<String, byte[]> pictures) throws IOException {
        Files.createDirectories(images);
        try (var there = Files.newDirectoryStream(images, "*.png")) {
            for (Path old : there) {
                Files.delete(old);
            }
        }
        StringBuilder list = new StringBuilder();
        for (Map.Entry<String, byte[]> one : new TreeMap<>(pictures).entrySet()) {
            Files.write(images.resolve(one.getKey() + ".png"), one.getValue());
            list.append(digest(one.getValue()))
                    .append("  ")
                    .append(one.getKey())
                    .append(".png\n");
        }
        Files.writeString(images.resolve(LIST), list);
    }

    static String digest(byte[] picture) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(picture));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** The same picture in 256 colours, which are enough for a page: a third of the bytes. */
    static byte[] small(byte[] png) throws IOException {
        BufferedImage full = ImageIO.read(new ByteArrayInputStream(png));
        int width = full.getWidth();
        int height = full.getHeight();
        int[] pixels = full.getRGB(0, 0, width, height, null, 0, width);
        int[] palette = palette(pixels);
        byte[][] parts = new byte[3][palette.length];
        for (int i = 0; i < palette.length; i++) {
            parts[0][i] = (byte) (palette[i] >> 16);
            parts[1][i] = (byte) (palette[i] >> 8);
            parts[2][i] = (byte) palette[i];
        }
        BufferedImage small = new BufferedImage(
                width,
                height,
                BufferedImage.TYPE_BYTE_INDEXED,
                new IndexColorModel(8, palette.length, parts[0], parts[1], parts[2]));
        Map<Integer, Integer> nearest = new HashMap<>();
        byte[] indexed = new byte[pixels.length];
        for (int i = 0; i < pixels.length; i++) {
            indexed[i] = (byte) (int) nearest.computeIfAbsent(pixels[i] & 0xffffff, colour -> nearest(colour, palette));
        }
        small.getRaster().setDataElements(0, 0, width, height, indexed);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ImageIO.write(small, "png", out);
        return out.toByteArray();
    }

    /** Of colours that can hardly be told from each other the one that is there most; of these the 256 that are. */
    private static int[] palette(int[] pixels) {
        Map<Integer, Map<Integer, Integer>> alike = new HashMap<>();
        for (int pixel : pixels) {
            alike.computeIfAbsent(pixel & 0xf8f8f8, key -> new HashMap<>()).merge(pixel & 0xffffff, 1, Integer::sum);
        }
        List<Map<Integer, Integer>> most = new ArrayList<>(alike.values());
        most.sort(Comparator.comparingInt((Map<Integer, Integer> group) ->
                        group.values().stream().mapToInt(Integer::intValue).sum())
                .reversed());
        return most.stream()
                .limit(COLOURS)
                .mapToInt(group -> group.entrySet().stream()
                        .max(Map.Entry.comparingByValue())
                        .orElseThrow()
                        .getKey())
                .toArray();
    }

    private static int nearest(int colour, int[] palette) {
        int best = 0;
        int distance = Integer.MAX_VALUE;
        for (int i = 0; i < palette.length; i++) {
            int red = (colour >> 16 & 255) - (palette[i] >> 16 & 255);
            int green = (colour >> 8 & 255) - (palette[i] >> 8 & 255);
            int blue = (colour & 255) - (palette[i] & 255);
            int there = red * red + green * green + blue * blue;
            if (there < distance) {
                distance = there;
                best = i;
            }
        }
        return best;
    }
}
