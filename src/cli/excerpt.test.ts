import fc from 'fast-check';
import { expect, test } from 'vitest';
import { excerptOf } from './excerpt.ts';

const NODE = `node:internal/modules/cjs/loader:1228
  throw err;
  ^

Error: Cannot find module '/nowhere/index.js'
${'    at Module._load (node:internal/modules/cjs/loader:1104:27)\n'.repeat(12)}    at node:internal/main/run_main_module:28:49 {
  code: 'MODULE_NOT_FOUND',
  requireStack: []
}

Node.js v20.20.2
`;

test('the frames of a stack and blank lines leave room for what the error is', () => {
  expect(excerptOf(NODE, 8)).toEqual([
    'node:internal/modules/cjs/loader:1228',
    '  throw err;',
    '  ^',
    "Error: Cannot find module '/nowhere/index.js'",
    "  code: 'MODULE_NOT_FOUND',",
    '  requireStack: []',
    '}',
    'Node.js v20.20.2',
  ]);
});

test('the first line that tells of an error stays, however much follows', () => {
  const lines = Array.from({ length: 30 }, (_, place) => `line ${place}`);
  const told = [...lines.slice(0, 3), '0 errors so far', 'KeyError: no key', ...lines.slice(3), 'another error'];
  expect(excerptOf(told.join('\n'), 5)).toEqual(['KeyError: no key', '…', 'line 28', 'line 29', 'another error']);
  expect(excerptOf(lines.join('\n'), 2)).toEqual(['line 28', 'line 29']);
});

test('it is never longer than asked, ends as the text does, and holds the first error', () => {
  const line = fc.constantFrom('a', 'Error: b', 'npm ERR! c', '', '  ', '    at d (e.js:1:2)', 'at home');
  fc.assert(
    fc.property(fc.array(line), fc.integer({ min: 3, max: 12 }), (lines, most) => {
      const excerpt = excerptOf(lines.join('\n'), most);
      const telling = lines.filter((each) => each.trim() !== '' && !each.startsWith('    at '));
      expect(excerpt.length).toBe(Math.min(most, telling.length));
      expect(excerpt.at(-1)).toBe(telling.at(-1));
      const error = telling.find((each) => each.includes('Err') || each.includes('ERR'));
      if (error !== undefined) expect(excerpt).toContain(error);
    }),
  );
});
