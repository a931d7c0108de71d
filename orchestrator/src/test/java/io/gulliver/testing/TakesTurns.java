package io.gulliver.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A class of minutes that shares a run with others of its group: some of them run, which the commit's hash chooses
 * ({@link MatrixSlice}), so that every commit tests others. All run in a part of {@code --long} or with
 * {@code -Dgulliver.slice=all}; a class that is chosen by {@code -Dtest} runs.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(TakesTurns.Condition.class)
public @interface TakesTurns {
    /** Configuration parameter of a launch that runs all of its classes, whose turn it is or not. */
    String ALL = "gulliver.turns.all";

    Group value();

    /** Classes that take turns, by their simple names. */
    enum Group {
        /** Builds of one server that look at one thing each. */
        BUILDS(
                1,
                "AsmReadyTest",
                "BuildGuestFaultsTest",
                "BuildGuestTest",
                "BuildServerTest",
                "CheckHostTest",
                "Ds8000ServerTest",
                "EckdFaultsTest",
                "EckdGuestTest",
                "EckdPartitionTest",
                "GroupedServerTest",
                "GuestReadyTest",
                "InstallHomeTest",
                "InstallLinuxTest",
                "InstalledHomesTest",
                "ResizeServerTest",
                "SizedServerTest"),
        /** Crossings of one database that look at one thing each. */
        CROSSINGS(
                2,
                "AuditCrossTest",
                "BeforeTheOutageTest",
                "ByHandTest",
                "CarryAroundTest",
                "ClusterLandingTest",
                "DataPumpRunTest",
                "DiscoveryRunTest",
                "EstateCrossingTest",
                "FenceRestartTest",
                "ImportFindingsTest",
                "LabMethodsJourneyTest",
                "LedgerCrossesTest",
                "LinkRunTest",
                "OddObjectsCrossTest",
                "PeopleCrossTest",
                "PoliciesCrossTest",
                "SegmentedContentTest",
                "SpaceCrossTest",
                "SqlPlusJobTest"),
        /** Whole chains from evidence to plan. */
        PLANNING(
                1,
                "CapturesReachDecisionsTest",
                "CapturesToSizingTest",
                "ChosenIsRunTest",
                "PlanPreviewTest",
                "RehearsalMeasuresTest"),
        /** The store's server and its copies when they are killed, and what is larger than memory on its way there. */
        STORES(1, "LargeUploadTest", "PostgresKillTest", "StoreBackupTest"),
        /** Every page or route by browser or by hostile input. */
        PAGES(
                1,
                "BadInputTest",
                "BrowserTest",
                "HostileRoutesTest",
                "KeyboardTest",
                "SchemathesisTest",
                "WhatBrowserTest"),
        /** Whole products for ten minutes and more. */
        PROGRAMS(1, "LostEngineIT", "NemesisIT", "ProgramJourneyIT", "ProgramTimeIT", "TwentyBuildsIT"),
        /** Whole products with a run or two. */
        RUNS(
                1,
                "AccessIT",
                "BadLandscapeIT",
                "ClientsIT",
                "DecisionsIT",
                "KilledWorkerIT",
                "LegacyIT",
                "SecretsStayHiddenIT",
                "SharedLandingsIT",
                "VerbsJourneyIT"),
        /** Engines, stores and servers that go away. */
        FAILURES(
                1,
                "CutWorkerIT",
                "EnduranceIT",
                "FullDiskIT",
                "KilledAtEveryEventIT",
                "PostgresDownIT",
                "RecoveredOnAFreshEngineIT",
                "ReplacedEngineIT",
                "StoreDownIT",
                "TamperedEngineIT",
                "TwoServersIT");

        private final int size;
        private final List<String> classes;

        Group(int size, String... classes) {
            this.size = size;
            this.classes = List.of(classes);
        }

        public List<String> classes() {
            return classes;
        }

        /** Those that run now. */
        public List<String> now() {
            return MatrixSlice.of(name(), classes, name -> name, size);
        }
    }

    /** Leaves out the classes whose turn it is not. */
    final class Condition implements ExecutionCondition {
        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            TakesTurns turn = context.getRequiredTestClass().getAnnotation(TakesTurns.class);
            String name = context.getRequiredTestClass().getSimpleName();
            if (turn == null || context.getTestMethod().isPresent()) {
                return ConditionEvaluationResult.enabled("asked of the class");
            }
            if (context.getConfigurationParameter(ALL).isPresent()) {
                return ConditionEvaluationResult.enabled("asked of all");
            }
            if (!System.getProperty("test", "").isEmpty()) {
                return ConditionEvaluationResult.enabled("chosen by name");
            }
            return turn.value().now().contains(name)
                    ? ConditionEvaluationResult.enabled("its turn")
                    : ConditionEvaluationResult.disabled(
                            "another commit's turn; -Dtest=" + name + " or -Dgulliver.slice=all runs it");
        }
    }
}
