/** The tables of the sample database. The comments are for models: SQLite keeps them with the table. */
export const SAMPLE_SCHEMA = `
CREATE TABLE categories ( -- Kinds of goods in the tea shop
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE, -- For example Green tea
  description TEXT NOT NULL
);
CREATE TABLE suppliers ( -- Tea gardens and workshops that deliver the products
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  country TEXT NOT NULL, -- English name, for example Japan
  city TEXT NOT NULL,
  delivery_days INTEGER NOT NULL, -- Usual time from an order to its delivery
  partner_since DATE NOT NULL -- Date of the first delivery
);
CREATE TABLE products ( -- Teas and tea ware that the shop sells
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  category_id INTEGER NOT NULL REFERENCES categories(id),
  supplier_id INTEGER NOT NULL REFERENCES suppliers(id),
  price DECIMAL(10,2) NOT NULL, -- Current price of one piece or pack in euros
  weight_g INTEGER NOT NULL, -- Weight of one piece or pack in grams
  stock INTEGER NOT NULL, -- Number in the warehouse; 0 if sold out
  organic INTEGER NOT NULL, -- 1 if certified organic, otherwise 0
  added_on DATE NOT NULL -- Date since which the shop sells it
);
CREATE TABLE customers ( -- People who have an account in the shop
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL, -- Full name, for example Ada Moser
  email TEXT NOT NULL UNIQUE,
  city TEXT NOT NULL,
  country TEXT NOT NULL, -- English name, for example Austria
  newsletter INTEGER NOT NULL, -- 1 if the customer reads the newsletter, otherwise 0
  joined_on DATE NOT NULL -- Date on which the account was created
);
CREATE TABLE employees ( -- Staff of the shop
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  job TEXT NOT NULL, -- For example Tea taster
  salary DECIMAL(10,2) NOT NULL, -- Gross salary of a month in euros
  manager_id INTEGER REFERENCES employees(id), -- Empty for the head of the shop
  hired_on DATE NOT NULL
);
CREATE TABLE orders ( -- Orders that customers placed
  id INTEGER PRIMARY KEY,
  customer_id INTEGER NOT NULL REFERENCES customers(id),
  employee_id INTEGER NOT NULL REFERENCES employees(id), -- Who packed the order
  status TEXT NOT NULL, -- One of new, paid, shipped, delivered, cancelled
  total DECIMAL(10,2) NOT NULL, -- Sum of all items in euros
  placed_on DATE NOT NULL,
  shipped_on DATE -- Empty if the order was not shipped
);
CREATE TABLE order_items ( -- Products of an order with their quantity
  order_id INTEGER NOT NULL REFERENCES orders(id),
  line_no INTEGER NOT NULL, -- Position in the order, from 1
  product_id INTEGER NOT NULL REFERENCES products(id),
  quantity INTEGER NOT NULL,
  unit_price DECIMAL(10,2) NOT NULL, -- Price of one piece when the order was placed
  PRIMARY KEY (order_id, line_no)
);
CREATE TABLE reviews ( -- Opinions of customers on products
  id INTEGER PRIMARY KEY,
  product_id INTEGER NOT NULL REFERENCES products(id),
  customer_id INTEGER NOT NULL REFERENCES customers(id),
  rating INTEGER NOT NULL CHECK (rating BETWEEN 1 AND 5), -- Stars from 1 to 5
  comment TEXT, -- Empty if the customer gave only stars
  written_on DATE NOT NULL
);
CREATE INDEX orders_of_customer ON orders (customer_id);
CREATE INDEX items_of_product ON order_items (product_id);
CREATE INDEX reviews_of_product ON reviews (product_id);
CREATE VIEW monthly_sales ( -- Orders of each month, without cancelled ones
  month, -- For example 2025-03
  orders, -- Number of orders
  revenue -- Sum of their totals in euros
) AS
  SELECT substr(placed_on, 1, 7), count(*), round(sum(total), 2)
  FROM orders WHERE status <> 'cancelled' GROUP BY 1;
`;
