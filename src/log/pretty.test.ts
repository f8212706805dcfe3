import { expect, test } from 'vitest';
import { createLogger } from './logger.ts';
import { prettyLine } from './pretty.ts';
import { printable } from './printable.ts';

const time = new Date(2026, 0, 2, 12, 34, 56, 789).toISOString();
const line = (fields: object) => JSON.stringify({ level: 'warn', time, ...fields });

test('A pretty line has the time, level, message and key=value fields', () => {
  expect(prettyLine(line({ tool: 'search', ms: 12, note: 'two words', n: { a: 1 }, msg: 'slow tool' }), false)).toBe(
    '12:34:56.789 WARN  slow tool  tool=search  ms=12  note="two words"  n={"a":1}\n',
  );
  expect(prettyLine(line({}), false)).toBe('12:34:56.789 WARN\n');
});

test('A pretty line shows errors with their stacks, fields and causes', () => {
  const cause = { type: 'TypeError', message: 'no', stack: 'TypeError: no\n    at c (d.ts:1)' };
  const err = { type: 'Error', message: 'boom', stack: 'Error: boom\n    at a (b.ts:1)', code: 'E1', cause };
  expect(prettyLine(line({ err, msg: 'failed' }), false)).toBe(`12:34:56.789 WARN  failed
    Error: boom
        at a (b.ts:1)
      code=E1
    caused by TypeError: no
        at c (d.ts:1)
`);
});

test('External text brings no control characters to the terminal', () => {
  const foreign = '\u001b[31mred\u001b]0;title\u0007\u009b2J\r\n\u202egnp\u200b\u2066\ufeff\u2028';
  const err = { type: foreign, message: foreign, stack: `Error: ${foreign}`, [foreign]: foreign, cause: foreign };
  const shown = prettyLine(
    line({ level: foreign, msg: foreign, [foreign]: foreign, o: { [foreign]: foreign }, err }),
    false,
  );
  expect(shown.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  expect(shown).toContain('\\u001b[31mred');
});

test('A pretty line shows a redacted time and a numeric message unchanged', () => {
  expect(prettyLine('{"time":"[redacted]","msg":7}', false)).toBe('[redacted]       7\n');
});

test('Lines are coloured only on a terminal with colours', () => {
  const written: string[] = [];
  const terminal = (colours: boolean) => ({
    write: (text: string) => written.push(text),
    isTTY: true,
    hasColors: () => colours,
  });
  createLogger({ level: 'info', secrets: [], stream: terminal(true) }).error({ a: 1 }, 'bad');
  createLogger({ level: 'info', secrets: [], stream: terminal(false) }).error({ a: 1 }, 'bad');
  createLogger({ level: 'info', secrets: [], stream: { write: (text) => written.push(text) }, pretty: true }).error(
    { a: 1 },
    'bad',
  );
  expect(written[0]).toContain('\u001b[31mERROR\u001b[39m bad');
  expect(written[1]).toMatch(/^[\d:.]{12} ERROR bad {2}a=1\n$/);
  expect(written[2]).toBe(written[1]?.replace(/^[\d:.]{12}/, written[2]?.slice(0, 12) ?? ''));
});

test('printable escapes only control, invisible and reordering characters', () => {
  expect(printable('plain – ünïcode 日本語 😀 "quotes" \\')).toBe('plain – ünïcode 日本語 😀 "quotes" \\');
  expect(printable('a\tb\nc\rd\u0000\u007f\u0085\u200d\u061c\ud800\u{e0041}')).toBe(
    'a\\tb\\nc\\rd\\u0000\\u007f\\u0085\\u200d\\u061c\\ud800\\u{e0041}',
  );
});
