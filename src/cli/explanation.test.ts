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

proves('S1.explain', 'the model, the limit and the format with their reasons, then a line for each tool', () => {
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
      'model    up/mock, asked for as gpt-4o',
      "limit    2 of the servers' tools at once: it is small",
      '         to change it: say its size',
      'format   native: it does',
      '         to change it: set another',
      'tokens   about 30, 20 of them for declared tools',
      '',
      'tool            rule      rank  score  tokens  what would change it',
      'air::book  in   found        1   0.71      37  ask for something else',
      'shop::buy  out  deferred                    9  ask for it',
    ].join('\n'),
  );
});

test('what would change several is said once: beside them, or below where there is no room', () => {
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

test('of the others it shows twenty: first those that are out for another reason than that nobody searched', () => {
  const many = Array.from({ length: 200 }, (_, place) => decision(`air::tool_${place}`));
  const near = Array.from({ length: 30 }, (_, place) =>
    decision(`near::tool_${place}`, { rank: place + 1, rule: 'limit' }),
  );
  const text = shown([...near, ...many, decision('lost::*', { rule: 'server-gone' })]);
  expect(text.match(/^near::/gm)).toHaveLength(30);
  expect(text.match(/^air::/gm)).toHaveLength(19);
  expect(text).toContain('lost::*');
  expect(text).toMatch(/\n… and 181 more, --json shows all$/);
});

test('whatever tools are called and servers say, no line is wider than the terminal, and none is lost', () => {
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

test('a name is never cut: where a row does not fit, it has lines of its own', () => {
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

test('what would fail stands first, and who is passed over beside the model', () => {
  const failure = { kind: 'prompt-too-long', message: 'It is too long.' } as const;
  const given = {
    ...explanationOf([decision('a')]),
    failure,
    window: 20,
    passedOver: [{ model: 'up/small', failure }],
  };
  const lines = explanationInFull(given, recordingTerminal(110)).split('\n');
  expect(lines[0]).toBe('fails    It is too long.');
  expect(lines[1]).toBe('model    up/mock, asked for as gpt-4o; up/small is passed over: It is too long.');
  expect(lines.find((line) => line.startsWith('tokens'))).toContain("the model's window holds 20");
});

test('a name that would command a terminal is written out', () => {
  const text = shown([decision('evil\x1b[2J\nsecond line')]);
  expect(text).not.toContain('\x1b');
  expect(text).toMatch(/^evil\S*second line /m);
});

test('the prompt: what is said as text, calls and tools as JSON', () => {
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
