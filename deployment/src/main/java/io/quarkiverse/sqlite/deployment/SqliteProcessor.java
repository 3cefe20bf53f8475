package io.quarkiverse.sqlite.deployment;

import java.util.List;
import java.util.Optional;
import java.util.Set;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Default;
import jakarta.ws.rs.RuntimeType;
import jakarta.ws.rs.core.MediaType;

import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.ClassType;
import org.jboss.jandex.DotName;

import io.quarkiverse.sqlite.Database;
import io.quarkiverse.sqlite.JsonBytes;
import io.quarkiverse.sqlite.SqliteDatabase;
import io.quarkiverse.sqlite.runtime.DatabaseKeys;
import io.quarkiverse.sqlite.runtime.SqliteRecorder;
import io.quarkiverse.sqlite.runtime.config.SqliteBuildTimeConfig;
import io.quarkus.arc.BeanDestroyer;
import io.quarkus.arc.deployment.AdditionalBeanBuildItem;
import io.quarkus.arc.deployment.BeanDiscoveryFinishedBuildItem;
import io.quarkus.arc.deployment.SyntheticBeanBuildItem;
import io.quarkus.arc.processor.DotNames;
import io.quarkus.arc.processor.InjectionPointInfo;
import io.quarkus.deployment.Capabilities;
import io.quarkus.deployment.Capability;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.annotations.ExecutionTime;
import io.quarkus.deployment.annotations.Record;
import io.quarkus.deployment.builditem.ApplicationInfoBuildItem;
import io.quarkus.deployment.builditem.FeatureBuildItem;
import io.quarkus.deployment.builditem.ModuleEnableNativeAccessBuildItem;
import io.quarkus.deployment.metrics.MetricsCapabilityBuildItem;
import io.quarkus.resteasy.reactive.spi.MessageBodyWriterBuildItem;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.runtime.metrics.MetricsFactory;

/** Finds the databases that an application uses and makes a bean of each. */
class SqliteProcessor {

    private static final DotName DATABASE = DotName.createSimple(Database.class);
    private static final DotName QUALIFIER = DotName.createSimple(SqliteDatabase.class);
    private static final DotName METER_REGISTRY = DotName.createSimple("io.micrometer.core.instrument.MeterRegistry");

    /** By name: it can be loaded only where Quarkus REST is. */
    private static final String JSON_BYTES_WRITER = "io.quarkiverse.sqlite.runtime.rest.JsonBytesWriter";

    @BuildStep
    FeatureBuildItem feature() {
        return new FeatureBuildItem("sqlite");
    }

    /** sqlite-jdbc loads a native library, for which Java 24 and later warn unless the jar's manifest allows it. */
    @BuildStep
    ModuleEnableNativeAccessBuildItem nativeAccess() {
        return new ModuleEnableNativeAccessBuildItem("org.xerial.sqlitejdbc");
    }

    /** Else it is no qualifier. */
    @BuildStep
    AdditionalBeanBuildItem qualifier() {
        return AdditionalBeanBuildItem.builder().addBeanClass(SqliteDatabase.class).build();
    }

    /** A REST method that returns JSON bytes sends them as they are. */
    @BuildStep
    void jsonBytes(Capabilities capabilities, BuildProducer<MessageBodyWriterBuildItem> writers,
            BuildProducer<AdditionalBeanBuildItem> beans) {
        if (capabilities.isPresent(Capability.RESTEASY_REACTIVE)) {
            beans.produce(AdditionalBeanBuildItem.builder().addBeanClass(JSON_BYTES_WRITER).setUnremovable()
                    .setDefaultScope(DotNames.SINGLETON).build());
            writers.produce(new MessageBodyWriterBuildItem.Builder(JSON_BYTES_WRITER, JsonBytes.class.getName())
                    .setMediaTypeStrings(List.of(MediaType.APPLICATION_JSON)).setRuntimeType(RuntimeType.SERVER)
                    .setBuiltin(true)
                    .build());
        }
    }

    @BuildStep
    void databases(BeanDiscoveryFinishedBuildItem beans, BuildProducer<SqliteDatabaseBuildItem> databases) {
        Set<String> names = ConfiguredDatabases.names();
        for (InjectionPointInfo point : beans.getInjectionPoints()) {
            if (!DATABASE.equals(point.getRequiredType().name())) {
                continue;
            }
            if (point.hasDefaultedQualifier()) {
                names.add(Database.DEFAULT_NAME);
            }
            AnnotationInstance qualifier = point.getRequiredQualifier(QUALIFIER);
            if (qualifier != null) {
                names.add(qualifier.value().asString());
            }
        }
        for (String name : names) {
            if (name.isBlank()) {
                throw new ConfigurationException("A SQLite database needs a name: @SqliteDatabase(\"" + name + "\") has none",
                        Set.of(DatabaseKeys.key(name, "path")));
            }
            databases.produce(new SqliteDatabaseBuildItem(name));
        }
    }

    @BuildStep
    @Record(ExecutionTime.RUNTIME_INIT)
    void beans(SqliteRecorder recorder, SqliteBuildTimeConfig config, ApplicationInfoBuildItem application,
            Optional<MetricsCapabilityBuildItem> metrics, List<SqliteDatabaseBuildItem> databases,
            BuildProducer<SyntheticBeanBuildItem> beans) {
        boolean metered = config.metricsEnabled()
                && metrics.map(capability -> capability.metricsSupported(MetricsFactory.MICROMETER)).orElse(false);
        for (SqliteDatabaseBuildItem database : databases) {
            String name = database.getName();
            SyntheticBeanBuildItem.ExtendedBeanConfigurator bean = SyntheticBeanBuildItem.configure(Database.class)
                    .scope(ApplicationScoped.class)
                    .setRuntimeInit()
                    .unremovable()
                    .startup()
                    .checkActive(recorder.checkActive(name))
                    .createWith(recorder.open(name, application.getName(), metered))
                    .destroyer(BeanDestroyer.AutoCloseableDestroyer.class);
            if (metered) {
                bean.addInjectionPoint(ClassType.create(METER_REGISTRY));
            }
            if (DatabaseKeys.isDefault(name)) {
                bean.addQualifier(Default.class);
            } else {
                bean.name(name);
                bean.addQualifier().annotation(DotNames.NAMED).addValue("value", name).done();
                bean.addQualifier().annotation(QUALIFIER).addValue("value", name).done();
            }
            beans.produce(bean.done());
        }
    }
}
