import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ensureSampleDatabase } from '../../src/cli/sample-database.ts';
import { openEmbedded } from '../../src/databases/embedded/embedded.ts';
import { never, options } from '../contracts/databases/fixture.ts';

test('Toolpath reads all comments, keys and numbers of rows of the sample database', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'toolpath-sample-'));
  const file = path.join(folder, 'sample.db');
  expect(ensureSampleDatabase(file)).toBeUndefined();
  const database = openEmbedded({ dialect: 'sqlite', path: file }, options);
  const { tables } = await database.readSchema(never, () => {});
  await database.close();
  rmSync(folder, { recursive: true });

  expect(tables.map(({ name, kind, rows }) => [name, kind, rows])).toEqual([
    ['categories', 'table', 8],
    ['customers', 'table', 360],
    ['employees', 'table', 9],
    ['monthly_sales', 'view', undefined],
    ['order_items', 'table', 2286],
    ['orders', 'table', 900],
    ['products', 'table', 70],
    ['reviews', 'table', 367],
    ['suppliers', 'table', 12],
  ]);
  expect(tables.filter(({ comment }) => comment === undefined)).toEqual([]);
  expect(tables.find(({ name }) => name === 'customers')?.comment).toBe('People who have an account in the shop');
  const keys = tables.flatMap(({ name, foreignKeys }) =>
    foreignKeys.map(({ columns, table, toColumns }) => `${name}.${columns.join()} = ${table}.${toColumns.join()}`),
  );
  expect(keys.toSorted()).toEqual([
    'employees.manager_id = employees.id',
    'order_items.order_id = orders.id',
    'order_items.product_id = products.id',
    'orders.customer_id = customers.id',
    'orders.employee_id = employees.id',
    'products.category_id = categories.id',
    'products.supplier_id = suppliers.id',
    'reviews.customer_id = customers.id',
    'reviews.product_id = products.id',
  ]);
  expect(tables.find(({ name }) => name === 'order_items')?.primaryKey).toEqual(['order_id', 'line_no']);
  // Only columns whose name says everything have no comment.
  const silent = tables.flatMap(({ columns }) => columns.filter(({ comment }) => comment === undefined));
  expect(new Set(silent.map(({ name }) => name.replace(/^.*_(?=id$)/, '')))).toEqual(
    new Set(['id', 'name', 'description', 'city', 'email', 'hired_on', 'placed_on', 'quantity', 'written_on']),
  );
  const orders = tables.find(({ name }) => name === 'orders');
  expect(orders?.columns.find(({ name }) => name === 'status')).toEqual({
    name: 'status',
    type: 'text',
    isRequired: true,
    comment: 'One of new, paid, shipped, delivered, cancelled',
  });
  expect(orders?.columns.find(({ name }) => name === 'total')?.type).toBe('decimal(10,2)');
});
