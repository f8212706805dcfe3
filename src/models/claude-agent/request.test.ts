import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { agentTool, gatewayTool } from '../../../test/agent-backend.ts';
import { aRequest } from '../../../test/contracts/models/helpers.ts';
import { proves } from '../../../test/requirements.ts';
import type { Message, ModelRequest } from '../../core/index.ts';
import { PREFIX } from './bridge.ts';
import { blocksOf, writeAgentRequest } from './request.ts';

function write(more: Partial<ModelRequest> = {}) {
  return writeAgentRequest({ ...aRequest, model: 'claude-haiku-4-5', ...more });
}

describe('The model', () => {
  test.each([
    ['sonnet', 'claude-sonnet'],
    ['opus[1m]', 'claude-opus[1m]'],
    ['Haiku', 'claude-Haiku'],
    ['claude-sonnet-4-5', 'claude-sonnet-4-5'],
    ['my-model', 'my-model'],
    ['', 'claude'],
  ])('The name "%s" has the features of "%s", and the agent gets it unchanged', (model, wireModel) => {
    expect(write({ model })).toMatchObject({ model, wireModel });
  });
});

describe('The tools', () => {
  proves('S3.bridge.names', 'Names are written for the bridge and read back without loss, for any set of names', () => {
    const odd = fc.constantFrom(
      'a.b',
      'a_b',
      PREFIX,
      `${PREFIX}a`,
      '__proto__',
      'constructor',
      'x'.repeat(400),
      'ä',
      '😀',
    );
    const anyName = fc.oneof(
      fc.string({ minLength: 1, unit: 'binary' }),
      odd,
      fc.stringMatching(/^[a-zA-Z0-9_-]{1,140}$/),
    );
    fc.assert(
      fc.property(fc.uniqueArray(anyName, { maxLength: 30 }), (given) => {
        const { tools, names } = write({ tools: given.map((name) => agentTool(name)) });
        const bridged = tools.map(({ name }) => name);
        expect(new Set(bridged).size).toBe(given.length);
        for (const name of bridged) expect(PREFIX + name).toMatch(/^[a-zA-Z0-9_-]{1,128}$/);
        expect(bridged.map((name) => names.read(PREFIX + name))).toEqual(given);
        expect(given.map((name) => names.write(name))).toEqual(bridged.map((name) => PREFIX + name));
      }),
    );
  });

  proves('S3.bridge', 'A schema reaches the agent unchanged, except for a root that it would not accept', () => {
    const parameters = {
      type: 'object',
      properties: { a: { oneOf: [{ $ref: '#/$defs/x' }, { not: {} }] } },
      $defs: { x: {} },
    };
    expect(write({ tools: [agentTool('search', { parameters })] }).tools[0]?.inputSchema).toEqual(parameters);
    for (const root of [{}, { properties: {} }]) {
      const [tool] = write({ tools: [agentTool('search', { parameters: root })] }).tools;
      expect(tool?.inputSchema).toMatchObject({ type: 'object' });
    }
  });

  test('The rest of a long description moves into the schema, so no character is lost', () => {
    fc.assert(
      fc.property(fc.integer({ min: 3_900, max: 4_200 }), fc.option(fc.string({ minLength: 1 })), (length, own) => {
        const description = Array.from({ length }, (_, place) => String.fromCharCode(97 + (place % 26))).join('');
        const parameters = { type: 'object', ...(own !== null && { description: own }) };
        const [tool] = write({ tools: [agentTool('search', { description, parameters })] }).tools;
        expect(tool?.description.length).toBeLessThanOrEqual(4_001);
        if (length <= 4_000) {
          expect(tool?.description).toBe(description);
          return;
        }
        const rest = String(tool?.inputSchema.description);
        expect(tool?.description.slice(0, -1) + rest.slice(1, length - 4_000 + 1)).toBe(description);
        expect(rest.slice(length - 4_000 + 1)).toBe(own === null ? '' : `\n\n${own}`);
      }),
    );
  });

  test('A long description is not cut within a character', () => {
    const description = `${'x'.repeat(3_999)}😀 and more`;
    const [tool] = write({ tools: [agentTool('search', { description })] }).tools;
    expect(tool?.description.isWellFormed()).toBe(true);
    expect(String(tool?.inputSchema.description)).toBe('…😀 and more');
  });

  test('The agent runs a loop only if there are tools and the gateway runs all of them', () => {
    expect(write().isLoop).toBe(false);
    expect(write({ tools: [gatewayTool('a'), gatewayTool('b')] }).isLoop).toBe(true);
    expect(write({ tools: [gatewayTool('a'), agentTool('b')] }).isLoop).toBe(false);
    expect(write({ tools: [agentTool('a')] }).isLoop).toBe(false);
  });
});

describe('The messages', () => {
  const said = (role: 'user' | 'assistant', text: string): Message =>
    role === 'user'
      ? { role, content: [{ type: 'text', text }] }
      : { role, content: [{ type: 'text', text }], calls: [] };

  test('System messages become the system prompt, and the last message is always the user’s', () => {
    const system: Message = { role: 'system', content: [{ type: 'text', text: 'Be brief.' }] };
    const written = write({ messages: [system, said('user', 'hi'), said('assistant', 'Hello')] });
    expect(written.system).toBe('Be brief.');
    expect(written.messages.at(-1)).toEqual({ role: 'user', content: [{ type: 'text', text: 'Continue.' }] });
    expect(written.messages).toHaveLength(3);
  });

  test('No block has a cache breakpoint, also not within results', () => {
    const { messages } = write({
      messages: [
        said('user', 'hi'),
        { role: 'assistant', content: [], calls: [{ id: 't1', name: 'search', arguments: '{}' }] },
        { role: 'tool', callId: 't1', content: [{ type: 'text', text: 'found' }] },
      ],
      extra: { messages: { cache_control: { type: 'ephemeral' } } },
    });
    expect(JSON.stringify(messages)).not.toContain('cache_control');
  });

  test('Content is read as a list of blocks, whatever it is', () => {
    expect(blocksOf('x')).toEqual([{ type: 'text', text: 'x' }]);
    expect(blocksOf([{ type: 'image' }, null, 7, 'x'])).toEqual([{ type: 'image' }]);
    for (const nothing of [undefined, null, 7, {}]) expect(blocksOf(nothing)).toEqual([]);
  });
});

describe('The parameters', () => {
  test('A plain request has none, so the agent decides', () => {
    expect(write({ model: 'sonnet' }).parameters).toEqual({});
  });

  test('A limit, a temperature or a forced tool turns off reasoning that the client did not ask for', () => {
    for (const more of [
      { sampling: { maxTokens: 100 } },
      { sampling: { temperature: 1 } },
    ] satisfies Partial<ModelRequest>[]) {
      expect(write(more).parameters.thinking).toEqual({ type: 'disabled' });
    }
    const choice = { kind: 'required' } as const;
    expect(write({ tools: [agentTool('search')], choice }).parameters).toMatchObject({
      tool_choice: { type: 'any' },
      thinking: { type: 'disabled' },
    });
  });

  test('Reasoning that the client asks for is kept, with a limit that has room for it', () => {
    const { parameters } = write({ sampling: { maxTokens: 9_000, reasoning: { kind: 'budget', tokens: 2_000 } } });
    expect(parameters.thinking).toMatchObject({ type: 'enabled', budget_tokens: 2_000 });
    expect(parameters.max_tokens).toBeGreaterThan(2_000);
  });
});
