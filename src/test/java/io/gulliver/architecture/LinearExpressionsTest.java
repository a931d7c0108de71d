package io.gulliver.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Map;
import java.util.Set;

/**
 * Rooms that see bytes of people and of systems search them by RE2J, whose time grows with the text and not faster. The
 * expressions of the JDK search by trial: 21 KB held a thread for a quarter of a minute.
 */
@AnalyzeClasses(packages = "io.gulliver", importOptions = ImportOption.DoNotIncludeTests.class)
class LinearExpressionsTest {
    /** Reviewed: what each of them searches is short, ours, or searched by an expression of fixed length. */
    private static final Map<String, String> REVIEWED = Map.of(
            "io.gulliver.playbook.PlaybookLibrary", "names of files of the installation",
            "io.gulliver.playbook.YamlDocument", "pointers that the program makes, and digits",
            "io.gulliver.playbook.expression.Condition", "split at one sign; expressions have a limit on their length",
            "io.gulliver.ui.whatif.FormView", "names of the page's own fields",
            "io.gulliver.ui.whatif.Prefill", "names of facts, up to 100 characters",
            "io.gulliver.secret.SecretRegistry", "%XX and \\uXXXX, of fixed length",
            "io.gulliver.secret.SecretSource", "the end of a file that the operator names");

    private static final Set<String> BY_STRING = Set.of("matches", "replaceAll", "replaceFirst", "split");

    @ArchTest
    static final ArchRule bytesOfOthersAreSearchedInLinearTime = noClasses()
            .that(DescribedPredicate.describe(
                    "see what people and systems send", LinearExpressionsTest::seesWhatOthersSend))
            .should()
            .dependOnClassesThat()
            .resideInAPackage("java.util.regex..")
            .orShould()
            .callMethodWhere(DescribedPredicate.describe(
                    "compiles an expression of the JDK", LinearExpressionsTest::compilesByString));

    private static boolean seesWhatOthersSend(JavaClass type) {
        JavaClass outer = type;
        while (outer.getEnclosingClass().isPresent()) {
            outer = outer.getEnclosingClass().get();
        }
        String name = outer.getName();
        return !REVIEWED.containsKey(name)
                && (name.startsWith("io.gulliver.evidence.")
                        || name.startsWith("io.gulliver.playbook.")
                        || name.startsWith("io.gulliver.assessment.connections.")
                        || name.startsWith("io.gulliver.secret.")
                        || name.startsWith("io.gulliver.ui.whatif.")
                        || name.startsWith("io.gulliver.ui.logging.")
                        || name.startsWith("io.gulliver.service.collection.EvidenceService")
                        || name.equals("io.gulliver.service.collection.InventoryImport")
                        || name.equals("io.gulliver.service.collection.RedactedUpload")
                        || name.equals("io.gulliver.service.collection.IntakeGate")
                        || name.startsWith("io.gulliver.adapter.http."));
    }

    private static boolean compilesByString(JavaMethodCall call) {
        return call.getTargetOwner().isEquivalentTo(String.class)
                && BY_STRING.contains(call.getTarget().getName());
    }
}
