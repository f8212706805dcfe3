import { expect, test } from 'vitest';
import { attributesIn } from './attributes.ts';

test.each<[string, Record<string, string>]>([
  [' name="x" string=\'true\' index=1', { name: 'x', string: 'true', index: '1' }],
  ['name="x"string="true"', { name: 'x', string: 'true' }],
  [' name = "x"\n\tindex\r=\n2 ', { name: 'x', index: '2' }],
  ['Ġname="x"Ġstring="true"', { name: 'x', string: 'true' }],
  [' name="a=b c" k="it\'s"', { name: 'a=b c', k: "it's" }],
  [' name=""', { name: '' }],
  [' a=\r1\rb=2\tc=3\nd=4', { a: '1', b: '2', c: '3', d: '4' }],
  [' name=', { name: '' }],
  [' name="x', { name: 'x' }],
  [' disabled name="x"', { name: 'x' }],
  [' name="x" disabled', { name: 'x' }],
  [' name="&lt;a&gt; &quot;b&quot; &apos;c&apos; &amp;lt; &copy; &"', { name: '<a> "b" \'c\' &lt; &copy; &' }],
  [' name="a" name="b"', { name: 'b' }],
  [' größe="1" x-y="2"', { größe: '1', 'x-y': '2' }],
  ['', {}],
  ['name', {}],
])('The attributes of the tag %j are parsed', (text, attributes) => {
  expect(Object.fromEntries(attributesIn(text))).toEqual(attributes);
});

test('Attributes may have the names of inherited object properties', () => {
  const attributes = attributesIn(' __proto__="x" constructor="y"');
  expect([...attributes]).toEqual([
    ['__proto__', 'x'],
    ['constructor', 'y'],
  ]);
  expect(attributesIn(' a="b"').get('constructor')).toBeUndefined();
});

test('A tag of 100,000 repeated parts is parsed in less than two seconds', () => {
  for (const part of ['=', '"', ' ', 'a=', 'a="b" ', 'a ', '&amp;']) {
    const began = performance.now();
    attributesIn(part.repeat(100_000));
    expect(performance.now() - began, part).toBeLessThan(2_000);
  }
});
