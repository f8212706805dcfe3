import { tell } from '../core/index.ts';
import type { Listening } from '../doors/index.ts';
import type { Gateway } from '../gateway.ts';
import type { ServerReport, State } from '../mcp/index.ts';
import { version } from '../version.ts';
import { type ExitCode, exitCodes, type GatewayCommand } from './command.ts';
import type { Terminal } from './terminal.ts';

export const serve: GatewayCommand = {
  name: 'serve',
  usage: 'serve',
  summary: 'Start the HTTP server (the default command)',
  details: [
    '',
    'POST /v1/chat/completions   Answers an OpenAI chat request. Without "tools" the model gets the gateway\'s tools, with []',
    '                            none, and with a list the tools of the client.',
    'GET  /v1/models             Lists the models that a request may name.',
    'POST /v1/explain            Explains for every tool what such a request would do, and why. {"query": "…"} is enough.',
    'GET  /v1/turns/ID           Returns the decisions of a turn. The response header x-toolpath-turn has its id.',
    "GET  /tools                 Lists the gateway's tools with their parameters.",
    'GET  /tools/NAME            Returns one tool.',
    'POST /tools/NAME            Calls a tool. The request body is its arguments as JSON, the response its outcome.',
    'GET  /servers               Lists the MCP servers with their state, their last error and what to check.',
    'GET  /servers/NAME          Returns one MCP server.',
    'GET  /healthz               Reports that the process is alive.',
    'GET  /readyz                Reports whether requests are accepted, and which servers or backends are missing ("degraded").',
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
    gateway.databases.readAhead();
    const { url } = opened.listening;
    introduce(gateway, url, found, terminal);
    return untilStopped(opened.listening, gateway);
  },
};

/** Prints where the server listens, which model answers, with which tools, and what to do next. */
function introduce(gateway: Gateway, listeningAt: string, found: readonly string[], terminal: Terminal): void {
  const url = listeningAt.replace(/\/\/(?:0\.0\.0\.0|\[::\]):/, '//127.0.0.1:'); // a client cannot connect to an address that means "all"
  const resolved = gateway.backends.resolve('');
  const model = resolved.ok && resolved.model !== '' ? resolved.id : undefined;
  const isPocket = resolved.ok && resolved.backend.describe().kind === 'pocket';
  const servers = gateway.servers.servers();
  const first = model === undefined ? undefined : firstQuestion(gateway, url, isPocket);
  if (!process.stderr.isTTY) {
    for (const each of found) gateway.log.info({}, each);
    const told = { url, tools: gateway.listings.all().length, model, ...namesNotReady(servers) };
    gateway.log.info(told, `Listening on ${url} (base URL for OpenAI clients: ${url}/v1).`);
    return;
  }
  const rows: [string, string][] = [
    ['address', `${url}/v1   for any OpenAI client${gateway.settings.keys.length > 0 ? '' : ', with any key'}`],
    ['model', model ?? whyNoModel(gateway)],
    ...found.map((each): [string, string] => ['', each]),
    ['tools', toolNames(gateway)],
    ...(servers.length === 0 ? [] : [['servers', serverNames(servers)] satisfies [string, string]]),
    ...(gateway.databases.sources.length === 0
      ? []
      : [['databases', gateway.databases.listed()] satisfies [string, string]]),
    ...(first === undefined ? [] : [['try', first] satisfies [string, string]]),
    ['next', nextStep(gateway, isPocket)],
  ];
  terminal.say([`Toolpath ${version}`, ...rows.map(([name, text]) => `  ${name.padEnd(9)} ${text}`)].join('\n'));
}

function whyNoModel({ backends, settings }: Gateway): string {
  const resolved = backends.resolve('');
  if (!resolved.ok && settings.model.length > 0) return `no default model: ${tell(resolved.failure)}`;
  return 'no default model: set "model", or let clients request models as backend/name';
}

const TO_A_MODEL =
  'to use a language model, start Ollama and restart Toolpath, or set "model" in toolpath.json (see docs/models.md)';
const TO_TOOLS = 'to add your own tools, set "tools": ["./my-tools.ts"] in toolpath.json (see docs/tools.md)';
const TO_EXPLAIN = 'to see which tools a model gets for a message, and why: toolpath explain "your message"';

function nextStep({ settings }: Gateway, isPocket: boolean): string {
  if (isPocket) return TO_A_MODEL;
  const hasTools = settings.tools.length > 0 || Object.keys(settings.mcpServers).length > 0;
  return hasTools ? TO_EXPLAIN : TO_TOOLS;
}

function toolNames({ listings, servers }: Gateway): string {
  const all = listings.all();
  if (all.length === 0) return servers.settled.isReached ? 'none' : 'none yet';
  return namesOf(all);
}

/** Lists the servers that are ready, then the others by state: `files, wiki; mail (connecting …)`. */
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

/**
 * Returns a curl command to try: it asks for a sample tool if that is available, and sends a key if one is needed. Returns
 * undefined for pocket without the sample tools, because pocket answers only questions that a tool can answer.
 */
function firstQuestion({ tools, settings }: Gateway, url: string, isPocket: boolean): string | undefined {
  const hasSamples = tools.find('convert_temperature') !== undefined;
  if (isPocket && !hasSamples) return undefined;
  const content = hasSamples ? 'What is 20 celsius in fahrenheit?' : 'Hello!';
  const key = settings.keys.length === 0 ? '' : ` -H "authorization: Bearer $KEY"`;
  const body = JSON.stringify({ messages: [{ role: 'user', content }] });
  return `curl -s ${url}/v1/chat/completions -H 'content-type: application/json'${key} -d '${body}'`;
}

/** Waits for a signal to stop. The first signal lets running requests finish, the second one ends the process at once. */
function untilStopped(listening: Listening, { log }: Gateway): Promise<ExitCode> {
  return new Promise((resolve) => {
    const stop = (signal: NodeJS.Signals): void => {
      log.info(
        { signal },
        'Stopping: running requests may finish, new ones are refused. Press Ctrl-C again, or send a second signal, to stop at once.',
      );
      for (const each of SIGNALS) process.once(each, () => process.exit(exitCodes.failed));
      listening.drain().then(
        () => resolve(exitCodes.ok),
        (error: unknown) => {
          log.error({ err: error }, 'The server did not stop cleanly.');
          resolve(exitCodes.failed);
        },
      );
    };
    for (const signal of SIGNALS) process.once(signal, stop);
    whenOrphaned(() => stop('SIGTERM'));
  });
}

/** Stops when the parent npm process has ended, because npm does not forward SIGTERM to its scripts. */
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
