import { describe, expect, test } from 'vitest';
import type { Fields, Message, ToolChoice, VisibleTool } from '../../core/index.ts';
import { writeMessagesRequest } from './request.ts';

const BUDGETED = 'claude-sonnet-4-5';
const ADAPTIVE = 'claude-sonnet-4-6';
const tool: VisibleTool = { name: 'f', owner: 'client', description: '', parameters: { type: 'object' } };
const user: Message = { role: 'user', content: [{ type: 'text', text: 'hi' }] };

function write(
  model: string,
  extra: Fields,
  messages: readonly Message[] = [user],
  choice: ToolChoice = { kind: 'auto' },
) {
  return writeMessagesRequest({ model, messages, tools: [tool], choice, isStreamed: true, extra });
}

/** What a request says of thinking, and what it leaves out. */
function thinkingOf(...request: Parameters<typeof write>) {
  const { body, left } = write(...request);
  const { thinking, output_config: output, max_tokens: tokens } = body;
  return { thinking, effort: (output as Fields | undefined)?.effort, tokens, left };
}

const budget = (budget_tokens: number) => ({ type: 'enabled', budget_tokens });

describe('an effort', () => {
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
    ['glm-5', 'high', budget(16_000), undefined, []],
    ['glm-5', 'none', { type: 'disabled' }, undefined, []],
    [BUDGETED, 'ultra', undefined, undefined, ['reasoning_effort']],
    [BUDGETED, 7, undefined, undefined, ['reasoning_effort']],
    [BUDGETED, 'constructor', undefined, undefined, ['reasoning_effort']],
  ])('of %s: %s', (model, effort, thinking, written, left) => {
    expect(thinkingOf(model, { reasoning_effort: effort })).toMatchObject({ thinking, effort: written, left });
  });

  test('leaves half of the answer for the answer, or is left out', () => {
    expect(thinkingOf(BUDGETED, { reasoning_effort: 'high', max_tokens: 4_096 })).toMatchObject({
      thinking: budget(2_048),
      tokens: 4_096,
    });
    expect(thinkingOf(BUDGETED, { reasoning_effort: 'high', max_tokens: 1_000 })).toMatchObject({
      thinking: undefined,
      left: ['reasoning_effort'],
    });
  });

  test('says less than the client’s own words', () => {
    const extra = { reasoning_effort: 'low', thinking: budget(5_000), output_config: { effort: 'max' } };
    expect(thinkingOf(BUDGETED, extra)).toMatchObject({ thinking: budget(5_000), effort: 'max', left: [] });
  });
});

describe('a client’s own thinking', () => {
  test('has room for an answer behind it', () => {
    expect(thinkingOf(BUDGETED, { thinking: budget(10_000), max_tokens: 4_096 })).toMatchObject({ tokens: 14_096 });
    expect(thinkingOf(BUDGETED, { thinking: budget(10_000) })).toMatchObject({ tokens: 64_000 });
  });

  test('that is none is left out', () => {
    expect(thinkingOf(BUDGETED, { thinking: true })).toMatchObject({ thinking: undefined, left: ['thinking'] });
  });

  test('takes the temperature’s place, and most of top_p’s', () => {
    const extra = { thinking: budget(2_000), temperature: 0.5, top_k: 5, top_p: 0.5 };
    const { body, left } = write(BUDGETED, extra);
    for (const name of ['temperature', 'top_k', 'top_p']) expect(body).not.toHaveProperty(name);
    expect(left).toEqual(['temperature', 'top_k', 'top_p']);
    expect(write(BUDGETED, { ...extra, top_p: 0.97 }).body.top_p).toBe(0.97);
    expect(write(BUDGETED, { thinking: { type: 'disabled' }, temperature: 0.5 }).body.temperature).toBe(0.5);
  });
});

describe('a forced choice', () => {
  test.each<[string, Fields, string]>([
    [BUDGETED, { thinking: budget(2_000) }, 'thinking'],
    [BUDGETED, { reasoning_effort: 'low' }, 'reasoning_effort'],
    [ADAPTIVE, { thinking: { type: 'adaptive' } }, 'thinking'],
  ])('of %s takes %o out', (model, extra, name) => {
    for (const choice of [{ kind: 'required' }, { kind: 'named', name: 'f' }] as const) {
      const { body, left } = write(model, { ...extra, temperature: 0.5 }, [user], choice);
      expect(body).not.toHaveProperty('thinking');
      expect(body.temperature).toBe(0.5);
      expect(left).toEqual([name]);
    }
    expect(thinkingOf(model, extra, [user], { kind: 'none' })).toMatchObject({ left: [] });
  });

  test('says nothing where there are no tools', () => {
    const request = {
      model: BUDGETED,
      messages: [user],
      tools: [],
      isStreamed: true,
      extra: { thinking: budget(2_000) },
    };
    expect(writeMessagesRequest({ ...request, choice: { kind: 'required' } }).body.thinking).toEqual(budget(2_000));
  });
});

describe('thoughts in the middle of a turn', () => {
  const thought = { type: 'reasoning.text', text: 't', signature: 's', format: 'anthropic-claude-v1', model: BUDGETED };
  const called = (id: string, details: readonly Fields[] = []): Message => ({
    role: 'assistant',
    content: [],
    calls: [{ id, name: 'f', arguments: '{}' }],
    ...(details.length > 0 && { extra: { reasoning_details: details } }),
  });
  const outcome = (callId: string): Message => ({ role: 'tool', callId, content: [] });
  const answered: Message = { role: 'assistant', content: [{ type: 'text', text: 'yes' }], calls: [] };

  test.each<[string, Message[], boolean]>([
    ['are there', [user, called('a', [thought]), outcome('a')], true],
    ['were lost', [user, called('a'), outcome('a')], false],
    ['were lost, and the user added a word', [user, called('a'), outcome('a'), user], false],
    ['came at its beginning only', [user, called('a', [thought]), outcome('a'), called('b'), outcome('b')], true],
    ['came later only', [user, called('a'), outcome('a'), called('b', [thought]), outcome('b')], false],
    ['stood behind calls only', [user, called('a', [{ ...thought, calls_before: 1 }]), outcome('a')], false],
    ['are another model’s', [user, called('a', [{ ...thought, model: 'claude-opus-4-1' }]), outcome('a')], false],
    ['were lost in an earlier turn', [user, called('a'), outcome('a'), answered, user], true],
    ['are not awaited', [user], true],
  ])('%s', (_, messages, isThinking) => {
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
  });

  test('need not be there where the model thinks as it sees fit', () => {
    const messages = [user, called('a'), outcome('a')];
    expect(thinkingOf(ADAPTIVE, { reasoning_effort: 'low' }, messages)).toMatchObject({
      thinking: { type: 'adaptive' },
    });
  });

  test('go back only where thoughts may come', () => {
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

  test('that nobody signed go back to strangers only', () => {
    const { signature: _, ...unsigned } = thought;
    const goBack = (model: string) => {
      const messages = [user, called('a', [{ ...unsigned, model }]), outcome('a')];
      return JSON.stringify(write(model, {}, messages).body.messages).includes('"thinking":"t"');
    };
    expect(goBack('glm-5')).toBe(true);
    expect(goBack('claude-opus-5')).toBe(false);
  });
});
