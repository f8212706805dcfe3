import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { loadSettings } from '../../src/settings/index.ts';
import { proves } from '../requirements.ts';
import { finished, folderWith, startToolpath } from '../toolpath.ts';
import { callAnswer, startUpstream, textAnswer } from '../upstream.ts';

/** The commands from the original requirements, unchanged. */
const WITH_TOOLS = `curl -s http://localhost:18741/v1/chat/completions -H "Content-Type: application/json" -d '{"model":"gpt-4o","messages":[{"role":"user","content":"Read README.md"}],"tools":[{"type":"function","function":{"name":"read","description":"Read file","parameters":{"type":"object","properties":{"filePath":{"type":"string"}},"required":["filePath"]}}}],"stream":true}'`;
const FOLLOW_UP = String.raw`curl -s http://localhost:18741/v1/chat/completions -H "Content-Type: application/json" -d '{"model":"gpt-4o","messages":[{"role":"user","content":"Read README.md"},{"role":"assistant","content":null,"tool_calls":[{"id":"call_0","type":"function","function":{"name":"read","arguments":"{\"filePath\":\"README.md\"}"}}]},{"role":"tool","tool_call_id":"call_0","content":"# README\n..."}],"stream":true}'`;

/** Starts the real command with a backend, a custom tool and a free port. */
async function serve() {
  const upstream = await startUpstream();
  const folder = folderWith({
    'toolpath.json': {
      port: 0,
      host: '127.0.0.1',
      model: 'up/mock',
      tools: ['./my-tools.ts'],
      mixed: false,
      backends: { up: { kind: 'openai', baseUrl: upstream.url, apiKey: 'env:UP_KEY' } },
      models: { 'up/mock': { nativeTools: true, parameters: '8b', contextTokens: 32768 } },
      store: 'memory',
      limits: { steps: 20, toolMs: 30000, slowToolMs: 1000 },
    },
    'my-tools.ts': `export const tools = [{ name: 'clock', description: 'Tells the time.', schema: {}, invoke: () => 'noon' }];`,
  });
  const child = startToolpath([], folder, { UP_KEY: 'the-gateways-own-key' });
  const end = finished(child);
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr.on('data', (written) => {
      const found = /"url":"([^"]+)"/.exec(String(written));
      if (found?.[1]) resolve(found[1]);
    });
    end.then(({ stderr }) => reject(new Error(stderr)), reject);
  });
  return { upstream, port: new URL(url).port };
}

/** Runs a command unchanged except for the port, and returns the parsed events of the answer. */
async function run(command: string, port: string): Promise<Chunk[]> {
  const { PATH = '' } = process.env;
  const here = command.replace('localhost:18741', `localhost:${port}`);
  const answer = hasCurl
    ? (await promisify(execFile)('sh', ['-c', here], { env: { PATH } })).stdout
    : await asCurl(here);
  const events = answer.split('\n\n').filter((event) => event !== '');
  expect(events.pop()).toBe('data: [DONE]');
  return events.map((event) => JSON.parse(event.slice('data: '.length)));
}

interface Chunk {
  readonly choices: readonly [{ readonly delta: Delta; readonly finish_reason: string | null }];
}

interface Delta {
  readonly content?: string;
  readonly tool_calls?: readonly { readonly id?: string; readonly function: { name?: string; arguments?: string } }[];
}

const hasCurl = spawnSync('curl', ['--version']).status === 0;

/** Sends the request of a curl command on a machine without curl. */
async function asCurl(command: string): Promise<string> {
  const [, url = '', name = '', value = '', body = ''] =
    /^curl -s (\S+) -H "(.+?): (.+?)" -d '(.+)'$/.exec(command) ?? [];
  return (await fetch(url, { method: 'POST', headers: { [name]: value }, body })).text();
}

describe('The two curl examples', () => {
  proves(
    'S4.curl',
    'The curl example with tools gets a call of `read` and the finish reason `tool_calls`',
    async () => {
      const { upstream, port } = await serve();
      upstream.script(callAnswer([{ name: 'read', args: { filePath: 'README.md' } }]));
      const chunks = await run(WITH_TOOLS, port);
      const deltas = chunks.flatMap(({ choices }) => choices[0].delta.tool_calls ?? []);
      expect(deltas[0]).toMatchObject({ index: 0, type: 'function', function: { name: 'read' } });
      expect(deltas.map((delta) => delta.function.arguments ?? '').join('')).toBe('{"filePath":"README.md"}');
      expect(chunks.at(-1)?.choices[0].finish_reason).toBe('tool_calls');
      const [asked] = upstream.requests;
      expect(asked?.body).toMatchObject({
        model: 'mock',
        messages: [{ role: 'user', content: 'Read README.md' }],
        tools: [{ type: 'function', function: { name: 'read', description: 'Read file' } }],
      });
      expect(asked?.body.tools).toHaveLength(1);
      expect(asked?.headers.authorization).toBe('Bearer the-gateways-own-key');
    },
  );

  proves(
    ['S4.curl', 'S4.followup'],
    'The curl example of a follow-up without tools gets streamed text and the finish reason `stop`',
    async () => {
      const { upstream, port } = await serve();
      upstream.script(textAnswer('It is a README.'));
      const chunks = await run(FOLLOW_UP, port);
      expect(chunks.map(({ choices }) => choices[0].delta.content ?? '').join('')).toBe('It is a README.');
      expect(chunks.filter(({ choices }) => choices[0].delta.content).length).toBeGreaterThan(1);
      expect(chunks.at(-1)?.choices[0].finish_reason).toBe('stop');
      const [asked] = upstream.requests;
      expect(asked?.body).not.toHaveProperty('tools');
      expect(asked?.body.messages).toMatchObject([
        { role: 'user', content: 'Read README.md' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ function: { name: 'read', arguments: '{"filePath":"README.md"}' } }],
        },
        { role: 'tool', content: '# README\n...' },
      ]);
    },
  );
});

test('The port of the curl examples is the default port', () => {
  const loaded = loadSettings({ flags: {}, env: {}, cwd: folderWith({}) });
  expect(loaded.ok && loaded.settings.port).toBe(18_741);
});
