package io.gulliver.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.gulliver.domain.people.RuleViolation;
import io.gulliver.persistence.RefusedException;
import io.gulliver.secret.SecretRegistry;
import java.util.Set;

/** The rooms of the house and the arrows between them, as {@code docs/architecture.md} draws them. */
@AnalyzeClasses(packages = "io.gulliver", importOptions = ImportOption.DoNotIncludeTests.class)
class ModularityTest {
    private static final String[] PURE = {
        "io.gulliver.domain..",
        "io.gulliver.evidence..",
        "io.gulliver.planning..",
        "io.gulliver.assessment..",
        "io.gulliver.interpreter.."
    };

    private static final String[] OUTSIDE = {
        "org.springframework..",
        "java.sql..",
        "javax.sql..",
        "java.net.http..",
        "java.nio.file..",
        "io.temporal..",
        "dev.cel.."
    };

    @ArchTest
    static final ArchRule pureRoomsTouchNothingOutside = noClasses()
            .that()
            .resideInAnyPackage(PURE)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(OUTSIDE);

    @ArchTest
    static final ArchRule pureRoomsOpenNoFile = noClasses()
            .that()
            .resideInAnyPackage(PURE)
            .should()
            .dependOnClassesThat(DescribedPredicate.describe(
                    "open files", type -> type.getName().matches("java\\.io\\.(File(?!NotFound).*|RandomAccessFile)")));

    @ArchTest
    static final ArchRule pureRoomsNeverAskForTheTime = noClasses()
            .that()
            .resideInAnyPackage(PURE)
            .should()
            .callMethodWhere(DescribedPredicate.describe(
                    "asks for the time of the day",
                    call -> call.getTarget().getName().equals("now")
                            && call.getTargetOwner().getPackageName().startsWith("java.time")))
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(java.time.Clock.class)
            .orShould()
            .dependOnClassesThat()
            .haveNameMatching("java\\.util\\.(Date|Calendar|Timer.*|Random)")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(Math.class, "random")
            .orShould()
            .callMethod(java.util.UUID.class, "randomUUID");

    @ArchTest
    static final ArchRule domainKnowsOnlyItself = noClasses()
            .that()
            .resideInAPackage("io.gulliver.domain..")
            .should()
            .dependOnClassesThat(gulliverOutside("io.gulliver.domain"));

    @ArchTest
    static final ArchRule evidenceAndPlanningKnowOnlyTheDomain = noClasses()
            .that()
            .resideInAnyPackage("io.gulliver.evidence..", "io.gulliver.planning..")
            .should()
            .dependOnClassesThat(gulliverOutside("io.gulliver.domain", "io.gulliver.evidence", "io.gulliver.planning"))
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule contractsKnowOnlyTheDomain = noClasses()
            .that()
            .resideInAPackage("io.gulliver.contract..")
            .should()
            .dependOnClassesThat(gulliverOutside("io.gulliver.domain", "io.gulliver.contract"));

    @ArchTest
    static final ArchRule theInterpreterKnowsContractsAlone = noClasses()
            .that()
            .resideInAPackage("io.gulliver.interpreter..")
            .should()
            .dependOnClassesThat(
                    gulliverOutside("io.gulliver.domain", "io.gulliver.contract", "io.gulliver.interpreter"));

    @ArchTest
    static final ArchRule workflowsAreAThinShell = noClasses()
            .that()
            .resideInAPackage("io.gulliver.workflow..")
            .should()
            .dependOnClassesThat(gulliverOutside(
                    "io.gulliver.domain", "io.gulliver.contract", "io.gulliver.interpreter", "io.gulliver.workflow"))
            .orShould()
            .dependOnClassesThat()
            .resideInAnyPackage("org.springframework..", "dev.cel..", "tools.jackson.dataformat..", "com.networknt..");

    @ArchTest
    static final ArchRule playbooksKnowTheDomainAndTheContracts = noClasses()
            .that()
            .resideInAPackage("io.gulliver.playbook..")
            .should()
            .dependOnClassesThat(gulliverOutside("io.gulliver.domain", "io.gulliver.contract", "io.gulliver.playbook"));

    @ArchTest
    static final ArchRule storesDecideNothing = noClasses()
            .that()
            .resideInAPackage("io.gulliver.persistence..")
            .should()
            .dependOnClassesThat(gulliverOutside(
                    "io.gulliver.domain",
                    "io.gulliver.contract",
                    "io.gulliver.persistence",
                    "io.gulliver.process",
                    // an audit row tells values, and blanks secrets among them
                    "io.gulliver.secret"));

    /** A store asks a rule of the domain inside its transaction, and words no refusal of its own. */
    @ArchTest
    static final ArchRule noRuleIsInAStore = noClasses()
            .that(DescribedPredicate.describe(
                    "are in a room of the store", type -> type.getPackageName().startsWith("io.gulliver.persistence.")))
            .should()
            .callConstructor(RefusedException.class, RuleViolation.Kind.class, String.class)
            .orShould()
            .callConstructor(RuleViolation.class, RuleViolation.Kind.class, String.class)
            .orShould()
            .callMethodWhere(DescribedPredicate.describe(
                    "words a violation",
                    call -> call.getTargetOwner().isEquivalentTo(RuleViolation.class)
                            && call.getName().startsWith("not")));

    /** A service names the stores that it uses; only who wires has all of them in hand. */
    @ArchTest
    static final ArchRule onlyWiringHoldsAllStores = noClasses()
            .that()
            .resideOutsideOfPackages(
                    "io.gulliver.persistence.wiring..",
                    "io.gulliver.service.wiring..",
                    // the tests beside this one, and what tests share
                    "io.gulliver.conformance..",
                    "io.gulliver.testing..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.gulliver.persistence.wiring..");

    @ArchTest
    static final ArchRule childProcessesKnowNothingOfGulliver = noClasses()
            .that()
            .resideInAPackage("io.gulliver.process..")
            .should()
            .dependOnClassesThat(gulliverOutside("io.gulliver.process"));

    @ArchTest
    static final ArchRule activitiesNeverTouchTheStore = noClasses()
            .that()
            .resideInAPackage("io.gulliver.activity..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.gulliver.persistence..", "io.gulliver.lab..", "java.sql..", "javax.sql..");

    @ArchTest
    static final ArchRule adaptersKnowNothingOfGulliver = noClasses()
            .that()
            .resideInAPackage("io.gulliver.adapter..")
            .should()
            .dependOnClassesThat(gulliverOutside("io.gulliver.adapter")
                    .and(DescribedPredicate.not(JavaClass.Predicates.type(SecretRegistry.class)))
                    .and(DescribedPredicate.not(
                            JavaClass.Predicates.resideInAPackage("io.gulliver.trust")))); // whom to trust over TLS

    @ArchTest
    static final ArchRule trustKnowsNothingOfGulliver = noClasses()
            .that()
            .resideInAPackage("io.gulliver.trust..")
            .should()
            .dependOnClassesThat(gulliverOutside("io.gulliver.trust"));

    @ArchTest
    static final ArchRule adaptersKnowOnlyThemselvesAndHttp = slices().matching("io.gulliver.adapter.(*)..")
            .should()
            .notDependOnEachOther()
            .ignoreDependency(
                    DescribedPredicate.alwaysTrue(), JavaClass.Predicates.resideInAPackage("io.gulliver.adapter.http"));

    @ArchTest
    static final ArchRule theCommandLineKnowsNothingOfGulliver = noClasses()
            .that()
            .resideInAPackage("io.gulliver.ctl..")
            .should()
            .dependOnClassesThat(gulliverOutside("io.gulliver.ctl"))
            .orShould()
            .dependOnClassesThat()
            .resideInAnyPackage("org.springframework..");

    @ArchTest
    static final ArchRule nothingDependsOnTheCommandLine = noClasses()
            .that()
            .resideOutsideOfPackage("io.gulliver.ctl..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.gulliver.ctl..");

    @ArchTest
    static final ArchRule theLabKnowsNoAdapterAndNothingDependsOnIt = noClasses()
            .that()
            .resideInAPackage("io.gulliver.lab..")
            .should()
            .dependOnClassesThat(gulliverOutside("io.gulliver.lab"));

    @ArchTest
    static final ArchRule nothingDependsOnTheLab = noClasses()
            .that()
            .resideOutsideOfPackage("io.gulliver.lab..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.gulliver.lab..");

    @ArchTest
    static final ArchRule pagesImportNoHands = noClasses()
            .that()
            .resideInAPackage("io.gulliver.ui..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.gulliver.activity..", "io.gulliver.adapter..", "io.gulliver.lab..");

    /** What may be seen of the store beside its views: how it refuses, how it is, and whose connections a thread uses. */
    @ArchTest
    static final ArchRule pagesReadByViewsAndActByServices = noClasses()
            .that()
            .resideInAPackage("io.gulliver.ui..")
            .should()
            .dependOnClassesThat(DescribedPredicate.describe(
                    "hold or change rows",
                    type -> type.getPackageName().startsWith("io.gulliver.persistence")
                            && !type.getPackageName().equals("io.gulliver.persistence.view")
                            && !(type.getPackageName().equals("io.gulliver.persistence")
                                    && (type.isAssignableTo(Throwable.class)
                                            || type.getName()
                                                    .matches(".*\\.(StoreHealth|StoreLane|StoreTrouble)(\\$.*)?")))))
            .orShould()
            .dependOnClassesThat()
            .resideInAnyPackage("java.sql..", "javax.sql..", "org.springframework.jdbc..");

    /** What changes the plan is one method of a service, which writes and replans; only a person who asks for it replans alone. */
    @ArchTest
    static final ArchRule pagesLeaveDecisionsToTheServices = noClasses()
            .that()
            .resideInAPackage("io.gulliver.ui..")
            .should()
            .callMethodWhere(
                    DescribedPredicate.describe("replans, or imports past its service", ModularityTest::decides));

    private static boolean decides(JavaMethodCall call) {
        String method = call.getTarget().getName();
        return switch (call.getTargetOwner().getName()) {
            case "io.gulliver.service.planning.PlanService" ->
                method.equals("replan") && !call.getOriginOwner().getName().equals("io.gulliver.ui.api.EstateApi");
            case "io.gulliver.service.collection.InventoryImport" -> method.equals("apply");
            default -> false;
        };
    }

    @ArchTest
    static final ArchRule noPackageGoesRoundInACircle =
            slices().matching("io.gulliver.(**)").should().beFreeOfCycles();

    /** Whoever opens the map decides anew what a wrong member means; those listed show or store it as it was typed. */
    @ArchTest
    static final ArchRule thePolicyOfAProgramIsReadInOnePlace = noClasses()
            .that(DescribedPredicate.describe(
                    "neither read the policy nor show or store it as it was typed",
                    type -> !Set.of(
                                    "io.gulliver.assessment.policy.ProgramPolicy",
                                    "io.gulliver.persistence.program.JdbcProgramStore",
                                    "io.gulliver.ui.api.ProgramApi",
                                    "io.gulliver.ui.api.ProgramApi$ProgramBody")
                            .contains(type.getName())))
            .should()
            .accessTargetWhere(DescribedPredicate.describe(
                    "the map of a program's policy",
                    access -> access.getTargetOwner().getName().equals("io.gulliver.domain.program.Program")
                            && access.getName().equals("policy")
                            && !access.getOriginOwner().equals(access.getTargetOwner())));

    /** Whoever reaches the engine writes there, and nothing opens it by our codec: it must not decide anything. */
    @ArchTest
    static final ArchRule whatAnybodyCanWriteBesideAnInputIsNeverRead = noClasses()
            .should()
            .callMethodWhere(DescribedPredicate.describe(
                    "reads memo, search attributes, headers, heartbeat details or the result of an earlier run",
                    call -> call.getTargetOwner().getPackageName().startsWith("io.temporal.")
                            && call.getTarget()
                                    .getName()
                                    .matches("getMemo|get(Typed)?SearchAttributes?|getHeader"
                                            + "|get(Last)?HeartbeatDetails|getLastCompletionResult"
                                            + "|getPreviousRunFailure")));

    @ArchTest
    static final ArchRule everyPackageSaysWhatItIsFor =
            classes().that().areNotMemberClasses().should(HavePackageSentence.condition());

    private static DescribedPredicate<JavaClass> gulliverOutside(String... allowed) {
        return DescribedPredicate.describe("are Gulliver's but outside " + String.join(", ", allowed), candidate -> {
            String name = candidate.getPackageName();
            if (!name.startsWith("io.gulliver")) {
                return false;
            }
            for (String room : allowed) {
                if (name.equals(room) || name.startsWith(room + ".")) {
                    return false;
                }
            }
            return true;
        });
    }
}
