import fc from 'fast-check';
import { expect, test } from 'vitest';
import { recordingTerminal } from '../../test/recording-terminal.ts';
import { proves } from '../../test/requirements.ts';
import type { ExplainedDecision, TurnExplanation } from '../explaining.ts';
import { explanationInFull, promptInFull } from './explanation.ts';

const decision = (tool: string, more: Partial<ExplainedDecision> = {}): ExplainedDecision => ({
  tool,
  verdict: 'out',
  rule: 'deferred',
  flip: 'ask for it',
  owner: 'gateway',
  ...more,
});

const explanationOf = (decisions: readonly ExplainedDecision[]): TurnExplanation => ({
  model: 'up/mock',
  asked: 'gpt-4o',
  tools: { source: 'gateway', isMixed: false },
  limit: { most: 2, rule: 'size', why: 'it is small', flip: 'say its size' },
  format: { format: 'native', understood: [], rule: 'primary', why: 'it does', flip: 'set another' },
  decisions,
  visible: [],
  callable: [],
  prompt: { messages: [], tools: [] },
  tokens: { messages: 10, tools: 20 },
});

const shown = (decisions: readonly ExplainedDecision[], columns = 110) =>
  explanationInFull(explanationOf(decisions), recordingTerminal(columns));

proves(
  'S1.explain',
  'An explanation shows the model, the limit and the format with their reasons, then one line per tool',
  () => {
    const found = {
      verdict: 'in',
      rule: 'found',
      flip: 'ask for something else',
      rank: 1,
      score: 0.714,
      tokens: 37,
    } as const;
    expect(shown([decision('air::book', found), decision('shop::buy', { tokens: 9 })])).toBe(
      [
        'model    up/mock, requested as gpt-4o',
        'limit    at most 2 MCP tools at once: it is small',
        '         to change it: say its size',
        'format   native: it does',
        '         to change it: set another',
        'tokens   about 30, of which 20 for declared tools',
        '',
        'tool            rule      rank  score  tokens  what would change it',
        'air::book  in   found        1   0.71      37  ask for something else',
        'shop::buy  out  deferred                    9  ask for it',
      ].join('\n'),
    );
  },
);

test('A change that applies to several tools is shown once: beside them, or below them if there is no room', () => {
  const flip = 'one two three four five six seven eight nine ten';
  const all = [decision('a', { flip }), decision('b', { flip }), decision('c')];
  expect(shown(all, 52).split('\n').slice(-4)).toEqual([
    'tool       rule      what would change it',
    'a     out  deferred  one two three four five six',
    'b     out  deferred  seven eight nine ten',
    'c     out  deferred  ask for it',
  ]);
  expect(shown(all, 40).split('\n').slice(-6)).toEqual([
    'a     out  deferred',
    'b     out  deferred',
    '    to change it: one two three four',
    '    five six seven eight nine ten',
    'c     out  deferred',
    '    to change it: ask for it',
  ]);
});

test('Of the tools that were not found, twenty are shown, and deferred tools come last', () => {
  const many = Array.from({ length: 200 }, (_, place) => decision(`air::tool_${place}`));
  const near = Array.from({ length: 30 }, (_, place) =>
    decision(`near::tool_${place}`, { rank: place + 1, rule: 'limit' }),
  );
  const text = shown([...near, ...many, decision('lost::*', { rule: 'server-gone' })]);
  expect(text.match(/^near::/gm)).toHaveLength(30);
  expect(text.match(/^air::/gm)).toHaveLength(19);
  expect(text).toContain('lost::*');
  expect(text).toMatch(/\n… and 181 more; use --json to show all$/);
});

test('For any tool names and texts, no line is wider than the terminal and no tool is lost', () => {
  const rule = 'server-connecting';
  const ranked = { rank: 1, score: 0.5, tokens: 100_000 };
  const word = fc.string({ unit: 'grapheme-ascii', maxLength: 60 });
  const decisions = fc.array(fc.record({ tool: word, flip: word, isRanked: fc.boolean() }), {
    minLength: 1,
    maxLength: 8,
  });
  fc.assert(
    fc.property(decisions, fc.integer({ min: 60, max: 110 }), (given, columns) => {
      const lines = shown(
        given.map(({ tool, flip, isRanked }) => decision(tool, { flip, rule, ...(isRanked && ranked) })),
        columns,
      ).split('\n');
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns);
      expect(lines.filter((line) => / {2}out {2}server-connecting/.test(line)).length).toBeGreaterThanOrEqual(
        given.length,
      );
    }),
  );
});

test('A name is never truncated: if a row does not fit, its cells are below the name', () => {
  const long = `every::${'trigger-long-running-operation-'.repeat(2)}now`;
  const found = { rank: 1, score: 0.5, tokens: 100, rule: 'found', verdict: 'in' } as const;
  expect(
    shown([decision(long, found), decision('b')], 60)
      .split('\n')
      .slice(-5),
  ).toEqual([
    long,
    '    in  found  rank 1  score 0.50  tokens 100',
    'b',
    '    out  deferred',
    '    to change it: ask for it',
  ]);
  expect(shown([decision(long, found)], 160)).toContain(`${long}  in  found`);
});

test('The failure is shown first, and skipped models are shown beside the model', () => {
  const failure = { kind: 'prompt-too-long', message: 'It is too long.' } as const;
  const given = {
    ...explanationOf([decision('a')]),
    failure,
    window: 20,
    passedOver: [{ model: 'up/small', failure }],
  };
  const lines = explanationInFull(given, recordingTerminal(110)).split('\n');
  expect(lines[0]).toBe('fails    It is too long.');
  expect(lines[1]).toBe('model    up/mock, requested as gpt-4o; up/small is skipped: It is too long.');
  expect(lines.find((line) => line.startsWith('tokens'))).toContain('the context window holds 20');
});

test('Control characters in a name are escaped', () => {
  const text = shown([decision('evil\x1b[2J\nsecond line')]);
  expect(text).not.toContain('\x1b');
  expect(text).toMatch(/^evil\S*second line /m);
});

test('A prompt is shown with its messages as text, and calls and tools as JSON', () => {
  const messages = [
    { role: 'system', content: 'Be brief.' },
    { role: 'assistant', content: null, tool_calls: [{ id: '1' }] },
  ];
  const tools = [{ type: 'function', function: { name: 'add' } }];
  expect(promptInFull({ messages, tools }, recordingTerminal()).split('\n')).toEqual([
    'system:',
    'Be brief.',
    '',
    'assistant:',
    'null',
    ...JSON.stringify({ tool_calls: [{ id: '1' }] }, null, 2).split('\n'),
    '',
    'tools:',
    '{"type":"function","function":{"name":"add"}}',
  ]);
});
