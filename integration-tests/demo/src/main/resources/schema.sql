CREATE TABLE IF NOT EXISTS category(
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE IF NOT EXISTS supplier(
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    country TEXT NOT NULL
) STRICT;

-- the limits keep every sum of the summary within 64 bits
CREATE TABLE IF NOT EXISTS part(
    id INTEGER PRIMARY KEY,
    sku TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    category INTEGER NOT NULL REFERENCES category,
    supplier INTEGER NOT NULL REFERENCES supplier,
    price_cents INTEGER NOT NULL CHECK (price_cents BETWEEN 1 AND 10000000),
    stock INTEGER NOT NULL CHECK (stock >= 0 AND stock <= 1000000),
    weight_grams REAL,
    description TEXT,
    discontinued TEXT,
    photo BLOB
) STRICT;

CREATE INDEX IF NOT EXISTS part_by_category ON part(category, id);

-- its content is in part; names do not change after the catalogue is filled
CREATE VIRTUAL TABLE IF NOT EXISTS part_search USING fts5(
    name, sku, description,
    content = 'part', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
);

CREATE TABLE IF NOT EXISTS customer(
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE IF NOT EXISTS orders(
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    customer INTEGER NOT NULL REFERENCES customer,
    placed TEXT NOT NULL,
    total_cents INTEGER NOT NULL
) STRICT;

CREATE INDEX IF NOT EXISTS orders_by_customer ON orders(customer);

CREATE TABLE IF NOT EXISTS order_line(
    "order" INTEGER NOT NULL REFERENCES orders,
    part INTEGER NOT NULL REFERENCES part,
    quantity INTEGER NOT NULL CHECK (quantity > 0),
    price_cents INTEGER NOT NULL,
    PRIMARY KEY ("order", part)
) STRICT, WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS order_line_by_part ON order_line(part);

-- the stock of a part is the sum of its movements
CREATE TABLE IF NOT EXISTS stock_movement(
    id INTEGER PRIMARY KEY,
    part INTEGER NOT NULL REFERENCES part,
    delta INTEGER NOT NULL CHECK (delta <> 0),
    reason TEXT NOT NULL,
    "order" INTEGER REFERENCES orders,
    moved TEXT NOT NULL
) STRICT;

CREATE INDEX IF NOT EXISTS stock_movement_by_part ON stock_movement(part);
CREATE INDEX IF NOT EXISTS stock_movement_by_order ON stock_movement("order") WHERE "order" IS NOT NULL;

-- one row once the catalogue is complete
CREATE TABLE IF NOT EXISTS catalogue(
    parts INTEGER NOT NULL
) STRICT;
