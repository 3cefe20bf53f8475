package io.quarkiverse.sqlite.runtime.config;

import io.quarkus.runtime.annotations.ConfigPhase;
import io.quarkus.runtime.annotations.ConfigRoot;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import io.smallrye.config.WithName;

/** What is decided for all databases when the application is built. */
@ConfigMapping(prefix = "quarkus.sqlite")
@ConfigRoot(phase = ConfigPhase.BUILD_AND_RUN_TIME_FIXED)
public interface SqliteBuildTimeConfig {

    /**
     * Whether the databases are measured when the application has a Micrometer extension.
     */
    @WithName("metrics.enabled")
    @WithDefault("true")
    boolean metricsEnabled();
}
