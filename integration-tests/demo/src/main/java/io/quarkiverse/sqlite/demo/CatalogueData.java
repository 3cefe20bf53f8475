package io.quarkiverse.sqlite.demo;

import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;

/** The generated catalogue: the same part has the same number, name and price each time. */
final class CatalogueData {

    static final List<String> CATEGORIES = List.of("Bearings", "Bolts", "Cables", "Capacitors", "Connectors", "Fans", "Filters",
            "Fuses", "Gears", "Hoses", "Motors", "Nuts", "Pumps", "Relays", "Resistors", "Seals", "Sensors", "Springs",
            "Switches", "Valves");

    static final int SUPPLIERS = 200;

    private static final List<String> COUNTRIES = List.of("Deutschland", "France", "Italia", "España", "Polska", "Česko",
            "Ελλάδα", "日本", "대한민국", "中国", "भारत", "United States", "Brasil", "Україна", "Türkiye", "Sverige");

    private static final List<String> FOUNDERS = List.of("Müller", "Łukasz", "Ørsted", "Dvořák", "García", "Πέτρου", "田中", "김",
            "王", "शर्मा", "Smith", "Conceição", "Шевченко", "Yıldız", "Åkesson", "Rossi", "Lefèvre", "O'Neill", "Nguyễn",
            "Szűcs");

    private static final List<String> KINDS = List.of("& Söhne", "Industrie", "製作所", "공업", "GmbH", "S.p.A.", "Precision",
            "Works", "Завод", "Parts");

    private static final List<String> QUALITIES = List.of("standard", "heavy-duty", "precision", "miniature", "stainless",
            "verzinkt", "résistant à l'eau", "耐熱", "ultra-léger", "промышленный", "low-noise", "de alta presión", "öldicht",
            "고강도", "sealed", "marine");

    private static final List<String> SERIES = List.of("Ártico", "Bolt★", "Cœur", "Зоря", "Échelon", "Fjord", "Größe", "Hōō",
            "वज्र", "Jūpiter", "Kraków", "Λάμδα", "Météo", "Niño", "Œuvre", "Plzeň");

    private static final List<Integer> GROUNDS = List.of(0x8ecae6, 0xf4a261, 0xa7c957, 0xcdb4db, 0xffd166);

    private static final long SEED = 20_240_229;
    private static final LocalDate FIRST_DISCONTINUED = LocalDate.of(2019, 1, 1);

    private final List<byte[]> photos = IntStream.range(0, CATEGORIES.size())
            .mapToObj(i -> Thumbnail.png(i + 3, GROUNDS.get(i % GROUNDS.size()))).toList();

    /** A supplier: id, name, country. */
    Object[] supplier(int id) {
        String name = FOUNDERS.get(id % FOUNDERS.size()) + " " + KINDS.get(id / FOUNDERS.size() % KINDS.size());
        return new Object[] { id, name, COUNTRIES.get(id % COUNTRIES.size()) };
    }

    /** A part, in the order of the columns of its table. */
    Object[] part(int id) {
        Random random = new Random(SEED + id * 7_919L);
        int category = random.nextInt(CATEGORIES.size());
        String categoryName = CATEGORIES.get(category);
        String quality = pick(QUALITIES, random);
        String size = random.nextInt(2, 400) + (random.nextBoolean() ? " mm" : "×" + random.nextInt(2, 90) + " mm");
        String kind = singular(categoryName).toLowerCase(Locale.ROOT);
        String name = pick(SERIES, random) + " " + kind + " " + size + ", " + quality;
        String sku = categoryName.substring(0, 3).toUpperCase(Locale.ROOT) + String.format(Locale.ROOT, "-%06d", id);
        // many cheap ones, few dear ones
        int price = (int) Math.round(25 * Math.exp(random.nextDouble() * 7));
        int stock = random.nextInt(10) == 0 ? 0 : random.nextInt(1, 500);
        Double weight = random.nextInt(5) == 0 ? null : Math.round(random.nextDouble() * 50_000) / 10.0;
        String description = random.nextInt(3) == 0 ? null
                : "A " + quality + " part of the series " + pick(SERIES, random) + ", made for " + pick(COUNTRIES, random)
                        + ".";
        LocalDate discontinued = random.nextInt(25) == 0 ? FIRST_DISCONTINUED.plusDays(random.nextInt(2_500)) : null;
        byte[] photo = random.nextInt(8) == 0 ? photos.get(category) : null;
        return new Object[] { id, sku, name, category + 1, random.nextInt(SUPPLIERS) + 1, price, stock, weight, description,
                discontinued, photo };
    }

    private static String singular(String category) {
        return category.endsWith("ches") ? category.substring(0, category.length() - 2)
                : category.substring(0, category.length() - 1);
    }

    private static <T> T pick(List<T> of, Random random) {
        return of.get(random.nextInt(of.size()));
    }
}
