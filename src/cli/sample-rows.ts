import { CATEGORIES, COMMENTS, EMPLOYEES, type Goods, PLACES, SUPPLIERS } from './sample-names.ts';

export type SampleRow = readonly (string | number | null)[];

/** Returns the rows of the sample database by table. A table comes after those that it refers to. The rows are always the same. */
export function sampleRows(): ReadonlyMap<string, readonly SampleRow[]> {
  const random = new Random(SEED);
  const products = productsOf(random);
  const customers = customersOf(random);
  const orders = ordersOf(random, products, customers);
  return new Map<string, readonly SampleRow[]>([
    ['categories', CATEGORIES.map(({ name, description }, place) => [place + 1, name, description])],
    ['suppliers', SUPPLIERS.map((supplier, place) => [place + 1, ...supplier, dateOf(1 + 2 * place)])],
    ['products', products.map(({ row }) => row)],
    ['customers', customers.map(({ row }) => row)],
    ['employees', employeeRows()],
    ['orders', orders.map(({ row }) => row)],
    ['order_items', orders.flatMap(({ items }) => items)],
    ['reviews', reviewRows(random, orders)],
  ]);
}

const SEED = 20250101;
const COUNT = { customers: 360, orders: 900 };

/** Days are counted from 1 January 2025. */
const DAY = {
  lastProduct: 300,
  lastCustomer: 340,
  firstOrder: 30,
  sale: 304,
  afterSale: 334,
  lastDelivery: 344,
  last: 364,
};

interface Product {
  readonly id: number;
  readonly cents: number;
  readonly addedOn: number;
  readonly row: SampleRow;
}

function productsOf(random: Random): readonly Product[] {
  const all = CATEGORIES.flatMap((goods, place) =>
    goods.products.map((name) => ({ name, goods, category: place + 1 })),
  );
  return all.map(({ name, goods, category }, place) => {
    const id = place + 1;
    const cents = centsOf(goods, random);
    const addedOn = random.isTrue(0.75) ? random.from(0, DAY.firstOrder) : random.from(DAY.firstOrder, DAY.lastProduct);
    const stock = random.isTrue(0.06) ? 0 : random.from(4, 220);
    const supplier = random.oneOf(goods.suppliers) + 1;
    const isOrganic = Number(random.isTrue(0.4));
    const grams = random.oneOf(goods.grams);
    return {
      id,
      cents,
      addedOn,
      row: [id, name, category, supplier, cents / 100, grams, stock, isOrganic, dateOf(addedOn)],
    };
  });
}

/** Returns a price that ends in 0 or 5 cents. */
function centsOf({ cents: [least, most] }: Goods, random: Random): number {
  return 5 * random.from(Math.ceil(least / 5), Math.floor(most / 5));
}

interface Customer {
  readonly id: number;
  readonly joinedOn: number;
  readonly row: SampleRow;
}

function customersOf(random: Random): readonly Customer[] {
  const people = PLACES.flatMap(({ first, last, cities, country }) =>
    first.flatMap((given) => last.map((family) => ({ name: `${given} ${family}`, cities, country }))),
  );
  const chosen = [...people.slice(0, 1), ...random.shuffled(people.slice(1))].slice(0, COUNT.customers);
  const joined = chosen.map(() => random.from(0, DAY.lastCustomer)).sort((one, other) => one - other);
  return chosen.map(({ name, cities, country }, place) => {
    const id = place + 1;
    const joinedOn = joined[place] ?? 0;
    const email = `${asciiOf(name)}@${random.oneOf(['example.com', 'example.org', 'example.net'])}`;
    const row = [id, name, email, random.oneOf(cities), country, Number(random.isTrue(0.6)), dateOf(joinedOn)];
    return { id, joinedOn, row };
  });
}

/** Returns a name as the first part of an email address: `Zoë D'Angelo` → `zoe.dangelo`. */
function asciiOf(name: string): string {
  const plain = name.toLowerCase().replaceAll('ł', 'l').replaceAll('ı', 'i').normalize('NFD');
  return plain.replace(/[^a-z ]/g, '').replaceAll(' ', '.');
}

function employeeRows(): readonly SampleRow[] {
  return EMPLOYEES.map(([name, job, cents, manager], place) => {
    return [place + 1, name, job, cents / 100, manager === null ? null : manager + 1, dateOf(3 * place)];
  });
}

interface Order {
  readonly customer: number;
  readonly isDelivered: boolean;
  readonly placedOn: number;
  readonly products: readonly number[];
  readonly items: readonly SampleRow[];
  readonly row: SampleRow;
}

function ordersOf(random: Random, products: readonly Product[], customers: readonly Customer[]): readonly Order[] {
  const days = Array.from({ length: COUNT.orders }, () => random.from(DAY.firstOrder, DAY.last));
  return days
    .sort((one, other) => one - other)
    .map((placedOn, place) => {
      const id = place + 1;
      const offered = random.shuffled(products.filter(({ addedOn }) => addedOn <= placedOn));
      const bought = offered.slice(0, random.from(1, 4)).map((product, line) => {
        const quantity = random.oneOf([1, 1, 1, 2, 2, 3]);
        const cents = priceOn(placedOn, product);
        return { quantity, cents, row: [id, line + 1, product.id, quantity, cents / 100] };
      });
      const customer = random.oneOf(customers.filter(({ joinedOn }) => joinedOn <= placedOn)).id;
      const status = statusOf(placedOn, random);
      const isSent = status === 'shipped' || status === 'delivered';
      const shippedOn = isSent ? dateOf(placedOn + random.from(1, 3)) : null;
      const total = bought.reduce((sum, { quantity, cents }) => sum + quantity * cents, 0) / 100;
      return {
        customer,
        isDelivered: status === 'delivered',
        placedOn,
        products: offered.slice(0, bought.length).map((product) => product.id),
        items: bought.map(({ row }) => row),
        row: [id, customer, random.from(4, 6), status, total, dateOf(placedOn), shippedOn],
      };
    });
}

/** In November, everything costs a tenth less. */
function priceOn(day: number, { cents }: Product): number {
  return day >= DAY.sale && day < DAY.afterSale ? Math.round(cents * 0.9) : cents;
}

function statusOf(placedOn: number, random: Random): string {
  if (random.isTrue(0.04)) return 'cancelled';
  if (placedOn <= DAY.lastDelivery) return 'delivered';
  const waited = DAY.last - placedOn;
  if (waited >= 8) return 'shipped';
  return waited >= 2 ? 'paid' : 'new';
}

function reviewRows(random: Random, orders: readonly Order[]): readonly SampleRow[] {
  const known = new Set<string>();
  const rows: SampleRow[] = [];
  for (const {
    customer,
    isDelivered,
    placedOn,
    products: [product = 0],
  } of orders) {
    const isFirst = !known.has(`${customer} ${product}`);
    if (!isDelivered || !isFirst || !random.isTrue(0.5)) continue;
    known.add(`${customer} ${product}`);
    const rating = random.oneOf([1, 2, 3, 3, 4, 4, 4, 5, 5, 5]);
    const comment = random.isTrue(0.7) ? random.oneOf(COMMENTS[rating - 1] ?? []) : null;
    rows.push([rows.length + 1, product, customer, rating, comment, dateOf(placedOn + random.from(5, 20))]);
  }
  return rows;
}

function dateOf(day: number): string {
  return new Date(Date.UTC(2025, 0, 1 + day)).toISOString().slice(0, '2025-01-01'.length);
}

/** A generator of numbers that depend only on its seed (mulberry32). */
class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** Returns an integer from `least` to `most`. */
  from(least: number, most: number): number {
    return least + Math.floor(this.#next() * (most - least + 1));
  }

  isTrue(probability: number): boolean {
    return this.#next() < probability;
  }

  oneOf<Item>(items: readonly Item[]): Item {
    const item = items[this.from(0, items.length - 1)];
    if (item === undefined) throw new Error('The list is empty.');
    return item;
  }

  shuffled<Item>(items: readonly Item[]): readonly Item[] {
    return items
      .map((item) => ({ item, rank: this.#next() }))
      .sort((one, other) => one.rank - other.rank)
      .map(({ item }) => item);
  }

  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}
