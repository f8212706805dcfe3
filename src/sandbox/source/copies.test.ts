import { expect, test } from 'vitest';
import { withoutCopies } from './copies.ts';
import { parse } from './tree.ts';

const tools = new Map([
  ['get_price', { all: ['product', 'currency'], required: ['product'] }],
  ['list_all', { all: [], required: [] }],
]);
const without = (code: string) => withoutCopies(parse(code), (name) => tools.get(name));

const HIDDEN = ['The program defines a function get_price, so the tool get_price was not called.'];

test.each([
  ['async def get_price(product: str) -> Any:\n    """Returns a price."""\n\nx = 1', 'pass\n\n\nx = 1'],
  [
    'def get_price(product, currency="EUR"):\n    return 2.5\nprint(get_price("tea"))',
    'pass\n\nprint(get_price("tea"))',
  ],
  ['def get_price(product):\n    return get_price(product)', 'pass\n'],
  ['x = 1\ndef get_price(*, product=x): ...', 'x = 1\npass'],
])('The copy of a tool in %j is removed, and every other statement stays in its line', (code, expected) => {
  expect(without(code)).toEqual({ code: expected, notes: [] });
});

test.each([
  ['def get_price(item):\n    return 1'],
  ['def get_price(currency):\n    return 1'],
  ['def get_price(product, other):\n    return 1'],
  ['def get_price(*args, **kwargs):\n    return 1'],
])('The function in %j has other parameters than the tool, so it stays, and the report says so', (code) => {
  expect(without(code)).toEqual({ code, notes: HIDDEN });
});

test.each([
  ['def price(product): return get_price(product=product)'],
  ['def main():\n    def get_price(product): return 1\n    return get_price(1)'],
  ['def get_price(product): return shop.get_price(product=product)["price"]'],
  ['def get_price(product): return call_tool("shop.get_price", {"product": product})["price"]'],
  ['async def get_price(product):\n    return [each for each in await list_all() if each["id"] == product]'],
  ['@cached\ndef get_price(product): return 1'],
  ['get_price = 1'],
  ['def get_price(product'],
])('Nothing else is changed: %j', (code) => {
  expect(without(code)).toEqual({ code, notes: [] });
});

test('A copy that is defined several times is removed each time', () => {
  const copy = 'async def list_all():\r\n    return []\r\n';
  expect(without(`${copy}${copy}x = list_all()`).code).toBe('pass\r\n\r\npass\r\n\r\nx = list_all()');
});
