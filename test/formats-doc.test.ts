import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import {
  createReader,
  defaultPolicy,
  type Format,
  formats,
  type NoticeCode,
  type Policy,
  writeCalls,
} from '../src/formats/index.ts';
import { folderWith } from './toolpath.ts';

const root = path.join(import.meta.dirname, '..');
const doc = readFileSync(path.join(root, 'docs/formats.md'), 'utf8');

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

interface Block {
  readonly language: string;
  readonly text: string;
  /** The output that the page shows for the block; undefined if it shows none. */
  readonly output: string | undefined;
}

/** Returns the fenced blocks at the left margin. A block of output belongs to the block before it. */
function blocksIn(markdown: string): readonly Block[] {
  const fenced = [...markdown.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language = '', text = '']) => ({
    language,
    text,
  }));
  return fenced.map(({ language, text }, place) => {
    const next = fenced[place + 1];
    return { language, text, output: next && OUTPUTS.has(next.language) ? next.text : undefined };
  });
}

const OUTPUTS: ReadonlySet<string> = new Set(['jsonl', 'output']);
const blocks = blocksIn(doc);

test('The page docs/formats.md has one command and five programs with output', () => {
  expect(blocks.filter(({ output }) => output !== undefined).map(({ language }) => language)).toEqual([
    'sh',
    'ts',
    'ts',
    'ts',
    'ts',
    'ts',
  ]);
});

test.each(blocks.filter(({ language, output }) => language === 'ts' && output !== undefined))(
  'The program in docs/formats.md prints the output that the page shows: $text',
  ({ text, output }) => {
    const library = pathToFileURL(path.join(root, 'src/index.ts')).href;
    const folder = folderWith({ 'example.mts': text.replace("from 'toolpath'", `from '${library}'`) });
    const { stdout, stderr } = spawnSync(process.execPath, [path.join(folder, 'example.mts')], { encoding: 'utf8' });
    expect({ stdout, stderr }).toEqual({ stdout: output, stderr: '' });
  },
);

test.each(blocks.filter(({ language, text }) => language === 'sh' && text.includes('toolpath ')))(
  'The command in docs/formats.md prints the output that the page shows: $text',
  ({ text, output }) => {
    const main = path.join(root, 'src/main.ts');
    const folder = folderWith({ toolpath: `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n` });
    chmodSync(path.join(folder, 'toolpath'), 0o755);
    const env = { PATH: `${folder}${path.delimiter}${process.env.PATH}` };
    const { status, stdout } = spawnSync('sh', ['-ec', text], { cwd: folder, env, encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 0, stdout: output });
  },
);
