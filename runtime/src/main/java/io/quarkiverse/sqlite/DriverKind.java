package io.quarkiverse.sqlite;

/** How SQLite is called. */
public enum DriverKind {

    /** The best that this JVM can do; today {@link #JNI}. */
    AUTO,

    /** Through the JNI library of sqlite-jdbc, under its JDBC layer. */
    JNI
}
