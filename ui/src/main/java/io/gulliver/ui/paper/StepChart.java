package io.gulliver.ui.paper;

import com.openhtmltopdf.extend.FSObjectDrawer;
import com.openhtmltopdf.extend.FSObjectDrawerFactory;
import com.openhtmltopdf.extend.OutputDevice;
import com.openhtmltopdf.render.RenderingContext;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.Shape;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * Draws an {@code <object type="application/x-steps">}: lines that go in steps, in a box of 1000 by 150, over shaded times and
 * lines of a grid. Its children are {@code param}s: {@code name} says what ({@code band}, {@code row}, {@code now},
 * {@code planned}, {@code forecast}, {@code actual}), {@code value} where: a path of {@code M}, {@code H} and {@code V}, a height,
 * or percents of the width with a space between. Words stand beside it on the page, as text.
 */
final class StepChart implements FSObjectDrawer, FSObjectDrawerFactory {
    private static final String TYPE = "application/x-steps";
    private static final double WIDTH = 1000;
    private static final double HEIGHT = 150;
    private static final Pattern STEP = Pattern.compile("([MHV])([0-9.]+)(?: ([0-9.]+))?");
    private static final Color SHADE = new Color(0xe4e6df);
    private static final Color LINE = new Color(0xc2c6bd);
    private static final Color INK = new Color(0x14191a);
    private static final Color PLAN = new Color(0x8a9193);
    private static final Color ACROSS = new Color(0x0f6b6b);

    @Override
    public @Nullable FSObjectDrawer createDrawer(Element element) {
        return isReplacedObject(element) ? this : null;
    }

    @Override
    public boolean isReplacedObject(Element element) {
        return element.getAttribute("type").equals(TYPE);
    }

    @Override
    public @Nullable Map<Shape, String> drawObject(
            Element chart,
            double x,
            double y,
            double width,
            double height,
            OutputDevice device,
            RenderingContext context,
            int dotsPerPixel) {
        device.drawWithGraphics((float) x, (float) y, (float) width, (float) height, graphics -> {
            graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
            double across = width / dotsPerPixel / WIDTH;
            double down = height / dotsPerPixel / HEIGHT;
            for (Node node = chart.getFirstChild(); node != null; node = node.getNextSibling()) {
                if (node instanceof Element part) {
                    draw(graphics, part.getAttribute("name"), part.getAttribute("value"), across, down);
                }
            }
        });
        return null;
    }

    private static void draw(Graphics2D graphics, String name, String value, double across, double down) {
        if (value.isEmpty()) {
            return;
        }
        switch (name) {
            case "band" -> {
                String[] places = value.split(" ");
                graphics.setPaint(SHADE);
                graphics.fill(new Rectangle2D.Double(
                        percent(places[0]) * across, 0, percent(places[1]) * across, HEIGHT * down));
            }
            case "row" -> {
                double height = Double.parseDouble(value) * down;
                line(graphics, new Line2D.Double(0, height, WIDTH * across, height), LINE, 0.5f);
            }
            case "now" -> {
                double place = percent(value) * across;
                line(graphics, new Line2D.Double(place, 0, place, HEIGHT * down), INK, 0.75f);
            }
            case "planned" -> line(graphics, path(value, across, down), PLAN, 1f);
            case "forecast" -> line(graphics, path(value, across, down), ACROSS, 1f, 3f, 2f);
            case "actual" -> line(graphics, path(value, across, down), ACROSS, 2f);
            default -> throw new IllegalArgumentException("A chart in steps has no part '" + name + "'");
        }
    }

    private static void line(Graphics2D graphics, Shape shape, Color color, float width, float... dash) {
        graphics.setPaint(color);
        graphics.setStroke(new BasicStroke(
                width, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER, 10f, dash.length == 0 ? null : dash, 0f));
        graphics.draw(shape);
    }

    private static double percent(String place) {
        return Double.parseDouble(place.replace("%", "")) / 100 * WIDTH;
    }

    private static Path2D path(String steps, double across, double down) {
        Path2D path = new Path2D.Double();
        Matcher step = STEP.matcher(steps);
        while (step.find()) {
            double value = Double.parseDouble(step.group(2));
            switch (step.group(1)) {
                case "M" -> path.moveTo(value * across, Double.parseDouble(step.group(3)) * down);
                case "H" -> path.lineTo(value * across, path.getCurrentPoint().getY());
                default -> path.lineTo(path.getCurrentPoint().getX(), value * down);
            }
        }
        return path;
    }
}
