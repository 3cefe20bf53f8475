package io.quarkiverse.sqlite.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqliteVersionTest {

    @ParameterizedTest
    @CsvSource({ "3.51.2,true", "3.40.1,true", "3.9.0,true", "3.51.3,false", "3.51.10,false", "3.54.1,false", "4.0,false" })
    void warnsBelowTheVersionWhoseWalIsSafe(String version, boolean warns) {
        List<String> log = new ArrayList<>();
        SqliteVersion.warnWhenOld(version, log::add);
        assertThat(log).hasSize(warns ? 1 : 0);
        assertThat(log).allMatch(warning -> warning.contains(version));
    }
}
