package io.quarkiverse.sqlite;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;

/** Makes records of rows; what there is to know of a record type is found out once. */
final class RecordMapping {

    @FunctionalInterface
    private interface Getter {
        Object get(Row row, int column);
    }

    private record Component(String name, String snakeName, Getter getter) {
    }

    private record Shape(MethodHandle constructor, List<Component> components) {
    }

    private static final Map<Class<?>, Getter> GETTERS = Map.ofEntries(
            Map.entry(long.class, Row::getLong), Map.entry(Long.class, nullable(Row::getLong)),
            Map.entry(int.class, Row::getInt), Map.entry(Integer.class, nullable(Row::getInt)),
            Map.entry(double.class, Row::getDouble), Map.entry(Double.class, nullable(Row::getDouble)),
            Map.entry(boolean.class, Row::getBoolean), Map.entry(Boolean.class, nullable(Row::getBoolean)),
            Map.entry(String.class, Row::getString), Map.entry(byte[].class, Row::getBytes),
            Map.entry(BigDecimal.class, Row::getBigDecimal), Map.entry(UUID.class, Row::getUUID),
            Map.entry(Instant.class, Row::getInstant), Map.entry(LocalDate.class, Row::getLocalDate),
            Map.entry(LocalDateTime.class, Row::getLocalDateTime), Map.entry(Object.class, Row::get));

    /** Keyed by the class itself and held by it, so a class loader of dev mode is not kept alive. */
    private static final ClassValue<Shape> SHAPES = new ClassValue<>() {
        @Override
        protected Shape computeValue(Class<?> type) {
            return shape(type);
        }
    };

    /** Between {@code unit} and {@code Price}, and between {@code HTML} and {@code Body}. */
    private static final Pattern WORD_START = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])");

    private RecordMapping() {
    }

    static <T extends Record> List<T> map(Class<T> type, Rows rows) {
        Shape shape = SHAPES.get(type);
        int count = shape.components.size();
        int[] columns = new int[count];
        for (int i = 0; i < count; i++) {
            columns[i] = column(type, shape.components.get(i), rows.columns());
        }
        List<T> records = new ArrayList<>(rows.size());
        Object[] arguments = new Object[count];
        for (Row row : rows) {
            for (int i = 0; i < count; i++) {
                arguments[i] = shape.components.get(i).getter.get(row, columns[i]);
            }
            records.add(type.cast(construct(shape.constructor, arguments)));
        }
        return records;
    }

    private static int column(Class<?> type, Component component, List<String> columns) {
        int found = -1;
        for (int i = 0; i < columns.size(); i++) {
            String column = columns.get(i);
            if (column.equalsIgnoreCase(component.name) || column.equalsIgnoreCase(component.snakeName)) {
                if (found >= 0) {
                    throw new SqliteMappingException("Component '" + component.name + "' of record " + type.getName()
                            + " fits two columns of " + columns + ": name them apart with AS", null);
                }
                found = i;
            }
        }
        if (found < 0) {
            throw new SqliteMappingException("Component '" + component.name + "' of record " + type.getName()
                    + " has no column in " + columns + ": select it, or name one '" + component.snakeName + "' with AS", null);
        }
        return found;
    }

    private static Object construct(MethodHandle constructor, Object[] arguments) {
        try {
            return constructor.invokeExact(arguments);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new SqliteMappingException("The constructor of a record failed: " + e, e);
        }
    }

    private static Shape shape(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types = Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            var constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            MethodHandle handle = MethodHandles.lookup().unreflectConstructor(constructor)
                    .asSpreader(Object[].class, types.length);
            return new Shape(handle.asType(handle.type().changeReturnType(Object.class)),
                    Arrays.stream(components).map(c -> component(type, c)).toList());
        } catch (ReflectiveOperationException e) {
            throw new SqliteMappingException("The constructor of record " + type.getName() + " can't be reached: " + e, e);
        }
    }

    private static Component component(Class<?> record, RecordComponent component) {
        String name = component.getName();
        return new Component(name, WORD_START.matcher(name).replaceAll("_").toLowerCase(Locale.ROOT),
                getter(record, component));
    }

    private static Getter getter(Class<?> record, RecordComponent component) {
        Class<?> type = component.getType();
        Getter getter = GETTERS.get(type);
        if (getter != null) {
            return getter;
        }
        if (type.isEnum()) {
            return enumGetter(type);
        }
        throw new SqliteMappingException("Component '" + component.getName() + "' of record " + record.getName() + " has type "
                + type.getName() + ", which no SQLite value maps to: use select(RowMapper, ...)", null);
    }

    @SuppressWarnings("unchecked")
    private static <E extends Enum<E>> Getter enumGetter(Class<?> type) {
        return (row, column) -> row.getEnum(column, (Class<E>) type);
    }

    private static Getter nullable(Getter getter) {
        return (row, column) -> row.isNull(column) ? null : getter.get(row, column);
    }
}
