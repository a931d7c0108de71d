package io.gulliver.ui.find;

import io.gulliver.domain.people.Right;
import io.gulliver.ui.person.Person;
import org.jspecify.annotations.Nullable;

/** A page, or a form that does something, to which a word leads. The keys are those of their words. */
enum Place {
    PROGRAM("program", "/programs/{}", Right.READ, false),
    DATABASES("databases", "/programs/{}/databases", Right.READ, false),
    PLAN("plan", "/programs/{}/plan", Right.READ, false),
    RISKS("risks", "/programs/{}/risks", Right.READ, false),
    TASKS("tasks", "/tasks", Right.NONE, false),
    ACCESS("access", "/programs/{}/access", Right.READ, false),
    WINDOW("window", "/programs/{}/window", Right.READ, false),
    ASSESSMENT("assessment", "/programs/{}/assessment", Right.READ, false),
    CHANGES("changes", "/programs/{}/changes", Right.READ, false),
    WHAT_IF("what-if", "/what-if", Right.READ, false),
    AUDIT("audit", "/audit", Right.READ, false),
    SETTINGS("settings", "/settings", Right.READ, true),
    PROOFS("proofs", "/settings/proofs", Right.READ, true),
    PREFLIGHT("preflight", "/settings/preflight", null, true),
    PEOPLE("people", "/people", null, true),
    PROGRAMS("programs", "/programs", Right.NONE, false),
    NOTICES("notices", "/me/notices", Right.NONE, false),
    SESSIONS("sessions", "/sessions", Right.NONE, false),
    TOKENS("tokens", "/tokens", Right.NONE, false),
    KEYS("keys", "/keys", Right.NONE, false),
    IMPORT("import", "/programs/{}/inventory", Right.DECIDE, false),
    CHANGE_PLAN("change-plan", "/programs/{}/plan/edit", Right.DECIDE, false),
    ADD_RISK("add-risk", "/programs/{}/risks/new", Right.WORK, false),
    RATES("rates", "/programs/{}/assessment/rates", Right.DECIDE, false),
    PDF("pdf", "/programs/{}/assessment.pdf", Right.READ, false),
    CALENDAR("calendar", "/programs/{}/calendar.ics", Right.READ, false),
    CSV("csv", "/programs/{}/databases.csv", Right.READ, false);

    private final String key;
    private final String path;
    private final @Nullable Right right;
    private final boolean administrators;

    /** @param right that opens it, {@link Right#NONE} for everybody, null for administrators alone */
    Place(String key, String path, @Nullable Right right, boolean administrators) {
        this.key = key;
        this.path = path;
        this.right = right;
        this.administrators = administrators;
    }

    String key() {
        return key;
    }

    /** Whether it does something, rather than shows. */
    boolean does() {
        return compareTo(IMPORT) >= 0;
    }

    /** Its address with that program in it, or null when it is not there for the person. */
    @Nullable
    String address(Person person, @Nullable String program) {
        boolean inProgram = path.contains("{}");
        if (inProgram && program == null) {
            return null;
        }
        boolean open = right == Right.NONE
                || administrators && person.administrator()
                || right != null
                        && (inProgram
                                ? person.access().right(String.valueOf(program)).covers(right)
                                : person.may(right));
        return open ? path.replace("{}", String.valueOf(program)) : null;
    }
}
