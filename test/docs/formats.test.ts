import { expect, test } from 'vitest';
import {
  createReader,
  defaultPolicy,
  type Format,
  formats,
  type NoticeCode,
  type Policy,
  writeCalls,
} from '../../src/formats/index.ts';
import { pages } from './markdown.ts';

const { text: doc = '' } = pages.find(({ file }) => file === 'docs/formats.md') ?? {};

test('The table in docs/formats.md lists exactly the formats of the catalogue', () => {
  const [, written = ''] = doc.split(/<!-- formats: .* -->\n|\n<!-- end -->/);
  expect(written.split('\n').slice(2)).toEqual(formats.map(rowOf));
});

function rowOf({ id, skeleton, families, aliases = [] }: Format): string {
  return `| \`${id}\` | ${skeleton} | ${families.join(', ')} | ${aliases.join(', ')} |`;
}

const choices: { readonly [Name in keyof Policy]: Record<Policy[Name], true> } = {
  textAround: { exact: true, trimmed: true },
  textAfter: { kept: true, dropped: true, ends: true },
  inFences: { text: true, read: true },
  callsInReasoning: { 'by-format': true, read: true, ignored: true },
  unknownTools: { passed: true, text: true, dropped: true },
  malformed: { text: true, dropped: true },
  inventedResults: { kept: true, cut: true },
};

test('The page docs/formats.md lists every policy with its default and its other values', () => {
  const rows = rowsBehind('| policy | default | others | why |').map(([policy, usual, others]) => [
    policy,
    usual,
    others,
  ]);
  expect(rows).toEqual(
    Object.entries(defaultPolicy).map(([name, usual]) => {
      const others = Object.keys(choices[name as keyof Policy]).filter((choice) => choice !== usual);
      return [`\`${name}\``, `\`${usual}\``, others.map((choice) => `\`${choice}\``).join(', ')];
    }),
  );
});

const codes: Record<NoticeCode, true> = {
  repaired: true,
  malformed: true,
  incomplete: true,
  'unknown-tool': true,
  suppressed: true,
  'in-reasoning': true,
  'in-code': true,
  'left-out': true,
  'invented-result': true,
  inexact: true,
};

test('The page docs/formats.md lists every notice', () => {
  const told = rowsBehind('| notice | when |').map(([code]) => code);
  expect(told).toEqual(Object.keys(codes).map((code) => `\`${code}\``));
});

test('The page docs/formats.md names the formats that recognise only calls of known tools', () => {
  const [, , paragraph = ''] = doc.match(/`unknownTools` has an exception\.([^`]*`tools`)([\s\S]*?)\n\n/) ?? [];
  const named = [...paragraph.matchAll(/`([\w.]+)`/g)].map(([, id]) => id);
  expect(named).toEqual(expect.arrayContaining(formats.filter(readsKnownOnly).map(({ id }) => id)));
  expect(named).toHaveLength(formats.filter(readsKnownOnly).length);
});

function readsKnownOnly(format: Format): boolean {
  const name = format.skeleton === 'raw' ? format.name : 'unknown_tool';
  const reader = createReader({ formats: [format], tools: [{ name: 'known_tool' }] });
  const text = writeCalls(format, [{ id: 'a1b2c3d4e', name, arguments: {} }]);
  return ![...reader.push(text), ...reader.end()].some(({ type }) => type === 'call');
}

/** Returns the cells of the table with this header row, without the header. */
function rowsBehind(head: string): readonly (readonly string[])[] {
  const [, table = ''] = doc.split(`${head}\n`);
  const [rows = ''] = table.split('\n\n');
  const lines = rows.split('\n').slice(1);
  return lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}
