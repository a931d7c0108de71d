package io.gulliver.adapter.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Driver;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Drivers of several jars beside each other, each loaded once. */
class DriverJarsTest {
    private static final String URL = "jdbc:gulliver-lab:@//127.0.0.1:1/any";

    @TempDir
    Path root;

    @Test
    void aJarIsLoadedOnceAndApartFromOthers() throws Exception {
        Path one = OracleLab.driverJar(root.resolve("one.jar"));
        Path other = Files.copy(one, root.resolve("other.jar"));
        Driver driver = DriverJars.driver(one, URL);
        assertThat(DriverJars.driver(one, URL)).as("no loader a connection").isSameAs(driver);
        assertThat(DriverJars.driver(other, URL).getClass())
                .isNotSameAs(driver.getClass())
                .matches(type -> type.getName().equals(driver.getClass().getName()));
        assertThatThrownBy(() -> DriverJars.driver(one, "jdbc:oracle:thin:@//127.0.0.1:1/any"))
                .isInstanceOf(SQLException.class)
                .hasMessage("No driver in " + one + " takes the address jdbc:oracle:thin:@//127.0.0.1:1/any");
    }

    @Test
    void aJarThatComesLaterIsFound() throws Exception {
        Path late = root.resolve("late.jar");
        assertThatThrownBy(() -> DriverJars.driver(late, URL)).hasMessageContaining("No driver in " + late);
        OracleLab.driverJar(late);
        assertThat(DriverJars.driver(late, URL)).isNotNull();
    }
}
