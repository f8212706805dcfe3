// biome-ignore-all lint/suspicious/noTemplateCurlyInString: servers may hold placeholders
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDocument } from './file.ts';
import { readEnvironment, readFlags } from './given.ts';
import { settingsFrom } from './load.ts';
import { renderProblems } from './problem.ts';
import { settingsSchema } from './schema.ts';
import { settingSources } from './sources.ts';

const VALID = `{
  // a comment
  "port": 18741, "keys": ["env:KEY", "another-key"],
  "backends": { "up": { "kind": "openai", "apiKey": "env:KEY", "headers": { "a": "b" } } },
  "mcpServers": { "files": { "command": "npx", "args": ["x", "\${KEY}"], "env": { "A": "env:KEY" } } },
  "limits": { "steps": 3, "tools": { "a::b": { "toolMs": 5 } } },
  "permit": [{ "tool": "x*", "verdict": "deny" }],
}`;

const names = fc.constantFrom(
  ...Object.keys(settingsSchema.shape),
  'kind',
  'apiKey',
  'headers',
  'env',
  'url',
  'command',
  'args',
  'environment',
  'httpUrl',
  'http_headers',
  'bearer_token_env_var',
  'env_http_headers',
  'env_vars',
  'timeout',
  'type',
  'disabled',
  'tools',
  'verdict',
  'toString',
  'constructor',
  '__proto__',
  '\u001b[31m\u202e',
);
const shaped = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.oneof(
      fc.string(),
      fc.integer(),
      fc.double({ noNaN: true }),
      fc.boolean(),
      fc.constant(null),
      fc.constantFrom(
        'env:NOPE',
        'Bearer env:NOPE',
        '${NOPE}',
        '${KEY:-${KEY}}',
        '$KEY',
        '${{ x }}',
        '~',
        'http://h?key=${KEY}',
      ),
    ),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(names, tie('value'), { maxKeys: 4 }),
  ),
})).value;

/** A valid file with a piece removed, doubled or replaced. */
const damaged = fc
  .tuple(
    fc.nat(VALID.length),
    fc.nat(12),
    fc.oneof(fc.constant(''), fc.string(), fc.constantFrom('"', '{', ']', ',', '\\', '/*', '\r', '\u2028')),
  )
  .map(([at, length, put]) => VALID.slice(0, at) + put + VALID.slice(at + length));

const texts = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.json(),
  shaped.map((value) => JSON.stringify(value)),
  shaped.map((value) => JSON.stringify(value, null, 2)),
  damaged,
);

describe('arbitrary settings files', () => {
  test('Any file loads or gives problems that point into it, and never throws', () => {
    let loads = 0;
    fc.assert(
      fc.property(texts, (text) => {
        const result = settingsFrom([readDocument(text, 'toolpath.json', '/toolpath.json')], { KEY: 'a-long-key' });
        if (result.ok) {
          loads++;
          return;
        }
        const lines = text.split(/\r\n|\r|\n/);
        expect(result.problems.length).toBeGreaterThan(0);
        for (const { place, wrong, fix } of result.problems) {
          expect(place.kind).toBe('file');
          if (place.kind !== 'file') return;
          expect(place.line).toBeGreaterThanOrEqual(1);
          expect(place.line).toBeLessThanOrEqual(lines.length);
          expect(place.column).toBeGreaterThanOrEqual(1);
          expect(place.column).toBeLessThanOrEqual((lines[(place.line ?? 0) - 1] ?? '').length + 1);
          expect(wrong).not.toBe('');
          expect(fix).not.toBe('');
        }
        expect(renderProblems(result.problems).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      }),
      { numRuns: 2_000 },
    );
    expect(loads).toBeGreaterThan(0); // some damaged files are still valid, so both outcomes occurred
  });

  test('No file changes a prototype', () => {
    const before = Object.getOwnPropertyNames(Object.prototype).join();
    fc.assert(
      fc.property(shaped, (value) => {
        const polluting = JSON.stringify(value).replaceAll('constructor', '__proto__');
        settingsFrom([readDocument(polluting, 'toolpath.json', '/toolpath.json')], {});
        expect(Object.getOwnPropertyNames(Object.prototype).join()).toBe(before);
      }),
    );
  });

  test('A quarter of a megabyte of any text does not take quadratic time', () => {
    const pieces = ['[', '{"a":', '"', ',', '/*', 'x', '{"a":1},', '"a":1,', '\\', '\r', '1', '[]'];
    for (const piece of pieces) {
      for (const start of ['', '{', '{"mcpServers":{', '{"keys":[']) {
        const started = performance.now();
        settingsFrom([readDocument(start + piece.repeat((256 * 1024) / piece.length), 'f', '/f')], {});
        expect(performance.now() - started, start + piece).toBeLessThan(2_000);
      }
    }
    const many = JSON.stringify(Object.fromEntries(Array.from({ length: 15_000 }, (_, i) => [`name${i}`, 1])));
    const started = performance.now();
    for (const text of [
      many,
      `{"mcpServers":${many}}`,
      `{"mcpServers":{"a":${many}}}`,
      `{"keys":[${'"env:NOPE",'.repeat(20_000)}]}`,
    ]) {
      settingsFrom([readDocument(text, 'f', '/f')], {});
    }
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

describe('arbitrary flags and variables', () => {
  test('Any flags and variables load or give problems that name them', () => {
    const source = fc.constantFrom(...settingSources);
    const given = fc.array(
      fc.tuple(
        source,
        fc.oneof(
          fc.string(),
          fc.json(),
          shaped.map((value) => JSON.stringify(value)),
        ),
      ),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(given, given, (flags, variables) => {
        const readings = [
          readEnvironment(Object.fromEntries(variables.map(([{ env }, text]) => [env, text])), '/'),
          readFlags(Object.fromEntries(flags.map(([{ flag }, text]) => [flag, text])), '/'),
        ];
        const result = settingsFrom(readings, {});
        for (const { place } of result.ok ? [] : result.problems) {
          if (place.kind === 'flag') expect(flags.map(([{ flag }]) => flag)).toContain(place.flag);
          else if (place.kind === 'env') expect(variables.map(([{ env }]) => env)).toContain(place.name);
          else expect.unreachable();
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
