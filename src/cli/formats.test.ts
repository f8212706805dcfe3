import { expect, test } from 'vitest';
import { recordingTerminal } from '../../test/recording-terminal.ts';
import { createReader, formats as records } from '../formats/index.ts';
import { formats } from './formats.ts';

async function run(names: readonly string[], { json = false, columns = 110 } = {}) {
  const terminal = recordingTerminal(columns);
  const code = await formats.run(names, { flags: {}, json, terminal });
  return { code, said: terminal.said, text: terminal.printed.join('\n') };
}

test('formats lists every format in the order of the catalogue, and the plain names, within 100 columns', async () => {
  const { code, text } = await run([]);
  const lines = text.split('\n');
  expect(code).toBe(0);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
  const rows = lines.map((line) => line.split(/ {2,}/)).filter(([id = '', skeleton]) => id !== '' && skeleton);
  expect(rows.slice(1, records.length + 1).map(([id, skeleton]) => [id, skeleton])).toEqual(
    records.map(({ id, skeleton }) => [id, skeleton]),
  );
  for (const { families, aliases = [] } of records)
    for (const name of [...families, ...aliases]) expect(text).toContain(name);
  expect(text).toMatch(/^mistral +mistral_v3, mistral_v11$/m);
  expect(text).toMatch(/^code +code_mode$/m);
  expect(text).toMatch(/^native +calls that the model server parses itself$/m);
});

test.each([100, 80, 76, 75, 60, 50, 40])('The list of formats fits a terminal of %d columns', async (columns) => {
  const { text } = await run([], { columns });
  const lines = text.slice(0, text.indexOf('\n\nPlain names')).split('\n');
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns);
  expect(lines.join(' ')).toContain('granite_20b_fc');
});

test('Adjacent columns are always separated by spaces', async () => {
  for (const columns of [100, 80, 76]) {
    const [head = '', ...rows] = (await run([], { columns })).text.split('\n\n')[0]?.split('\n') ?? [];
    const starts = ['skeleton', 'families', 'also called'].map((title) => head.indexOf(title));
    for (const row of rows) for (const start of starts) expect(row.slice(start - 2, start).trim(), row).toBe('');
  }
});

test('In a terminal that is too narrow for columns, each format has lines of its own', async () => {
  const { text } = await run([], { columns: 50 });
  expect(text).toContain('granite_20b_fc (envelope)\n  Granite-20B-FunctionCalling\n  also called granite-20b-fc\n');
});

test.each(records)('The example calls shown for $id can be parsed', async (format) => {
  const { code, text } = await run([format.id]);
  expect(code).toBe(0);
  expect(text.split('\n')[0]).toBe(format.id);
  for (const family of format.families) expect(text).toContain(family);
  const [, shown = ''] = text.split(/ {2}Two calls:\n|\n\n {2}An outcome:/);
  const names = format.skeleton === 'raw' ? [format.name, format.name] : ['get_weather', 'get_time'];
  const tools = [...new Set(names)].map((name) => ({ name, parameters: { type: 'object' } }));
  const reader = createReader({ formats: [format], tools });
  const events = [...reader.push(shown.replace(/^ {4}/gm, '')), ...reader.end()];
  expect(events.flatMap((event) => (event.type === 'call' ? [event.name] : []))).toEqual(names);
});

test('formats accepts plain names and the names of other engines, and shows each record once', async () => {
  const { text } = await run(['mistral', 'mistral_v3', 'qwen25']);
  expect(text.split('\n').filter((line) => /^\w/.test(line))).toEqual(['mistral_v3', 'mistral_v11', 'hermes']);
  expect((await run(['native'])).text).toContain('no text to parse');
});

test('With --json, formats prints the complete records', async () => {
  expect(JSON.parse((await run([], { json: true })).text)).toEqual({
    formats: records,
    plainNames: { native: [], code: ['code_mode'], mistral: ['mistral_v3', 'mistral_v11'] },
  });
  const { formats: some } = JSON.parse((await run(['qwen3', 'mistral'], { json: true })).text);
  expect(some.map(({ id }: { id: string }) => id)).toEqual(['hermes', 'mistral_v3', 'mistral_v11']);
});

test('The error for an unknown format suggests the nearest name', async () => {
  expect(await run(['hermes', 'hermse'])).toEqual({
    code: 2,
    text: '',
    said: ['toolpath: Unknown format "hermse". Did you mean "hermes"? Run "toolpath formats" to list all formats.'],
  });
});
