package io.gulliver.ui.start;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.bind.validation.BindValidationException;
import org.springframework.boot.context.properties.bind.validation.ValidationErrors;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.origin.Origin;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.validation.FieldError;
import org.springframework.validation.ObjectError;

/**
 * Says which setting is wrong, in which file and line, why, and what to do. Spring Boot's own words would repeat the
 * value, and people paste passwords where references belong.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
public final class SettingsFailureAnalyzer implements FailureAnalyzer {
    private static final Pattern NAME = Pattern.compile("gulliver(?:\\.[A-Za-z0-9-]+|\\[[^\\]]+\\])+");
    /** How Spring Boot writes a place in a file. */
    private static final Pattern FILE = Pattern.compile(".*\\[(?:file:)?(/[^\\]]+)\\] - (\\d+):(\\d+).*");

    private static final String ACTION =
            "Correct the settings (docs/operations.md lists them) and start again. Nothing was changed.";

    @Override
    public @Nullable FailureAnalysis analyze(Throwable failure) {
        List<String> problems = new ArrayList<>();
        Throwable root = failure;
        BindException bind = null;
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            root = cause;
            if (cause instanceof BindException found) {
                bind = found;
            }
            if (cause instanceof BindValidationException invalid) {
                validation(invalid.getValidationErrors(), problems);
                break;
            }
            if (cause instanceof UnboundConfigurationPropertiesException unknown) {
                unknown.getUnboundProperties()
                        .forEach(property -> problems.add(property.getName() + where(property.getOrigin())
                                + ": there is no setting of this name."));
                break;
            }
        }
        if (problems.isEmpty() && bind != null && bind.getName().toString().startsWith("gulliver")) {
            ConfigurationProperty property = bind.getProperty();
            problems.add(bind.getName() + where(property == null ? null : property.getOrigin()) + ": "
                    + (property == null || hidden(bind.getName().toString())
                            ? "the value"
                            : "'" + property.getValue() + "'")
                    + " cannot be read as " + plain(bind) + ".");
        }
        if (problems.isEmpty()) {
            return null;
        }
        return new FailureAnalysis("Settings are wrong:\n  - " + String.join("\n  - ", problems), ACTION, root);
    }

    private static void validation(ValidationErrors errors, List<String> problems) {
        for (ObjectError error : errors.getAllErrors()) {
            if (error instanceof FieldError field) {
                String name = errors.getName() + "." + field.getField();
                Object value = field.getRejectedValue();
                problems.add(dashed(name) + where(origin(name, errors.getBoundProperties())) + ": "
                        + (value == null ? "" : hidden(name) ? "what is written there " : "'" + value + "' ")
                        + field.getDefaultMessage() + ".");
            } else {
                String text = String.valueOf(error.getDefaultMessage());
                if (text.equals("null")) {
                    text = String.valueOf(error.getCode());
                }
                Matcher name = NAME.matcher(text);
                problems.add(text + (name.find() ? where(origin(name.group(), errors.getBoundProperties())) : ""));
            }
        }
    }

    /** Where the setting stands, or the first one below it. */
    private static @Nullable Origin origin(String name, Set<ConfigurationProperty> bound) {
        String wanted = flat(name);
        Origin below = null;
        for (ConfigurationProperty property : bound) {
            String candidate = flat(property.getName().toString());
            if (candidate.equals(wanted)) {
                return property.getOrigin();
            }
            if (below == null && candidate.startsWith(wanted + ".")) {
                below = property.getOrigin();
            }
        }
        // Of a setting that is missing, its neighbours at least.
        int dot = wanted.lastIndexOf('.');
        return below != null || dot < "gulliver".length() ? below : origin(wanted.substring(0, dot), bound);
    }

    private static String flat(String name) {
        return name.replaceAll("\\[([^\\]]+)\\]", ".$1").replace("-", "").toLowerCase(Locale.ROOT);
    }

    private static String dashed(String name) {
        return name.replaceAll("([a-z])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT);
    }

    private static boolean hidden(String name) {
        return flat(name).matches(".*(secret|password|token)");
    }

    private static String where(@Nullable Origin origin) {
        if (origin == null) {
            return "";
        }
        Matcher file = FILE.matcher(origin.toString());
        if (file.matches()) {
            return " (" + file.group(1) + ", line " + file.group(2) + ", column " + file.group(3) + ")";
        }
        // Our own defaults stand in the program; nobody can correct them there.
        return origin.toString().startsWith("class path") ? "" : " (" + origin + ")";
    }

    private static String plain(BindException bind) {
        Class<?> type = bind.getTarget().getType().resolve(Object.class);
        if (type == int.class || type == Integer.class || type == long.class) {
            return "a whole number";
        }
        if (type == boolean.class || type == Boolean.class) {
            return "true or false";
        }
        return switch (type.getSimpleName()) {
            case "Duration" -> "a span of time such as 30s";
            case "URI" -> "an address such as https://host:port";
            case "Map" -> "names with settings below them";
            case "List" -> "a list";
            case "String" -> "text";
            default -> "what belongs there (" + type.getSimpleName() + ")";
        };
    }
}
