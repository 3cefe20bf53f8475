package io.quarkiverse.sqlite;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

import io.quarkiverse.sqlite.engine.DatabaseEngine;
import io.quarkiverse.sqlite.engine.observe.EngineListener;

/**
 * Dependencies point one way: the glue knows the engine, the engine's rooms know the driver seam, and only the seam knows
 * SQLite.
 */
@AnalyzeClasses(packages = "io.quarkiverse.sqlite", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    private static final String API = "io.quarkiverse.sqlite";
    private static final String ENGINE = "io.quarkiverse.sqlite.engine";
    private static final String DRIVER = ENGINE + ".driver..";
    private static final String DECODE = ENGINE + ".decode..";
    private static final String JSON = ENGINE + ".json..";
    private static final String READ = ENGINE + ".read..";
    private static final String WRITE = ENGINE + ".write..";
    private static final String WORK = ENGINE + ".work..";
    private static final String OBSERVE = ENGINE + ".observe..";
    private static final String RUNTIME = "io.quarkiverse.sqlite.runtime..";

    @ArchTest
    static final ArchRule THE_ENGINE_IS_PLAIN_JAVA = classes().that().resideInAPackage(ENGINE + "..").should()
            .onlyDependOnClassesThat().resideInAnyPackage("java..", "org.sqlite..", API, ENGINE + "..");

    @ArchTest
    static final ArchRule ONLY_THE_JNI_DRIVER_KNOWS_SQLITE_JDBC = noClasses().that()
            .resideOutsideOfPackage(ENGINE + ".driver.jni..")
            .should().dependOnClassesThat().resideInAPackage("org.sqlite..");

    @ArchTest
    static final ArchRule NOTHING_KNOWS_THE_GLUE = noClasses().that().resideOutsideOfPackage(RUNTIME).should()
            .dependOnClassesThat().resideInAPackage(RUNTIME);

    @ArchTest
    static final ArchRule THE_API_KNOWS_ONLY_HOW_TO_OPEN_AN_ENGINE = noClasses().that().resideInAPackage(API).should()
            .dependOnClassesThat(resideInAPackage(ENGINE + "..").and(not(
                    describe("the engine and its listener",
                            type -> type.isEquivalentTo(DatabaseEngine.class) || type.isEquivalentTo(EngineListener.class)))));

    @ArchTest
    static final ArchRule ONLY_DATABASE_OPENS_ENGINES = noClasses().that().resideInAPackage(API).and()
            .doNotBelongToAnyOf(Database.class).should().dependOnClassesThat().resideInAPackage(ENGINE + "..");

    @ArchTest
    static final ArchRule DRIVER_KNOWS_ITSELF = onlyKnow(DRIVER, DRIVER);

    @ArchTest
    static final ArchRule THE_SEAM_DOES_NOT_KNOW_WHAT_IS_BEHIND_IT = noClasses().that().resideInAPackage(ENGINE + ".driver")
            .and()
            .doNotHaveSimpleName("Connections").should().dependOnClassesThat().resideInAPackage(ENGINE + ".driver.jni..");

    @ArchTest
    static final ArchRule WORK_KNOWS_ITSELF = onlyKnow(WORK, WORK);

    @ArchTest
    static final ArchRule OBSERVE_KNOWS_DURATIONS = onlyKnow(OBSERVE, OBSERVE, WORK);

    @ArchTest
    static final ArchRule DECODE_KNOWS_THE_DRIVER = onlyKnow(DECODE, DECODE, JSON, DRIVER, WORK);

    @ArchTest
    static final ArchRule JSON_KNOWS_THE_DRIVER = onlyKnow(JSON, JSON, DRIVER, WORK);

    @ArchTest
    static final ArchRule READ_KNOWS_THE_DRIVER_AND_NOT_THE_WRITER = onlyKnow(READ, READ, DECODE, JSON, DRIVER, WORK, OBSERVE);

    @ArchTest
    static final ArchRule WRITE_KNOWS_THE_DRIVER_AND_NOT_THE_READERS = onlyKnow(WRITE, WRITE, DECODE, JSON, DRIVER, WORK,
            OBSERVE);

    @ArchTest
    static final ArchRule ROOMS_ARE_FREE_OF_CYCLES = slices().matching(ENGINE + ".(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule MICROMETER_STAYS_WHERE_IT_IS_OPTIONAL = noClasses().that()
            .resideOutsideOfPackage("io.quarkiverse.sqlite.runtime.metrics..").should().dependOnClassesThat()
            .resideInAPackage("io.micrometer..");

    @ArchTest
    static final ArchRule REST_STAYS_WHERE_IT_IS_OPTIONAL = noClasses().that()
            .resideOutsideOfPackage("io.quarkiverse.sqlite.runtime.rest..").should().dependOnClassesThat()
            .resideInAnyPackage("jakarta.ws.rs..", "org.jboss.resteasy..");

    private static ArchRule onlyKnow(String room, String... rooms) {
        return noClasses().that().resideInAPackage(room).should()
                .dependOnClassesThat(resideInAPackage(ENGINE + "..").and(not(resideInAnyPackage(rooms))));
    }
}
