package io.gulliver.ui.start;

import jakarta.validation.ConstraintViolation;
import jakarta.validation.Validation;
import jakarta.validation.ValidatorFactory;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.AbstractBindHandler;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.handler.IgnoreTopLevelConverterNotFoundBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.origin.Origin;
import org.springframework.core.ResolvableType;
import org.springframework.core.env.Environment;
import org.springframework.core.env.StandardEnvironment;

/**
 * Everything that is wrong with the settings of {@code gulliver}, at once: Spring Boot stops at the first value that it
 * cannot read, and says unknown names only when there is none. Each problem has file and line, and what is allowed; no value
 * of a secret is repeated.
 */
final class SettingsCheck {
    private static final String PREFIX = "gulliver";
    private static final Pattern NAME = Pattern.compile("gulliver(?:\\.[A-Za-z0-9-]+|\\[[^\\]]+\\])+");
    /** How Spring Boot writes a place in a file. */
    private static final Pattern FILE = Pattern.compile(".*\\[(?:file:)?(/[^\\]]+)\\] - (\\d+):(\\d+).*");

    private final Environment environment;
    private final Set<ConfigurationProperty> bound = new LinkedHashSet<>();
    private final Set<String> unreadable = new TreeSet<>();
    private final List<String> problems = new ArrayList<>();

    private SettingsCheck(Environment environment) {
        this.environment = environment;
    }

    /** All problems, or none. */
    static List<String> problems(Environment environment) {
        SettingsCheck check = new SettingsCheck(environment);
        check.unknown();
        GulliverSettings settings = check.bind();
        if (settings != null) {
            check.validate(settings);
        }
        return List.copyOf(new LinkedHashSet<>(check.problems));
    }

    /** Names that there are not, of files and of the command line; an environment holds what is not meant for us. */
    private void unknown() {
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            String kind = String.valueOf(source.getUnderlyingSource());
            if (!(source instanceof IterableConfigurationPropertySource names)
                    || kind.contains(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME)
                    || kind.contains(StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME)) {
                continue;
            }
            for (ConfigurationPropertyName name : names) {
                String text = name.toString();
                if (text.startsWith(PREFIX + ".") && SettingsNames.unknown(text).isPresent()) {
                    ConfigurationProperty property = source.getConfigurationProperty(name);
                    problems.add(text + where(property == null ? null : property.getOrigin())
                            + ": there is no setting of this name." + SettingsNames.instead(text));
                }
            }
        }
    }

    private @Nullable GulliverSettings bind() {
        BindHandler lenient = new AbstractBindHandler(new IgnoreTopLevelConverterNotFoundBindHandler()) {
            @Override
            public @Nullable Object onSuccess(
                    ConfigurationPropertyName name, Bindable<?> target, BindContext context, Object result) {
                keep(context);
                return result;
            }

            @Override
            public @Nullable Object onFailure(
                    ConfigurationPropertyName name, Bindable<?> target, BindContext context, Exception error) {
                keep(context);
                ConfigurationProperty property = context.getConfigurationProperty();
                if (property == null) {
                    property = bindProperty(error);
                }
                // of a value within a list or a map, the innermost says it
                if (unreadable.stream().noneMatch(known -> known.startsWith(flat(name.toString())))) {
                    unreadable.add(flat(name.toString()));
                    problems.add(name + where(property == null ? null : property.getOrigin()) + ": "
                            + (property == null || hidden(name.toString())
                                    ? "the value"
                                    : "'" + property.getValue() + "'")
                            + " cannot be read as " + wanted(target.getType()) + ".");
                }
                return null; // its default, so that the rest is read too
            }
        };
        try {
            return Binder.get(environment).bindOrCreate(PREFIX, Bindable.of(GulliverSettings.class), lenient);
        } catch (RuntimeException e) {
            return null; // what was found so far stands
        }
    }

    private void keep(BindContext context) {
        if (context.getConfigurationProperty() != null) {
            bound.add(context.getConfigurationProperty());
        }
    }

    private static @Nullable ConfigurationProperty bindProperty(Exception error) {
        return error instanceof BindException bind ? bind.getProperty() : null;
    }

    private void validate(GulliverSettings settings) {
        try (ValidatorFactory validators = Validation.buildDefaultValidatorFactory()) {
            validators.getValidator().validate(settings).stream()
                    .sorted(Comparator.comparing(
                            violation -> violation.getPropertyPath().toString()))
                    .forEach(this::violated);
        }
        try {
            SettingsRules.problems(settings, environment.getProperty("server.address"))
                    .forEach(problem -> {
                        Matcher name = NAME.matcher(problem);
                        String about = name.find() ? name.group() : "";
                        if (!isUnreadable(about)) {
                            problems.add(problem + (about.isEmpty() ? "" : where(origin(about))));
                        }
                    });
        } catch (RuntimeException e) {
            // A rule that stumbles over what is missing: that is said already.
            if (problems.isEmpty()) {
                throw e;
            }
        }
    }

    private void violated(ConstraintViolation<GulliverSettings> violation) {
        String name = PREFIX + "." + violation.getPropertyPath().toString().replaceAll("\\.<[^>]*>", "");
        if (isUnreadable(name)) {
            return;
        }
        Object value = violation.getInvalidValue();
        problems.add(dashed(name) + where(origin(name)) + ": "
                + (value == null ? "" : hidden(name) ? "what is written there " : "'" + value + "' ")
                + violation.getMessage() + ".");
    }

    private boolean isUnreadable(String name) {
        return unreadable.contains(flat(name));
    }

    /** Where the setting stands, or the first one below it. */
    private @Nullable Origin origin(String name) {
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
        return below != null || dot < PREFIX.length() ? below : origin(wanted.substring(0, dot));
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

    static String where(@Nullable Origin origin) {
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

    private static String wanted(ResolvableType target) {
        Class<?> type = target.resolve(Object.class);
        Class<?> element = target.getGeneric(0).resolve();
        if (Collection.class.isAssignableFrom(type) && element != null && element.isEnum()) {
            return "a list of " + words(element);
        }
        if (type == int.class || type == Integer.class || type == long.class) {
            return "a whole number";
        }
        if (type == boolean.class || type == Boolean.class) {
            return "true or false";
        }
        if (type.isEnum()) {
            return "one of " + words(type);
        }
        return switch (type.getSimpleName()) {
            case "Duration" -> "a span of time such as 30s";
            case "DataSize" -> "a size such as 500MB";
            case "Path" -> "a path";
            case "URI" -> "an address such as https://host:port";
            case "Map" -> "names with settings below them";
            case "List", "Set" -> "a list";
            case "String" -> "text";
            default -> "settings with names of their own below it";
        };
    }

    private static String words(Class<?> choice) {
        List<String> words = new ArrayList<>();
        for (Object one : choice.getEnumConstants()) {
            words.add(((Enum<?>) one).name().toLowerCase(Locale.ROOT));
        }
        return String.join(", ", words);
    }
}
