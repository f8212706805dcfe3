import fc from 'fast-check';
import { expect, test } from 'vitest';
import { recordingTerminal } from '../../test/recording-terminal.ts';
import { printable } from '../log/index.ts';
import type { ServerReport } from '../mcp/index.ts';
import { excerptOf, serverInFull, serverTable } from './server-text.ts';

const text = fc.string({ unit: 'binary', maxLength: 300 });

const reports: fc.Arbitrary<ServerReport> = fc.record(
  {
    name: fc.string({ unit: 'binary', minLength: 1, maxLength: 80 }),
    state: fc.constantFrom('connecting', 'ready', 'degraded', 'gone', 'disabled'),
    transport: fc.constantFrom('stdio', 'http', 'sse', 'any'),
    title: text,
    tools: fc.nat(),
    findings: fc.array(fc.record({ tool: text, reason: text }), { maxLength: 3 }),
    latencyMs: fc.double({ min: 0, max: 1e6, noNaN: true }),
    attempt: fc.nat(),
    lastError: text,
    check: text,
    stderr: text,
    junkLines: fc.nat(),
    junk: text,
  },
  { requiredKeys: ['name', 'state', 'transport', 'tools', 'findings', 'attempt', 'stderr', 'junkLines'] },
);

/** Escapes control characters except line breaks, as on a real terminal. */
const terminal = (columns: number) => ({
  ...recordingTerminal(columns),
  foreign: (foreign: string) => foreign.split('\n').map(printable).join('\n'),
});

test('For any reports without errors, the table has one line per server, and each line fits the terminal', () => {
  fc.assert(
    fc.property(fc.array(reports, { maxLength: 5 }), fc.integer({ min: 40, max: 110 }), (given, columns) => {
      const calm = given.map(({ lastError: _, check: __, ...report }) => report);
      const lines = serverTable(calm, terminal(columns)).split('\n');
      expect(lines).toHaveLength(given.length + 1);
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns);
    }),
  );
});

test('The texts of a server are indented below its line, with control characters escaped', () => {
  fc.assert(
    fc.property(reports, (report) => {
      for (const written of [serverTable([report], terminal(80)), serverInFull(report, terminal(80))]) {
        const [, , ...below] = written.split('\n');
        for (const line of below) expect(line).toMatch(/^ {2}/);
        expect(written.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      }
    }),
  );
});

const calm = { transport: 'stdio', tools: 2, findings: [], attempt: 1, stderr: '', junkLines: 0 } as const;

test('The table has a column for notes only if there are any, and shows errors below their server', () => {
  const good: ServerReport = { ...calm, name: 'good', state: 'ready' };
  const lost: ServerReport = { ...calm, name: 'lost', state: 'gone', lastError: 'it crashed', junkLines: 3 };
  const odd: ServerReport = { ...good, name: 'odd', junkLines: 1, findings: [{ tool: 't', reason: 'it has no name' }] };
  expect(serverTable([good, lost], terminal(80)).split('\n')).toEqual([
    expect.stringMatching(/^server +state +tools +latency$/),
    expect.stringMatching(/^good +ready +2 +-$/),
    expect.stringMatching(/^lost +gone +2 +-$/),
    expect.stringMatching(/^ {2}error +it crashed$/),
  ]);
  const [head, line] = serverTable([odd], terminal(80)).split('\n');
  expect(head).toMatch(/latency +note$/);
  expect(line).toMatch(/1 problem in tools, 1 non-MCP line on stdout$/);
});

test('A repaired tool does not count as a problem, and the full view of its server shows what was repaired', () => {
  const repair = { tool: 'loud', reason: 'its inputSchema was repaired', isRepair: true };
  const report: ServerReport = { ...calm, name: 'odd', state: 'ready', findings: [repair] };
  expect(serverTable([report], terminal(80))).not.toContain('problem');
  expect(serverInFull(report, terminal(80))).toMatch(/^ {2}repaired tools +loud: its inputSchema was repaired$/m);
  const both = { ...report, findings: [{ tool: 't', reason: 'it has no name' }, repair] };
  expect(serverTable([both], terminal(80))).toContain('1 problem in tools');
});

test('A long name is truncated between two characters, not in the middle of one', () => {
  for (const name of ['😀'.repeat(40), `x${'😀'.repeat(40)}`]) {
    expect(serverTable([{ ...calm, name, state: 'ready' }], terminal(80)).isWellFormed()).toBe(true);
  }
});

test('The full view of a server shows its first non-MCP line, and its stderr even without an error', () => {
  const report: ServerReport = {
    ...calm,
    name: 'odd',
    state: 'ready',
    junkLines: 2,
    junk: 'Hello!',
    stderr: 'started\n',
  };
  const full = serverInFull(report, terminal(80));
  expect(full).toMatch(/^ {2}first such line +Hello!$/m);
  expect(full).toContain('\n    started');
  expect(serverTable([report], terminal(80))).not.toContain('started');
});

test('The table shows the last lines of a long stderr, and the full view of a server shows all lines', () => {
  const stderr = Array.from({ length: 30 }, (_, line) => `line ${line}`).join('\n');
  const report: ServerReport = {
    name: 'lost',
    state: 'gone',
    transport: 'stdio',
    tools: 0,
    findings: [],
    attempt: 3,
    lastError: 'it crashed',
    check: 'Run it by hand.',
    stderr: `${stderr}\n`,
    junkLines: 0,
  };
  const short = serverTable([report], terminal(80));
  expect(short).toContain('\n    line 29');
  expect(short).toContain('\n    line 22\n');
  expect(short).not.toContain('line 21');
  expect(serverInFull(report, terminal(80))).toContain('\n    line 0\n');
});

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

test('An excerpt leaves out stack frames and blank lines', () => {
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

test('An excerpt keeps the first line that reports an error, however much follows', () => {
  const lines = Array.from({ length: 30 }, (_, place) => `line ${place}`);
  const told = [...lines.slice(0, 3), '0 errors so far', 'KeyError: no key', ...lines.slice(3), 'another error'];
  expect(excerptOf(told.join('\n'), 5)).toEqual(['KeyError: no key', '…', 'line 28', 'line 29', 'another error']);
  expect(excerptOf(lines.join('\n'), 2)).toEqual(['line 28', 'line 29']);
});

test('An excerpt is never longer than requested, ends with the last line, and contains the first error', () => {
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
