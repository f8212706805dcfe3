import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { defaultPolicy, type Format, formats } from '../src/formats/index.ts';
import { folderWith } from './toolpath.ts';

const root = path.join(import.meta.dirname, '..');
const doc = readFileSync(path.join(root, 'docs/formats.md'), 'utf8');

test('the table of docs/formats.md is the catalogue', () => {
  const [, written = ''] = doc.split(/<!-- formats: .* -->\n|\n<!-- end -->/);
  expect(written.split('\n').slice(2)).toEqual(formats.map(rowOf));
});

function rowOf({ id, skeleton, families, aliases = [] }: Format): string {
  return `| \`${id}\` | ${skeleton} | ${families.join(', ')} | ${aliases.join(', ')} |`;
}

test('every policy stands there with its default', () => {
  const [, section = ''] = doc.split('### Policies');
  for (const [name, usual] of Object.entries(defaultPolicy))
    expect(section).toContain(`| \`${name}\` | \`${usual}\` |`);
});

interface Block {
  readonly language: string;
  readonly text: string;
  /** What the doc says that it prints. */
  readonly output: string | undefined;
}

/** Fenced blocks at the left margin; one of output belongs to the block before it. */
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

test('there is something to try', () => {
  expect(blocks.filter(({ output }) => output !== undefined).map(({ language }) => language)).toEqual([
    'sh',
    'ts',
    'ts',
  ]);
});

test.each(blocks.filter(({ language, output }) => language === 'ts' && output !== undefined))(
  'the program does what the doc says: $text',
  ({ text, output }) => {
    const library = pathToFileURL(path.join(root, 'src/index.ts')).href;
    const folder = folderWith({ 'example.mts': text.replace("from 'toolpath'", `from '${library}'`) });
    const { stdout, stderr } = spawnSync(process.execPath, [path.join(folder, 'example.mts')], { encoding: 'utf8' });
    expect({ stdout, stderr }).toEqual({ stdout: output, stderr: '' });
  },
);

test.each(blocks.filter(({ language, text }) => language === 'sh' && text.includes('toolpath ')))(
  'the command does what the doc says: $text',
  ({ text, output }) => {
    const main = path.join(root, 'src/main.ts');
    const folder = folderWith({ toolpath: `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n` });
    chmodSync(path.join(folder, 'toolpath'), 0o755);
    const env = { PATH: `${folder}${path.delimiter}${process.env.PATH}` };
    const { status, stdout } = spawnSync('sh', ['-ec', text], { cwd: folder, env, encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 0, stdout: output });
  },
);
