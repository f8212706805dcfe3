import { afterAll, describe, expect, test } from 'vitest';
import { pocketTurns } from './pocket-turns.ts';

const { ask, close } = pocketTurns();
afterAll(close);

const PRODUCT = 'id, name, category_id, supplier_id, price, weight_g, stock, organic, added_on';
const CUSTOMER = 'id, name, email, city, country, newsletter, joined_on';
const EMPLOYEE = 'id, name, job, salary, manager_id, hired_on';
const ORDER = 'id, customer_id, employee_id, status, total, placed_on, shipped_on';
const SUPPLIER = 'id, name, country, city, delivery_days, partner_since';
const PRODUCTS = 'SELECT id, name, price, weight_g, stock FROM products ORDER BY id LIMIT 20';
const SUPPLIERS = 'SELECT id, name, country, city, delivery_days FROM suppliers';
const count = (of: string) => `SELECT count(*) AS n FROM ${of}`;
const named = (table: string, name: string) =>
  `FROM ${table} WHERE lower(name) LIKE lower('%${name}%') ESCAPE '!' ORDER BY id LIMIT 20`;
const ADA = `SELECT ${CUSTOMER} ${named('customers', 'Ada Moser')}`;
const EMAIL = `SELECT name, email ${named('customers', 'Ada Moser')}`;

describe('Questions about the sample database', () => {
  test.each<[question: string, sql: string, answer: string | RegExp]>([
    ['How many customers are there?', count('customers'), 'There are 360 customers.'],
    ['count the products', count('products'), 'There are 70 products.'],
    ['Tell me how many orders there are, please.', count('orders'), 'There are 900 orders.'],
    ['What is the number of reviews?', count('reviews'), 'There are 367 reviews.'],
    ['Hi! How many order items do you have in total?', count('order_items'), 'There are 2286 order items.'],
    ['How many suppliers are there in the database?', count('suppliers'), 'There are 12 suppliers.'],
    [
      'How many customers are from Austria?',
      count("customers WHERE country IN ('Austria', 'AT')"),
      'There are 19 customers with country Austria.',
    ],
    [
      'how many customers in AT',
      count("customers WHERE country IN ('Austria', 'AT')"),
      'There are 19 customers with country AT.',
    ],
    [
      'How many customers come from turkey?',
      count("customers WHERE country IN ('Türkiye', 'Turkey', 'TR')"),
      'There are 20 customers with country turkey.',
    ],
    [
      'How many customers do we have in Vienna?',
      count("customers WHERE lower(city) = lower('Vienna') OR lower(country) = lower('Vienna')"),
      'There are 3 customers with city or country Vienna.',
    ],
    [
      'How many suppliers are in "Hangzhou"?',
      count("suppliers WHERE lower(city) = lower('Hangzhou') OR lower(country) = lower('Hangzhou')"),
      'There is 1 row: suppliers with city or country Hangzhou.',
    ],
    [
      'How many customers live in Wonderland?',
      count("customers WHERE lower(city) = lower('Wonderland') OR lower(country) = lower('Wonderland')"),
      'There are no customers with city or country Wonderland.',
    ],
    [
      'how many orders with status paid are there',
      count("orders WHERE lower(status) = lower('paid')"),
      'There are 23 orders with status paid.',
    ],
    [
      'How many orders have the status "Delivered"?',
      count("orders WHERE lower(status) = lower('Delivered')"),
      'There are 804 orders with status Delivered.',
    ],
    [
      'How many reviews with rating 5 are there?',
      count('reviews WHERE rating = 5'),
      /^There are \d+ reviews with rating 5\.$/,
    ],
    [
      'List the products',
      PRODUCTS,
      /^Products:\n.*\n.*\n\| 1 \| Darjeeling First Flush \|[\s\S]*\nThese are the first 20 rows\. There may be more\.$/,
    ],
    ['What products do you have?', PRODUCTS, /^Products:\n/],
    [
      'show me all categories',
      'SELECT id, name, description FROM categories ORDER BY id LIMIT 20',
      /\| 8 \| Gifts \| Boxes and books \|$/,
    ],
    [
      'which suppliers are there?',
      `${SUPPLIERS} ORDER BY id LIMIT 20`,
      /\| 12 \| Atelier Faïence \| France \| Limoges \| 6 \|$/,
    ],
    [
      'list the suppliers from Japan',
      `${SUPPLIERS} WHERE country IN ('Japan', 'JP') ORDER BY id LIMIT 20`,
      /^Suppliers with country Japan:\n(?:.*\n){4}.*Iron Kettle Foundry/,
    ],
    [
      'show me three reviews with rating 1',
      'SELECT id, product_id, rating, comment, written_on FROM reviews WHERE rating = 1 ORDER BY id LIMIT 3',
      /first 3 rows/,
    ],
    [
      'list the monthly sales',
      'SELECT month, orders, revenue FROM monthly_sales LIMIT 20',
      /\| 2025-12 \| 97 \| 9786\.05 \|$/,
    ],
    [
      'What is the most expensive product?',
      `SELECT ${PRODUCT} FROM products WHERE price IS NOT NULL ORDER BY price DESC, id DESC LIMIT 1`,
      /^Products with the highest price:\nid: 56\nname: Cast-Iron Teapot\n[\s\S]*\nprice: 101\.75\n/,
    ],
    [
      'which product is the cheapest?',
      `SELECT ${PRODUCT} FROM products WHERE price IS NOT NULL ORDER BY price, id LIMIT 1`,
      /\nname: Peppermint\n/,
    ],
    [
      'cheapest tea',
      `SELECT ${PRODUCT} FROM products WHERE price IS NOT NULL ORDER BY price, id LIMIT 1`,
      /\nname: Peppermint\n/,
    ],
    [
      'lowest price of all products',
      `SELECT ${PRODUCT} FROM products WHERE price IS NOT NULL ORDER BY price, id LIMIT 1`,
      /\nprice: 3\.5\n/,
    ],
    [
      'the 5 largest orders',
      'SELECT id, status, total, placed_on, shipped_on FROM orders WHERE total IS NOT NULL ORDER BY total DESC, id DESC LIMIT 5',
      /^Orders with the highest total:\n(?:.*\n){2}\| 150 \| delivered \| 529\.8 \|/,
    ],
    [
      'newest order',
      `SELECT ${ORDER} FROM orders WHERE placed_on IS NOT NULL ORDER BY placed_on DESC, id DESC LIMIT 1`,
      /^Orders with the latest placed_on:\nid: 900\n/,
    ],
    [
      'Who is the oldest customer?',
      `SELECT ${CUSTOMER} FROM customers WHERE joined_on IS NOT NULL ORDER BY joined_on, id LIMIT 1`,
      /earliest joined_on:\nid: 1\nname: Ada Moser\n/,
    ],
    [
      'highest salary',
      `SELECT ${EMPLOYEE} FROM employees WHERE salary IS NOT NULL ORDER BY salary DESC, id DESC LIMIT 1`,
      /name: Miriam Adler\n[\s\S]*salary: 6400\n/,
    ],
    [
      'which employee has the lowest salary?',
      `SELECT ${EMPLOYEE} FROM employees WHERE salary IS NOT NULL ORDER BY salary, id LIMIT 1`,
      /name: Ibrahim Kaya/,
    ],
    [
      'heaviest product',
      `SELECT ${PRODUCT} FROM products WHERE weight_g IS NOT NULL ORDER BY weight_g DESC, id DESC LIMIT 1`,
      /weight_g: 1200/,
    ],
    [
      'top 3 suppliers by delivery days',
      `${SUPPLIERS} WHERE delivery_days IS NOT NULL ORDER BY delivery_days DESC, id DESC LIMIT 3`,
      /\| 11 \| Iron Kettle Foundry \|/,
    ],
    [
      'product with the most stock',
      `SELECT ${PRODUCT} FROM products WHERE stock IS NOT NULL ORDER BY stock DESC, id DESC LIMIT 1`,
      /name: Bancha/,
    ],
    [
      'month with the highest revenue',
      'SELECT month, orders, revenue FROM monthly_sales WHERE revenue IS NOT NULL ORDER BY revenue DESC LIMIT 1',
      /\nmonth: 2025-12\n/,
    ],
    ['Show the customer "Ada Moser"', ADA, /^Customers whose name contains "Ada Moser":\nid: 1\nname: Ada Moser\n/],
    ['show the customer named Ada Moser', ADA, /email: ada\.moser@example\.net/],
    [
      'find the product Darjeeling',
      `SELECT ${PRODUCT} ${named('products', 'Darjeeling')}`,
      /Darjeeling First Flush \|[\s\S]*Darjeeling Second Flush \|/,
    ],
    [
      'email of Ada Moser',
      EMAIL,
      'Customers whose name contains "Ada Moser":\nname: Ada Moser\nemail: ada.moser@example.net',
    ],
    ["What is Ada Moser's email?", EMAIL, /\nemail: ada\.moser@example\.net$/],
    [
      'What is the price of the product Sencha?',
      `SELECT name, price ${named('products', 'Sencha')}`,
      /\nname: Sencha\nprice: 37\.95$/,
    ],
    ['job of Sakura Ono', `SELECT name, job ${named('employees', 'Sakura Ono')}`, /\njob: Tea taster$/],
    [
      'show the customer "O\'Brien"',
      `SELECT ${CUSTOMER} ${named('customers', "O''Brien")}`,
      /Declan O'Brien[\s\S]*Aoife O'Brien/,
    ],
    [
      'find the supplier "100% Tea_!"',
      `SELECT ${SUPPLIER} ${named('suppliers', '100!% Tea!_!!')}`,
      'I found no suppliers whose name contains "100% Tea_!".',
    ],
    [
      `show the customer "x'; DROP TABLE customers --"`,
      `SELECT ${CUSTOMER} ${named('customers', "x''; DROP TABLE customers --")}`,
      /^I found no customers/,
    ],
  ])('Pocket answers "%s" with one statement', async (question, sql, answer) => {
    const turn = await ask(question);
    expect(turn.calls).toEqual([
      { name: 'search_schemas', arguments: { query: question, max_tables: 3, max_columns_per_table: 40 } },
      { name: 'execute_sql', arguments: { sql, source_id: 'sample' } },
    ]);
    if (typeof answer === 'string') expect(turn.answer).toBe(answer);
    else expect(turn.answer).toMatch(answer);
  });

  test.each<[question: string, reason: string, tables: string]>([
    ['What is the average price of the products?', '', 'table products'],
    ['orders per month', '', 'tables orders, '],
    [
      'how many orders does Ada Moser have',
      'I do not know which table is meant by "orders does Ada Moser have". ',
      'tables orders, ',
    ],
    [
      'How many customers are not from Austria?',
      'I do not know which table is meant by "customers are not". ',
      'table customers',
    ],
    [
      'How many loyal customers are there?',
      'I do not know which table is meant by "loyal customers". ',
      'table customers',
    ],
    ['how many orders with total above 100', 'The table orders has no column "total above". ', 'tables orders, '],
    [
      'how many customers from wonderland',
      'I do not know which column of customers should contain "wonderland". ',
      'table customers',
    ],
    ['how many orders with total many', 'The column total holds numbers, and "many" is none. ', 'tables orders, '],
    [
      'the customer with the most orders',
      'I found no column "orders" of "customer" that I can compare. ',
      'tables orders, ',
    ],
    [
      'largest product',
      'I do not know which column of products is meant. I can compare price, weight_g, stock, organic, added_on: ask for "products with the highest price". ',
      'table products',
    ],
    [
      'who is the youngest employee',
      'I do not know which column of employees is meant. I can compare salary, hired_on: ask for "employees with the highest salary". ',
      'table employees',
    ],
    ['delete all customers', 'I only read databases, so I changed nothing. ', 'table customers'],
    [
      'Please update the price of the product Sencha',
      'I only read databases, so I changed nothing. ',
      'table products',
    ],
    ['can you add a customer named Bob?', 'I only read databases, so I changed nothing. ', 'table customers'],
    ['which tables are there?', '', 'tables categories, customers, employees'],
  ])('For "%s", pocket says what it found and what it can do', async (question, reason, tables) => {
    const { calls, answer } = await ask(question);
    expect(calls.map(({ name }) => name)).toEqual(['search_schemas']);
    expect(answer.startsWith(`${reason}I found the ${tables}`), answer).toBe(true);
    expect(answer).toContain(
      'I cannot join tables, compute averages or sums, or group rows: that needs a language model.',
    );
  });

  test('The example in such an answer is a question that pocket answers', async () => {
    const { answer } = await ask('What is the average rating of the reviews?');
    const [, example = ''] = /for example "([^"]+)"/.exec(answer) ?? [];
    expect((await ask(example)).answer).toBe('There are 367 reviews.');
  });

  test.each(['show me the money', 'what is the capital of France?', 'What is the latest news?', 'create a poem'])(
    'If no table matches "%s", pocket introduces itself',
    async (question) => {
      const { calls, answer } = await ask(question);
      expect(calls.map(({ name }) => name)).toEqual(['search_schemas']);
      expect(answer).toMatch(/^I am pocket, /);
    },
  );
});

describe('Questions that are not about the database', () => {
  test.each([
    'hello',
    'Good morning!',
    'who are you?',
    'are you a language model?',
    'How do I add a real model?',
    'What is your name?',
    'how are you today?',
    'what can you do?',
    'show me your tools',
    'Thank you so much!',
    'tell me a joke',
    'give me a hint',
    'What is the meaning of life?',
    'write a poem about the sea',
    'I love the weather today',
    'Wie geht es dir?',
    'add 3 and 4',
    'what is 3 plus 4 and 5',
    'Is the shop open 24/7?',
    'what time is it in the morning',
    'What is the weather in Vienna?',
    'do not list the customers',
    "don't show me the products",
    '🙂',
  ])('Small talk such as "%s" touches no database', async (question) => {
    const { calls, answer } = await ask(question);
    expect(calls).toEqual([]);
    expect(answer).toMatch(/^I am pocket, /);
  });

  test.each([
    ['What is 20 celsius in fahrenheit?', 'convert_temperature'],
    ['how hot is 30°C in kelvin', 'convert_temperature'],
    ['What time is it in Tokyo?', 'get_current_datetime'],
    ['tell me the date', 'get_current_datetime'],
    ['How many days from 2026-01-01 to 2026-12-24?', 'days_between'],
    ['How many days are between 2026-01-01 and 2026-12-24?', 'days_between'],
    ['roll two dice', 'roll_dice'],
    ['what is 12*7+3', 'calculate'],
  ])('"%s" belongs to %s', async (question, tool) => {
    expect((await ask(question)).calls.map(({ name }) => name)).toEqual([tool]);
  });

  test.each(["don't delete the customers", 'Never update anything!', 'please do not drop the orders'])(
    'After "%s", pocket only says that it changes nothing',
    async (question) => {
      expect(await ask(question)).toEqual({ calls: [], answer: 'I only read databases and change nothing.' });
    },
  );
});

test('With several databases, pocket asks the one that the search named', async () => {
  const two = pocketTurns(['tea "2"', 'other']);
  try {
    const { calls, answer } = await two.ask('How many customers are there?');
    expect(calls[1]?.arguments).toEqual({ sql: count('customers'), source_id: 'tea "2"' });
    expect(answer).toBe('There are 360 customers in the database "tea "2"".');
  } finally {
    await two.close();
  }
});
