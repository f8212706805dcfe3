import type { Listening } from '../doors/index.ts';
import type { Gateway } from '../gateway.ts';
import type { ServerReport, State } from '../mcp/index.ts';
import { version } from '../version.ts';
import { type ExitCode, exitCodes, type GatewayCommand } from './command.ts';
import type { Terminal } from './terminal.ts';

export const serve: GatewayCommand = {
  name: 'serve',
  usage: 'serve',
  summary: 'Serve over HTTP (what "toolpath" alone does)',
  details: [
    '',
    "POST /v1/chat/completions   any OpenAI client: tools absent, the gateway's; [], none; listed, the client's own",
    'GET  /v1/models             the models that may be asked for',
    'POST /v1/explain            what such a request would do, tool by tool, and why; {"query": "…"} is enough',
    'GET  /v1/turns/ID           what was decided in a turn; its id is in the header x-toolpath-turn',
    "GET  /tools                 the gateway's tools, with their parameters",
    'GET  /tools/NAME            one of them',
    'POST /tools/NAME            call it; the body is its arguments as JSON, the answer its outcome',
    'GET  /servers               the MCP servers: their state, what is wrong, what to check',
    'GET  /servers/NAME          one of them',
    'GET  /healthz               is the process alive',
    'GET  /readyz                does it take requests, and which servers are missing ("degraded")',
  ],
  words: { least: 0, most: 0 },
  needs: 'gateway',
  logLevel: 'info',
  asksModels: true,
  closeMs: 10_000,
  async obstacle(settings) {
    const { whyNotListen } = await import('../doors/index.ts');
    return whyNotListen(settings);
  },
  async run(gateway, _words, { terminal, found }) {
    const { listen } = await import('../doors/index.ts');
    const opened = await listen(gateway);
    if (!opened.ok) {
      terminal.say(opened.reason);
      return exitCodes.failed;
    }
    const { url } = opened.listening;
    introduce(gateway, url, found, terminal);
    return untilStopped(opened.listening, gateway);
  },
};

/** Says where the server listens, which model answers, with which tools, and what to do next. */
function introduce(gateway: Gateway, listeningAt: string, found: readonly string[], terminal: Terminal): void {
  const url = listeningAt.replace(/\/\/(?:0\.0\.0\.0|\[::\]):/, '//127.0.0.1:'); // no client can connect to the address that means all
  const resolved = gateway.backends.resolve('');
  const model = resolved.ok && resolved.model !== '' ? resolved.id : undefined;
  const isPocket = resolved.ok && resolved.backend.describe().kind === 'pocket';
  const servers = gateway.servers.servers();
  const first = model === undefined ? undefined : firstQuestion(gateway, url);
  if (!process.stderr.isTTY) {
    for (const each of found) gateway.log.info({}, each);
    const advice = isPocket && first !== undefined ? `try: ${first}` : `point any OpenAI client at ${url}/v1`;
    const told = { url, tools: gateway.listings.all().length, model, ...namesNotReady(servers) };
    gateway.log.info(told, `listening on ${url} (${advice})`);
    return;
  }
  const rows: [string, string][] = [
    ['address', `${url}/v1   for any OpenAI client${gateway.settings.keys.length > 0 ? '' : ', with any key'}`],
    ['model', model ?? 'none by default: name one in "model", or let clients name theirs as backend/name'],
    ...found.map((each): [string, string] => ['', each]),
    ['tools', toolNames(gateway)],
    ...(servers.length === 0 ? [] : [['servers', serverNames(servers)] satisfies [string, string]]),
    ...(first === undefined ? [] : [['try', first] satisfies [string, string]]),
    ['next', isPocket ? TO_A_MODEL : TO_TOOLS],
  ];
  terminal.say([`Toolpath ${version}`, ...rows.map(([name, text]) => `  ${name.padEnd(8)} ${text}`)].join('\n'));
}

const TO_A_MODEL = 'a language model: start Ollama and start this again, or name one in toolpath.json (see README.md)';
const TO_TOOLS = 'your own tools: "tools": ["./my-tools.ts"] in toolpath.json (see README.md)';

function toolNames({ listings, servers }: Gateway): string {
  const all = listings.all();
  if (all.length === 0) return servers.settled.isReached ? 'none' : 'none yet';
  return namesOf(all);
}

/** `files, wiki; mail (connecting …)`: the servers that are ready, then the others by their state. */
function serverNames(servers: readonly ServerReport[]): string {
  const byState = Map.groupBy(servers, ({ state }) => state);
  const ready = byState.get('ready') ?? [];
  const others = [...byState].filter(([state]) => state !== 'ready');
  return [
    ...(ready.length === 0 ? [] : [namesOf(ready)]),
    ...others.map(([state, those]) => `${namesOf(those)} (${state}${state === 'connecting' ? ' …' : ''})`),
  ].join('; ');
}

function namesOf(all: readonly { readonly name: string }[]): string {
  const more = all.length - MOST_NAMES;
  const names = all.slice(0, MOST_NAMES).map(({ name }) => name);
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const MOST_NAMES = 8;

function namesNotReady(servers: readonly ServerReport[]): {
  connecting?: readonly string[];
  missing?: readonly string[];
} {
  const namesIn = (wanted: State) => servers.filter(({ state }) => state === wanted).map(({ name }) => name);
  const [connecting, missing] = [namesIn('connecting'), namesIn('gone')];
  return { ...(connecting.length > 0 && { connecting }), ...(missing.length > 0 && { missing }) };
}

/** A question that works: about a sample tool if there is one, with a key if one is needed. */
function firstQuestion({ tools, settings }: Gateway, url: string): string {
  const content = tools.find('convert_temperature') === undefined ? 'Hello!' : 'What is 20 celsius in fahrenheit?';
  const key = settings.keys.length === 0 ? '' : ` -H "authorization: Bearer $KEY"`;
  const body = JSON.stringify({ messages: [{ role: 'user', content }] });
  return `curl -s ${url}/v1/chat/completions -H 'content-type: application/json'${key} -d '${body}'`;
}

/** The first signal stops when all requests are answered, the second at once. */
function untilStopped(listening: Listening, { log }: Gateway): Promise<ExitCode> {
  return new Promise((resolve) => {
    const stop = (signal: NodeJS.Signals): void => {
      log.info({ signal }, 'stopping: no new requests, the running ones may finish (a second signal stops at once)');
      for (const each of SIGNALS) process.once(each, () => process.exit(exitCodes.failed));
      listening.drain().then(
        () => resolve(exitCodes.ok),
        (error: unknown) => {
          log.error({ err: error }, 'stopping failed');
          resolve(exitCodes.failed);
        },
      );
    };
    for (const signal of SIGNALS) process.once(signal, stop);
    whenOrphaned(() => stop('SIGTERM'));
  });
}

/** npm does not pass a SIGTERM on to its scripts: stop when npm is gone. */
function whenOrphaned(stop: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, 1_000);
  watch.unref();
}

const SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM'];
