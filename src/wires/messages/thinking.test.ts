import { describe, expect, test } from 'vitest';
import type { Fields, Message, ToolChoice, VisibleTool } from '../../core/index.ts';
import { readReasoning } from '../chat/reasoning.ts';
import { readParameters } from '../chat/sampling.ts';
import { writeMessagesRequest } from './request.ts';

const BUDGETED = 'claude-sonnet-4-5';
const ADAPTIVE = 'claude-sonnet-4-6';
const tool: VisibleTool = {
  name: 'f',
  wireName: 'f',
  owner: 'client',
  description: '',
  parameters: { type: 'object' },
};
const user: Message = { role: 'user', content: [{ type: 'text', text: 'hi' }] };

function write(
  model: string,
  extra: Fields,
  messages: readonly Message[] = [user],
  choice: ToolChoice = { kind: 'auto' },
) {
  return writeMessagesRequest({ model, messages, tools: [tool], choice, isStreamed: true, ...readParameters(extra) });
}

/** Returns the reasoning fields of the written request and the names of the fields that are left out. */
function thinkingOf(...request: Parameters<typeof write>) {
  const { body, left } = write(...request);
  const { thinking, output_config: output, max_tokens: tokens } = body;
  return { thinking, effort: (output as Fields | undefined)?.effort, tokens, left };
}

const budget = (budget_tokens: number) => ({ type: 'enabled', budget_tokens });

describe('A reasoning effort', () => {
  test.each<[string, unknown, unknown, unknown, string[]]>([
    [BUDGETED, 'minimal', budget(1_024), undefined, []],
    [BUDGETED, 'low', budget(2_048), undefined, []],
    [BUDGETED, 'medium', budget(8_192), undefined, []],
    [BUDGETED, 'high', budget(16_384), undefined, []],
    [BUDGETED, 'max', budget(32_000), undefined, []],
    [BUDGETED, 'none', undefined, undefined, []],
    [ADAPTIVE, 'minimal', { type: 'adaptive' }, 'low', []],
    [ADAPTIVE, 'medium', { type: 'adaptive' }, 'medium', []],
    [ADAPTIVE, 'xhigh', { type: 'adaptive' }, 'high', []],
    [ADAPTIVE, 'max', { type: 'adaptive' }, 'max', []],
    [ADAPTIVE, 'none', undefined, undefined, []],
    ['claude-opus-4-7', 'xhigh', { type: 'adaptive', display: 'summarized' }, 'xhigh', []],
    ['claude-opus-5', 'low', { type: 'adaptive', display: 'summarized' }, 'low', []],
    ['claude-opus-5', 'none', { type: 'disabled' }, undefined, []],
    ['claude-sonnet-5-5', 'none', { type: 'between_tools' }, undefined, []],
    ['claude-opus-5-5', 'none', undefined, 'low', []],
    ['claude-3-5-haiku-latest', 'low', undefined, undefined, ['reasoning_effort']],
    ['claude-3-5-haiku-latest', 'none', undefined, undefined, []],
    ['glm-5', 'high', budget(8_192), undefined, []],
    ['glm-5', 'none', { type: 'disabled' }, undefined, []],
    [BUDGETED, 'ultra', undefined, undefined, ['reasoning_effort']],
    [BUDGETED, 7, undefined, undefined, ['reasoning_effort']],
    [BUDGETED, 'constructor', undefined, undefined, ['reasoning_effort']],
  ])(
    'For %s, the effort "%s" is written as reasoning fields or listed as left out',
    (model, effort, thinking, written, left) => {
      expect(thinkingOf(model, { reasoning_effort: effort })).toMatchObject({ thinking, effort: written, left });
    },
  );

  test('An effort uses at most half of the token limit, and is left out if the limit is too small', () => {
    expect(thinkingOf(BUDGETED, { reasoning_effort: 'high', max_tokens: 4_096 })).toMatchObject({
      thinking: budget(2_048),
      tokens: 4_096,
    });
    expect(thinkingOf(BUDGETED, { reasoning_effort: 'high', max_tokens: 1_000 })).toMatchObject({
      thinking: undefined,
      left: ['reasoning_effort'],
    });
  });

  test('The client’s own Messages fields override an effort', () => {
    const extra = { reasoning_effort: 'low', thinking: budget(5_000), output_config: { effort: 'max' } };
    expect(thinkingOf(BUDGETED, extra)).toMatchObject({ thinking: budget(5_000), effort: 'max', left: [] });
  });
});

describe('OpenRouter’s reasoning object', () => {
  const summarized = { type: 'adaptive', display: 'summarized' };
  test.each<[string, unknown, unknown, unknown, string[]]>([
    [BUDGETED, { effort: 'low' }, budget(2_048), undefined, []],
    [BUDGETED, { effort: 'low', exclude: true }, budget(2_048), undefined, []],
    [BUDGETED, { max_tokens: 3_000 }, budget(3_000), undefined, []],
    [BUDGETED, { max_tokens: 100 }, budget(1_024), undefined, []],
    [BUDGETED, { max_tokens: 500_000 }, budget(62_976), undefined, []],
    [BUDGETED, { max_tokens: 3_000, enabled: true, effort: null }, budget(3_000), undefined, []],
    [BUDGETED, { enabled: true }, budget(8_192), undefined, []],
    [BUDGETED, { enabled: false, effort: 'high' }, undefined, undefined, []],
    [BUDGETED, { effort: 'none' }, undefined, undefined, []],
    [ADAPTIVE, { effort: 'medium' }, { type: 'adaptive' }, 'medium', []],
    [ADAPTIVE, { max_tokens: 3_000 }, { type: 'adaptive' }, undefined, []],
    ['claude-opus-5', { enabled: true }, summarized, undefined, []],
    ['claude-opus-5', { max_tokens: 3_000 }, summarized, undefined, []],
    ['claude-opus-5', { enabled: false }, { type: 'disabled' }, undefined, []],
    ['claude-opus-5-5', { enabled: false }, undefined, 'low', []],
    ['glm-5', { enabled: false }, { type: 'disabled' }, undefined, []],
    ['claude-3-5-haiku-latest', { enabled: true }, undefined, undefined, ['reasoning']],
    ['claude-3-5-haiku-latest', { enabled: false }, undefined, undefined, []],
    [BUDGETED, { effort: 'ultra' }, undefined, undefined, ['reasoning']],
    [BUDGETED, { effort: 7, max_tokens: '9', enabled: 'yes' }, undefined, undefined, ['reasoning']],
    [BUDGETED, { max_tokens: -1 }, undefined, undefined, ['reasoning']],
    [BUDGETED, { exclude: true }, undefined, undefined, ['reasoning']],
    [BUDGETED, true, undefined, undefined, ['reasoning']],
    [BUDGETED, null, undefined, undefined, []],
  ])(
    'For %s, the reasoning object %j is written as reasoning fields or listed as left out',
    (model, reasoning, thinking, effort, left) => {
      expect(thinkingOf(model, { reasoning })).toMatchObject({ thinking, effort, left });
    },
  );

  test('A reasoning object never changes the client’s token limit: its budget shrinks, or it is left out', () => {
    const reasoning = { max_tokens: 10_000 };
    expect(thinkingOf(BUDGETED, { reasoning, max_tokens: 4_096 })).toMatchObject({
      thinking: budget(3_072),
      tokens: 4_096,
    });
    expect(thinkingOf(BUDGETED, { reasoning, max_tokens: 2_000 })).toMatchObject({
      thinking: undefined,
      tokens: 2_000,
      left: ['reasoning'],
    });
  });

  test('The fields thinking and reasoning_effort override a reasoning object', () => {
    const reasoning = { enabled: false };
    expect(thinkingOf(BUDGETED, { reasoning, thinking: budget(5_000) })).toMatchObject({
      thinking: budget(5_000),
      left: [],
    });
    expect(thinkingOf(BUDGETED, { reasoning, reasoning_effort: 'low' })).toMatchObject({
      thinking: budget(2_048),
      left: [],
    });
  });
});

describe('The client’s own thinking field', () => {
  test.each<[string, Fields, unknown]>([
    ['claude-opus-4-7', budget(10_000), { type: 'adaptive', display: 'summarized' }],
    ['claude-sonnet-5', budget(10_000), { type: 'adaptive', display: 'summarized' }],
    ['claude-opus-5-5', { type: 'enabled' }, { type: 'adaptive', display: 'summarized' }],
    ['claude-opus-5', { ...budget(10_000), display: 'omitted' }, { type: 'adaptive', display: 'omitted' }],
    ['claude-opus-5', { type: 'adaptive' }, { type: 'adaptive' }],
    ['claude-opus-5', { type: 'disabled' }, { type: 'disabled' }],
    [ADAPTIVE, budget(10_000), budget(10_000)],
    ['glm-5', budget(10_000), budget(10_000)],
  ])('For %s, the thinking field %j is written as the model supports it', (model, thinking, written) => {
    expect(thinkingOf(model, { thinking, max_tokens: 20_000 })).toEqual({
      thinking: written,
      effort: undefined,
      tokens: 20_000,
      left: [],
    });
  });

  test.each<[string, number, number, number]>([
    ['claude-opus-4-1', 20_000, 4_096, 24_096],
    ['claude-opus-4-1', 30_000, 4_096, 32_000],
    ['claude-opus-4-0', 31_999, 16_000, 32_000],
    ['claude-opus-4-0', 40_000, 16_000, 40_001],
    [BUDGETED, 60_000, 30_000, 64_000],
    ['glm-5', 60_000, 30_000, 90_000],
    ['claude-opus-5', 60_000, 30_000, 30_000],
  ])('For %s, a budget of %i with a limit of %i tokens is written with a limit of %i', (model, tokens, limit, most) => {
    expect(thinkingOf(model, { thinking: budget(tokens), max_tokens: limit }).tokens).toBe(most);
  });

  test('The token limit grows if the budget would leave no tokens for the answer', () => {
    expect(thinkingOf(BUDGETED, { thinking: budget(10_000), max_tokens: 4_096 })).toMatchObject({ tokens: 14_096 });
    expect(thinkingOf(BUDGETED, { thinking: budget(10_000) })).toMatchObject({ tokens: 64_000 });
  });

  test('A thinking field that is not an object is listed as left out', () => {
    expect(thinkingOf(BUDGETED, { thinking: true })).toMatchObject({ thinking: undefined, left: ['thinking'] });
  });

  test('With reasoning on, temperature, top_k and a small top_p are left out', () => {
    const extra = { thinking: budget(2_000), temperature: 0.5, top_k: 5, top_p: 0.5 };
    const { body, left } = write(BUDGETED, extra);
    for (const name of ['temperature', 'top_k', 'top_p']) expect(body).not.toHaveProperty(name);
    expect(left).toEqual(['temperature', 'top_k', 'top_p']);
    expect(write(BUDGETED, { ...extra, top_p: 0.97 }).body.top_p).toBe(0.97);
    expect(write(BUDGETED, { thinking: { type: 'disabled' }, temperature: 0.5 }).body.temperature).toBe(0.5);
  });
});

describe('A forced tool choice', () => {
  test.each<[string, Fields, string]>([
    [BUDGETED, { thinking: budget(2_000) }, 'thinking'],
    [BUDGETED, { reasoning_effort: 'low' }, 'reasoning_effort'],
    [ADAPTIVE, { thinking: { type: 'adaptive' } }, 'thinking'],
  ])('For %s, a forced tool choice turns off reasoning requested by %o', (model, extra, name) => {
    for (const choice of [{ kind: 'required' }, { kind: 'named', name: 'f' }] as const) {
      const { body, left } = write(model, { ...extra, temperature: 0.5 }, [user], choice);
      expect(body).not.toHaveProperty('thinking');
      expect(body.temperature).toBe(0.5);
      expect(left).toEqual([name]);
    }
    expect(thinkingOf(model, extra, [user], { kind: 'none' })).toMatchObject({ left: [] });
  });

  test('A forced tool choice without tools does not turn reasoning off', () => {
    const request = {
      model: BUDGETED,
      messages: [user],
      tools: [],
      isStreamed: true,
      ...readParameters({ thinking: budget(2_000) }),
    };
    expect(writeMessagesRequest({ ...request, choice: { kind: 'required' } }).body.thinking).toEqual(budget(2_000));
  });
});

describe('Reasoning in the middle of a turn', () => {
  const thought = { type: 'reasoning.text', text: 't', signature: 's', format: 'anthropic-claude-v1', model: BUDGETED };
  const called = (id: string, details: readonly Fields[] = []): Message => ({
    role: 'assistant',
    content: readReasoning({ reasoning_details: details }).parts,
    calls: [{ id, name: 'f', arguments: '{}' }],
  });
  const outcome = (callId: string): Message => ({ role: 'tool', callId, content: [] });
  const answered: Message = { role: 'assistant', content: [{ type: 'text', text: 'yes' }], calls: [] };

  test.each<[string, Message[], boolean]>([
    ['the turn starts with reasoning', [user, called('a', [thought]), outcome('a')], true],
    ['the reasoning was lost', [user, called('a'), outcome('a')], false],
    ['the reasoning was lost, and a user message follows', [user, called('a'), outcome('a'), user], false],
    [
      'only the first step has reasoning',
      [user, called('a', [thought]), outcome('a'), called('b'), outcome('b')],
      true,
    ],
    ['only a later step has reasoning', [user, called('a'), outcome('a'), called('b', [thought]), outcome('b')], false],
    [
      'the reasoning came only after a call',
      [user, called('a', [{ ...thought, calls_before: 1 }]), outcome('a')],
      false,
    ],
    [
      'the reasoning is from another model',
      [user, called('a', [{ ...thought, model: 'claude-opus-4-1' }]), outcome('a')],
      false,
    ],
    ['the reasoning was lost in an earlier turn', [user, called('a'), outcome('a'), answered, user], true],
    ['there is no earlier answer', [user], true],
  ])(
    'Reasoning with a budget stays on only if the current turn starts with reasoning: %s',
    (_, messages, isThinking) => {
      for (const [name, value] of [
        ['thinking', budget(2_000)],
        ['reasoning_effort', 'low'],
      ] as const) {
        const { body, left } = write(BUDGETED, { [name]: value }, messages);
        expect(body.thinking !== undefined).toBe(isThinking);
        expect(left).toEqual(isThinking ? [] : [name]);
        const thoughts = JSON.stringify(body.messages).includes('"thinking"');
        if (!isThinking) expect(thoughts).toBe(false);
      }
    },
  );

  test('Adaptive reasoning stays on even if the current turn does not start with reasoning', () => {
    const messages = [user, called('a'), outcome('a')];
    expect(thinkingOf(ADAPTIVE, { reasoning_effort: 'low' }, messages)).toMatchObject({
      thinking: { type: 'adaptive' },
    });
  });

  test('Earlier reasoning is sent back only if the model may reason again', () => {
    const goBack = (model: string, extra: Fields = {}) => {
      const messages = [user, called('a', [{ ...thought, model }]), outcome('a')];
      return JSON.stringify(write(model, extra, messages).body.messages).includes('"signature":"s"');
    };
    expect(goBack(BUDGETED)).toBe(false);
    expect(goBack(BUDGETED, { thinking: budget(2_000) })).toBe(true);
    expect(goBack(ADAPTIVE)).toBe(false);
    expect(goBack('claude-opus-5')).toBe(true);
    expect(goBack('claude-opus-5', { thinking: { type: 'disabled' } })).toBe(false);
    expect(goBack('claude-opus-5-5', { reasoning_effort: 'none' })).toBe(true);
    expect(goBack('glm-5')).toBe(true);
  });

  describe('Reasoning as pieces of a stream', () => {
    const { signature: _, text: __, ...head } = thought;
    const piece = (more: Fields, index: unknown = 0): Fields => ({ ...head, index, ...more });
    const signed = (thinking: string, signature: string) => ({ type: 'thinking', thinking, signature });
    const redacted = (data: string, index = 0) => piece({ type: 'reasoning.encrypted', data }, index);

    test.each<[string, Fields[], unknown[]]>([
      [
        'pieces with one index are joined',
        [piece({ text: 'a' }), piece({ text: 'b', signature: null }), piece({ signature: 's' })],
        [signed('ab', 's')],
      ],
      [
        'empty signatures are ignored',
        [piece({ text: 'a', signature: '' }), piece({ text: '', signature: 's' })],
        [signed('a', 's')],
      ],
      [
        'pieces of two blocks stay two blocks',
        [piece({ text: 'a' }), piece({ signature: 's' }), piece({ text: 'b' }, 1), piece({ signature: 't' }, 1)],
        [signed('a', 's'), signed('b', 't')],
      ],
      [
        'complete blocks with one index, from joined steps, stay separate',
        [piece({ text: 'a', signature: 's' }), piece({ text: 'b', signature: 't' })],
        [signed('a', 's'), signed('b', 't')],
      ],
      [
        'complete blocks with empty text stay separate',
        [piece({ text: '', signature: 's' }), piece({ text: '', signature: 't' })],
        [signed('', 's'), signed('', 't')],
      ],
      [
        'pieces without an index are not joined',
        [piece({ text: 'a' }, null), piece({ text: 'b', signature: 's' }, null)],
        [signed('b', 's')],
      ],
      [
        'encrypted blocks stay separate',
        [piece({ text: 'a' }), piece({ signature: 's' }), redacted('d', 1), redacted('e', 1)],
        [signed('a', 's'), { type: 'redacted_thinking', data: 'd' }, { type: 'redacted_thinking', data: 'e' }],
      ],
      ['pieces without a signature are dropped', [piece({ text: 'a' }), piece({ text: 'b', signature: '' })], []],
    ])('Reasoning pieces that a client sends back become blocks: %s', (_case, details, blocks) => {
      const { body } = write(BUDGETED, { thinking: budget(2_000) }, [user, answered, user, called('a', details), user]);
      const messages = body.messages as { content: Fields[] }[];
      expect(messages[3]?.content.filter(({ type }) => String(type).endsWith('thinking'))).toEqual(blocks);
    });

    test('A turn may start with reasoning that comes in pieces', () => {
      const details = [piece({ text: 'a' }), piece({ signature: 's' })];
      const { body, left } = write(BUDGETED, { reasoning_effort: 'low' }, [user, called('a', details), outcome('a')]);
      expect(body.thinking).toEqual(budget(2_048));
      expect(left).toEqual([]);
    });
  });

  test('Unsigned reasoning is sent back only to models of other vendors', () => {
    const { signature: _, ...unsigned } = thought;
    const goBack = (model: string) => {
      const messages = [user, called('a', [{ ...unsigned, model }]), outcome('a')];
      return JSON.stringify(write(model, {}, messages).body.messages).includes('"thinking":"t"');
    };
    expect(goBack('glm-5')).toBe(true);
    expect(goBack('claude-opus-5')).toBe(false);
  });
});
