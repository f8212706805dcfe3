import { describe, expect, test } from 'vitest';
import { schemaOf } from '../../../test/schemas.ts';
import type { Schema, Table } from '../schema.ts';
import { JoinGraph } from './join-graph.ts';

/** Every table has a key to `users`, which makes the wrong path as short as the right one. */
const shop = schemaOf({
  users: 'id integer pk, login text',
  customers: 'id integer pk, name text, created_by integer -> users.id',
  addresses: 'id integer pk, customer_id integer -> customers.id, city text',
  orders:
    'id integer pk, customer_id integer -> customers.id, billing_address_id integer -> addresses.id, ' +
    'shipping_address_id integer -> addresses.id, created_by integer -> users.id',
  order_items: 'order_id integer pk -> orders.id, line integer pk, product_id integer -> products.id, quantity integer',
  products: 'id integer pk, name text, category_id integer -> categories.id, created_by integer -> users.id',
  categories: 'id integer pk, name text, parent_id integer -> categories.id',
  refunds:
    'id integer pk, order_id integer, line integer, amount numeric, (order_id line) -> order_items(order_id line)',
  settings: 'name text pk, value text',
});

const school = schemaOf({
  students: 'id integer pk, name text',
  courses: 'id integer pk, title text, teacher_id integer -> staff.id',
  enrolments: 'student_id integer pk -> students.id, course_id integer pk -> courses.id, grade integer',
  staff: 'id integer pk, name text, boss_id integer -> staff.id, department_id integer -> departments.id',
  departments: 'id integer pk, name text, building_id integer -> buildings.id',
  buildings: 'id integer pk, address text, campus_id integer -> campuses.id',
  campuses: 'id integer pk, name text, region_id integer -> regions.id',
  regions: 'id integer pk, name text',
});

const airline = schemaOf({
  airports: 'code char(3) pk, city text, country text',
  airlines: 'id integer pk, name text',
  flights:
    'no text pk, airline_id integer -> airlines.id, source char(3) -> airports.code, destination char(3) -> airports.code',
  bookings: 'id integer pk, flight_no text -> flights.no, passenger_id integer -> passengers.id',
  passengers: 'id integer pk, name text',
  crew: 'id integer pk, name text, home_airport char(3) -> airports.code',
});

/** Files and old tables, without any key. */
const files = schemaOf({
  customers: 'customer_id bigint, name varchar, country_code varchar',
  countries: 'code varchar, name varchar',
  orders: 'id bigint, customerId bigint, sales_employee_id bigint, placed date',
  order_lines: 'order_id bigint, sku varchar, quantity bigint',
  employees: 'id bigint, name varchar, parent_id bigint',
  products: 'sku varchar pk, name varchar, supplier_id varchar',
  suppliers: 'id bigint, name varchar',
});

type Case = readonly [question: string, schema: Schema, tables: string[], joins: string[], connecting?: string[]];

const cases: readonly Case[] = [
  ['Which customers live in Vienna?', shop, ['customers', 'addresses'], ['addresses.customer_id = customers.id']],
  [
    'What did Ada buy?',
    shop,
    ['customers', 'products'],
    ['orders.customer_id = customers.id', 'order_items.order_id = orders.id', 'order_items.product_id = products.id'],
    ['orders', 'order_items'],
  ],
  [
    'Which products are in most orders?',
    shop,
    ['products', 'orders'],
    ['order_items.product_id = products.id', 'order_items.order_id = orders.id'],
    ['order_items'],
  ],
  [
    'To which cities do we ship orders?',
    shop,
    ['orders', 'addresses'],
    ['orders.billing_address_id = addresses.id', 'orders.shipping_address_id = addresses.id'],
  ],
  ['Which categories have a parent?', shop, ['categories'], ['categories.parent_id = categories.id']],
  [
    'How much was refunded for each product?',
    shop,
    ['refunds', 'products'],
    [
      'refunds.order_id = order_items.order_id AND refunds.line = order_items.line',
      'order_items.product_id = products.id',
    ],
    ['order_items'],
  ],
  ['Which user created which product?', shop, ['users', 'products'], ['products.created_by = users.id']],
  ['What is the currency setting for orders?', shop, ['settings', 'orders'], []],
  [
    'Which students take which courses?',
    school,
    ['students', 'courses'],
    ['enrolments.student_id = students.id', 'enrolments.course_id = courses.id'],
    ['enrolments'],
  ],
  [
    'Who teaches the students?',
    school,
    ['students', 'staff'],
    ['enrolments.student_id = students.id', 'enrolments.course_id = courses.id', 'courses.teacher_id = staff.id'],
    ['enrolments', 'courses'],
  ],
  ['Who is whose boss?', school, ['staff'], ['staff.boss_id = staff.id']],
  [
    'On which campus is each course taught?',
    school,
    ['courses', 'buildings'],
    ['courses.teacher_id = staff.id', 'staff.department_id = departments.id', 'departments.building_id = buildings.id'],
    ['staff', 'departments'],
  ],
  ['In which region is each student?', school, ['students', 'regions'], []], // seven joins are too many
  [
    'How many flights arrive in each city?',
    airline,
    ['flights', 'airports'],
    ['flights.source = airports.code', 'flights.destination = airports.code'],
  ],
  [
    'Which passengers fly with which airline?',
    airline,
    ['passengers', 'airlines'],
    ['bookings.passenger_id = passengers.id', 'bookings.flight_no = flights.no', 'flights.airline_id = airlines.id'],
    ['bookings', 'flights'],
  ],
  [
    'Which crew lives where a booked flight starts?',
    airline,
    ['crew', 'airports', 'bookings'],
    [
      'crew.home_airport = airports.code',
      'bookings.flight_no = flights.no',
      'flights.source = airports.code',
      'flights.destination = airports.code',
    ],
    ['flights'],
  ],
  [
    'How many orders has each customer?',
    files,
    ['orders', 'customers'],
    ['orders.customerId = customers.customer_id (likely)'],
  ],
  [
    'Which products did each employee sell?',
    files,
    ['products', 'employees'],
    [
      'order_lines.sku = products.sku (likely)',
      'order_lines.order_id = orders.id (likely)',
      'orders.sales_employee_id = employees.id (likely)',
    ],
    ['order_lines', 'orders'],
  ],
  [
    'Which country do customers come from?',
    files,
    ['customers', 'countries'],
    ['customers.country_code = countries.code (likely)'],
  ],
  ['Which supplier makes which product?', files, ['products', 'suppliers'], []], // text does not refer to numbers
];

/** Returns the joins as text in a fixed order. */
function joinsOf(schema: Schema, tables: readonly string[]) {
  const { joins, connecting } = JoinGraph.of(schema).joinsBetween(tables);
  const written = joins
    // A reference of a table to itself concerns only the questions about that table.
    .filter(({ table, toTable }) => table !== toTable || tables.length === 1)
    .map(({ table, columns, toTable, toColumns, isLikely }) => {
      const conditions = columns.map((column, place) => `${table}.${column} = ${toTable}.${toColumns[place]}`);
      return conditions.join(' AND ') + (isLikely ? ' (likely)' : '');
    });
  return { joins: written.toSorted(), connecting: connecting.toSorted() };
}

describe('Join paths', () => {
  test('There are 20 questions', () => {
    expect(cases).toHaveLength(20);
  });

  const rows = cases.map(([question, schema, tables, joins, connecting = []]) => {
    return { question, schema, tables, joins, connecting };
  });
  test.each(rows)('The question "$question" gets the right join path', ({ schema, tables, joins, connecting }) => {
    const expected = { joins: joins.toSorted(), connecting: connecting.toSorted() };
    expect(joinsOf(schema, tables)).toEqual(expected);
    expect(joinsOf(schema, tables.toReversed())).toEqual(expected);
  });

  test('A reference of a table to itself is a join of its own', () => {
    expect(joinsOf(files, ['employees']).joins).toEqual(['employees.parent_id = employees.id (likely)']);
  });

  test('Tables that are linked directly need no further path', () => {
    expect(joinsOf(shop, ['customers', 'orders', 'products']).connecting).toEqual(['order_items']);
    expect(joinsOf(shop, ['customers', 'orders']).joins).toEqual(['orders.customer_id = customers.id']);
  });

  test('A guess is made only where no key is declared', () => {
    const schema = schemaOf({
      customers: 'id integer pk, customer_id integer',
      orders: 'id integer pk, customer_id integer, buyer integer -> customers.id',
    });
    expect(joinsOf(schema, ['orders', 'customers']).joins).toEqual(['orders.buyer = customers.id']);
  });

  test('A name that fits several tables is not guessed, except in the same schema', () => {
    const schema = schemaOf({
      'a.customers': 'id integer pk',
      'b.customers': 'id integer pk',
      'b.orders': 'customer_id integer',
      orders: 'customer_id integer',
    });
    expect(joinsOf(schema, ['a.customers', 'b.customers', 'b.orders', 'orders']).joins).toEqual([
      'b.orders.customer_id = b.customers.id (likely)',
    ]);
  });

  test.each([
    ['customer_id', 'customers', 'id'],
    ['customerId', 'Customers', 'ID'],
    ['CustomerID', 'Customer', 'CustomerID'],
    ['customerid', 'customers', 'customerid'],
    ['category_id', 'categories', 'id'],
    ['person_id', 'people', 'id'],
    ['old_main_address_id', 'addresses', 'id'],
  ])('The column %s refers to the table %s', (column, table, key) => {
    const schema = schemaOf({ [table]: `${key} integer`, things: `id integer pk, ${column} integer` });
    expect(joinsOf(schema, ['things', table]).joins).toEqual([`things.${column} = ${table}.${key} (likely)`]);
  });

  test('A foreign key finds its table in other capitals, and the primary key where the columns are left out', () => {
    const schema = schemaOf({ Users: 'id integer pk', notes: 'writer integer' });
    const [users, notes] = schema.tables as [Table, Table];
    const tables = [users, { ...notes, foreignKeys: [{ columns: ['writer'], table: 'USERS', toColumns: [] }] }];
    expect(joinsOf({ tables, isCut: false }, ['notes', 'Users']).joins).toEqual(['notes.writer = Users.id']);
  });

  test('Unknown tables, keys to unknown tables and names of Object.prototype are ignored', () => {
    const schema = schemaOf({
      constructor: 'id integer, __proto___id integer, gone integer -> nowhere.id',
      b: 'constructor_id integer',
    });
    expect(joinsOf(schema, ['constructor', 'toString', 'b']).joins).toEqual([
      'b.constructor_id = constructor.id (likely)',
    ]);
  });
});

describe('Large schemas', () => {
  test('20,000 tables that all refer to one table are joined in less than two seconds', () => {
    const tables = Array.from({ length: 20_000 }, (_, place) => [
      `t${place}`,
      'id integer pk, hub_id integer -> hub.id, user_id integer',
    ]);
    const schema = schemaOf({ hub: 'id integer pk', users: 'id integer pk', ...Object.fromEntries(tables) });
    const startedAt = performance.now();
    const graph = JoinGraph.of(schema);
    const { joins, connecting } = graph.joinsBetween(['t1', 't19999']);
    expect(joins).toHaveLength(2);
    expect(connecting).toEqual(['hub']); // the declared path, not the likely one over users
    for (let time = 0; time < 20; time++) graph.joinsBetween(['hub', 'users', 't5', 't6', 't7', 't8']);
    expect(performance.now() - startedAt).toBeLessThan(2_000); // an idle machine needs a fifth of that
  });

  test('Of thousands of keys between two tables, eight are mentioned', () => {
    const keys = Array.from({ length: 5_000 }, (_, place) => `k${place} integer -> a.id`).join(', ');
    expect(joinsOf(schemaOf({ a: 'id integer pk', b: keys }), ['a', 'b']).joins).toHaveLength(8);
    const wide = Array.from({ length: 5_000 }, (_, place) => `k${place}_a_id integer`).join(', ');
    expect(
      joinsOf(schemaOf({ a: 'id integer', b: `${wide}, c_id integer`, c: 'id integer' }), ['a', 'c']).joins,
    ).toHaveLength(9);
  });
});
