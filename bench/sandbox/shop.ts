import { defineTool } from '../../src/index.ts';

/** Tools with made-up data, for tasks of several steps. */
export function shopTools(calls: { count: number }) {
  const tool = (
    name: string,
    description: string,
    parameter: string,
    about: string,
    find: (value: string) => unknown,
  ) =>
    defineTool({
      name,
      description,
      schema: {
        type: 'object',
        properties: { [parameter]: { type: 'string', description: about } },
        required: [parameter],
      },
      invoke(args) {
        calls.count++;
        const found = find(String(args[parameter]).trim().toLowerCase());
        if (found === undefined) throw new Error(`There is no "${String(args[parameter])}".`);
        return found;
      },
    });
  return [
    tool(
      'get_temperature',
      'Returns the temperature of a city in degrees Celsius',
      'city',
      'Name of the city',
      (city) => WEATHER.get(city),
    ),
    tool('get_price', 'Returns the price of a product in euros', 'product', 'Name of the product', (product) =>
      PRICES.get(product),
    ),
    tool(
      'get_stock',
      'Returns how many pieces of a product are in stock',
      'product',
      'Name of the product',
      (product) => STOCK.get(product),
    ),
    tool(
      'list_orders',
      'Returns the ids of the orders of a customer',
      'customer',
      'First name of the customer',
      (customer) => ORDERS.get(customer)?.map(({ id }) => id),
    ),
    tool('get_order', 'Returns the product, the quantity and the total of an order', 'id', 'Id of the order', (id) =>
      [...ORDERS.values()].flat().find((order) => order.id === id.toUpperCase()),
    ),
  ];
}

export const WEATHER: ReadonlyMap<string, number> = new Map([
  ['oslo', -4],
  ['rome', 17],
  ['cairo', 29],
  ['paris', 11],
  ['tokyo', 14],
  ['lima', 23],
]);
const PRICES: ReadonlyMap<string, number> = new Map([
  ['tea', 4.5],
  ['coffee', 7.25],
  ['sugar', 1.2],
  ['honey', 6.8],
  ['milk', 1.15],
  ['cocoa', 5.4],
]);
const STOCK: ReadonlyMap<string, number> = new Map([
  ['tea', 120],
  ['coffee', 45],
  ['sugar', 300],
  ['honey', 12],
  ['milk', 80],
  ['cocoa', 33],
]);

interface Order {
  readonly id: string;
  readonly product: string;
  readonly quantity: number;
  readonly total: number;
}

const order = (id: string, product: string, quantity: number): Order => ({
  id,
  product,
  quantity,
  total: Math.round((PRICES.get(product) ?? 0) * quantity * 100) / 100,
});

const ORDERS: ReadonlyMap<string, readonly Order[]> = new Map([
  ['anna', [order('A1', 'tea', 3), order('A2', 'honey', 1), order('A3', 'coffee', 2)]],
  ['ben', [order('B1', 'sugar', 10), order('B2', 'milk', 6)]],
  ['cleo', [order('C1', 'cocoa', 4)]],
]);

/** A task whose answer is one number or one name. */
export interface Task {
  readonly ask: string;
  readonly expected: string | number;
  /** The names that a wrong answer could give. */
  readonly others?: readonly string[];
}

export const TASKS: readonly Task[] = [
  { ask: 'Which city is warmer, Oslo or Rome?', expected: 'Rome', others: ['Oslo'] },
  {
    ask: 'Which of the cities Oslo, Rome, Cairo and Paris is the warmest?',
    expected: 'Cairo',
    others: ['Oslo', 'Rome', 'Paris'],
  },
  { ask: 'Which of the cities Tokyo, Lima and Paris is the coldest?', expected: 'Paris', others: ['Tokyo', 'Lima'] },
  { ask: 'How many degrees warmer is Cairo than Oslo?', expected: 33 },
  { ask: 'What is the average temperature of Rome, Cairo and Tokyo?', expected: 20 },
  { ask: 'What do tea, coffee and sugar cost together?', expected: 12.95 },
  { ask: 'What do 3 packs of tea and 2 packs of honey cost together?', expected: 27.1 },
  {
    ask: 'Which is the cheapest of tea, coffee, honey and cocoa?',
    expected: 'tea',
    others: ['coffee', 'honey', 'cocoa'],
  },
  { ask: 'How much more does coffee cost than milk?', expected: 6.1 },
  { ask: 'What is the average price of tea, coffee, honey and cocoa?', expected: 5.9875 },
  { ask: 'How many pieces of tea and coffee together are in stock?', expected: 165 },
  {
    ask: 'Which of tea, coffee, honey and cocoa has the fewest pieces in stock?',
    expected: 'honey',
    others: ['tea', 'coffee', 'cocoa'],
  },
  { ask: 'What is the value of all honey in stock (price times pieces)?', expected: 81.6 },
  { ask: 'What is the value of all coffee in stock (price times pieces)?', expected: 326.25 },
  { ask: 'How many orders does Anna have?', expected: 3 },
  { ask: 'What is the total of all orders of Anna?', expected: 34.8 },
  { ask: 'What is the total of all orders of Ben?', expected: 18.9 },
  { ask: 'Which product did Anna order in her most expensive order?', expected: 'coffee', others: ['tea', 'honey'] },
  { ask: 'How many pieces did Ben order in all his orders together?', expected: 16 },
  { ask: 'Who has the higher total of all orders, Ben or Cleo?', expected: 'Cleo', others: ['Ben'] },
];

/** True if the text contains a number that is close to the expected one, or if it names the expected one of the possible names. */
export function isRight(text: string, { expected, others = [] }: Task): boolean {
  if (typeof expected === 'string') return named(text, [expected, ...others]) === expected.toLowerCase();
  const numbers = text.replace(/(\d),(?=\d{3}\b)/g, '$1').match(/-?\d+(?:\.\d+)?/g) ?? [];
  return numbers.some((each) => Math.abs(Number(each) - expected) < 0.005 * Math.abs(expected));
}

/** Returns the name in "… is NAME" or "NAME is …", and otherwise the last name of the text. */
function named(text: string, names: readonly string[]): string | undefined {
  const name = `\\b(${names.join('|')})\\b`;
  const patterns = [`\\bis\\W+${name}`, `${name} (?:is|has)\\b`, `${name}(?![^]*${name})`];
  return patterns
    .map((each) => new RegExp(each, 'i').exec(text)?.[1])
    .find((each) => each !== undefined)
    ?.toLowerCase();
}
