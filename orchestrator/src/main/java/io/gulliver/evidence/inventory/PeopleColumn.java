package io.gulliver.evidence.inventory;

import io.gulliver.domain.estate.ApplicationPeople;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The columns of a sheet of people, in the order in which pages show them. */
public enum PeopleColumn {
    APPLICATION(ApplicationPeople::application),
    BUSINESS_OWNER(ApplicationPeople::businessOwner),
    TECHNICAL_OWNER(ApplicationPeople::technicalOwner),
    DEPUTY(ApplicationPeople::deputy),
    ON_CALL(ApplicationPeople::onCall),
    ESCALATION(ApplicationPeople::escalation);

    private final Function<ApplicationPeople, @Nullable String> value;

    PeopleColumn(Function<ApplicationPeople, @Nullable String> value) {
        this.value = value;
    }

    /** As the header spells it: {@code on_call}. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What stands there, or null. */
    public @Nullable String of(ApplicationPeople people) {
        return value.apply(people);
    }

    static List<String> keys() {
        return Arrays.stream(values()).map(PeopleColumn::key).toList();
    }
}
