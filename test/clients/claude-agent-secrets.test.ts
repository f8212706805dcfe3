import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { errorBody, textMessage, toolUseMessage } from '../messages.ts';
import { proves } from '../requirements.ts';
import { reply } from '../upstream.ts';
import { openAgent, PREFIX, SONNET, temporaryFolder } from './claude-agent-gateway.ts';
import { countingTool, gather } from './gateway.ts';

/** The account of the real agent, and the secrets of the settings. */

const hello = { model: SONNET, messages: [{ role: 'user' as const, content: 'Hello?' }] };
const KEY = 'sk-ant-api-canary-0123456789';
const HEADER = 'header-canary-0123456789';
const backend = { apiKey: KEY, headers: { 'x-org': HEADER, 'x-other': 'a: b' } };

describe('The account of the real agent', () => {
  test('The key and the headers of the settings reach the server', async (context) => {
    const { chat, upstream, asked } = await openAgent(context, { backend });
    upstream.script(textMessage('Hello'));
    await chat.create(hello);
    expect(asked()[0]?.headers).toMatchObject({ 'x-api-key': KEY, 'x-org': HEADER, 'x-other': 'a: b' });
    expect(asked()[0]?.headers.authorization).toBeUndefined();
  });

  test('A token of a subscription is sent as a token', async (context) => {
    const token = 'sk-ant-oat01-canary-0123456789';
    const { chat, upstream, asked } = await openAgent(context, { backend: { apiKey: token } });
    upstream.script(textMessage('Hello'));
    await chat.create(hello);
    expect(asked()[0]?.headers.authorization).toBe(`Bearer ${token}`);
    expect(asked()[0]?.headers['x-api-key']).toBeUndefined();
  });
});

describe('Secrets of the settings behind the real agent', () => {
  proves('L10', 'A key that the model writes does not reach the client, whole or streamed', async (context) => {
    const { chat, upstream, gateway } = await openAgent(context, { backend });
    upstream.script(textMessage(`The key is ${KEY}, the header ${HEADER}.`), textMessage(`The key is ${KEY}.`));
    const whole = await chat.create(hello);
    const streamed = await gather(await chat.create({ ...hello, stream: true }));
    expect(whole.choices[0]?.message.content).toContain('The key is');
    const text = streamed.map(({ choices }) => choices[0]?.delta.content ?? '').join('');
    expect(text).toContain('The key is');
    expect(JSON.stringify([whole, text, gateway.log.lines])).not.toContain('canary');
  });

  proves(
    'L10',
    'A key in the errors of the server, and in what the program writes to stderr, is hidden',
    async (context) => {
      const { chat, upstream, gateway } = await openAgent(context, { backend, settings: { 'limits-retries': '0' } });
      const errors: unknown[] = [];
      for (const status of [400, 401, 403, 429, 500]) {
        upstream.script(
          ...Array.from({ length: 3 }, () => reply(status, errorBody('api_error', `bad key ${KEY} for ${HEADER}`))),
        );
        const used = upstream.requests.length;
        errors.push(await chat.create(hello).catch((error: Error) => ({ ...error, words: error.message })));
        expect(upstream.requests.length).toBeGreaterThan(used);
      }
      expect(JSON.stringify([errors, gateway.log.lines])).not.toContain('canary');

      const executable = path.join(temporaryFolder(), 'claude');
      writeFileSync(
        executable,
        '#!/bin/sh\necho "the key $ANTHROPIC_API_KEY of $ANTHROPIC_CUSTOM_HEADERS is wrong" >&2\nexit 3\n',
      );
      chmodSync(executable, 0o755);
      const broken = await openAgent(context, {
        backend: { ...backend, executable },
        settings: { 'limits-retries': '0' },
      });
      const error = await broken.chat.create(hello).catch((thrown: Error) => thrown);
      expect(error).toMatchObject({ message: expect.stringContaining('the key') });
      expect(JSON.stringify([error, String(error), broken.gateway.log.lines])).not.toContain('canary');
    },
  );

  proves('L10', 'A tool never gets the key that the model writes into its arguments', async (context) => {
    const echo = countingTool('echo', ({ q }) => `echo of ${q}`);
    const { chat, upstream, asked } = await openAgent(context, { backend, tools: [echo] });
    upstream.script(toolUseMessage([{ name: `${PREFIX}echo`, input: { q: `x ${KEY} y` } }]), textMessage('Done.'));
    expect((await chat.create(hello)).choices[0]?.message.content).toBe('Done.');
    const results = JSON.stringify(asked()[1]?.body.messages.at(-1));
    expect(results).toContain('echo of x');
    expect(results).not.toContain('canary');
  });
});
