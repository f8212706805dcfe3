import type { House } from '../house.ts';
import type { ServerReport, State } from '../mcp/index.ts';
import { version } from '../version.ts';
import type { Terminal } from './terminal.ts';

/** What somebody who just started it wants to know: where it is, who answers, with which tools, and what to do next. */
export function introduce(house: House, listeningAt: string, found: readonly string[], terminal: Terminal): void {
  const url = listeningAt.replace(/\/\/(?:0\.0\.0\.0|\[::\]):/, '//127.0.0.1:'); // nobody can connect to "everywhere"
  const resolved = house.backends.resolve('');
  const model = resolved.ok && resolved.model !== '' ? resolved.id : undefined;
  const isPocket = resolved.ok && resolved.backend.describe().kind === 'pocket';
  const servers = house.servers.servers();
  const first = model === undefined ? undefined : firstQuestion(house, url);
  if (!process.stderr.isTTY) {
    for (const each of found) house.log.info({}, each);
    const advice = isPocket && first !== undefined ? `try: ${first}` : `point any OpenAI client at ${url}/v1`;
    const told = { url, tools: house.listings.all().length, model, ...namesNotReady(servers) };
    house.log.info(told, `listening on ${url} (${advice})`);
    return;
  }
  const rows: [string, string][] = [
    ['address', `${url}/v1   for any OpenAI client${house.settings.keys.length > 0 ? '' : ', with any key'}`],
    ['model', model ?? 'none by default: name one in "model", or let clients name theirs as backend/name'],
    ...found.map((each): [string, string] => ['', each]),
    ['tools', toolNames(house)],
    ...(servers.length === 0 ? [] : [['servers', serverNames(servers)] satisfies [string, string]]),
    ...(first === undefined ? [] : [['try', first] satisfies [string, string]]),
    ['next', isPocket ? TO_A_MODEL : TO_TOOLS],
  ];
  terminal.say([`Toolpath ${version}`, ...rows.map(([name, text]) => `  ${name.padEnd(8)} ${text}`)].join('\n'));
}

const TO_A_MODEL = 'a language model: start Ollama and start this again, or name one in toolpath.json (see README.md)';
const TO_TOOLS = 'your own tools: "tools": ["./my-tools.ts"] in toolpath.json (see README.md)';

function toolNames({ listings, servers }: House): string {
  const names = listings.all().map(({ name }) => name);
  const more = names.length - MOST_NAMES;
  if (names.length === 0) return servers.settled.isReached ? 'none' : 'none yet';
  return `${names.slice(0, MOST_NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** `files, wiki; mail (connecting …)`: those that are there, then the others by how they are. */
function serverNames(servers: readonly ServerReport[]): string {
  const byState = Map.groupBy(servers, ({ state }) => state);
  const ready = byState.get('ready') ?? [];
  const others = [...byState].filter(([state]) => state !== 'ready');
  return [
    ...(ready.length === 0 ? [] : [namesOf(ready)]),
    ...others.map(([state, those]) => `${namesOf(those)} (${state}${state === 'connecting' ? ' …' : ''})`),
  ].join('; ');
}

function namesOf(servers: readonly ServerReport[]): string {
  const more = servers.length - MOST_NAMES;
  const names = servers.slice(0, MOST_NAMES).map(({ name }) => name);
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const MOST_NAMES = 8;

/** Who is still on the way, and who is not there. */
function namesNotReady(servers: readonly ServerReport[]): {
  connecting?: readonly string[];
  missing?: readonly string[];
} {
  const namesIn = (wanted: State) => servers.filter(({ state }) => state === wanted).map(({ name }) => name);
  const [connecting, missing] = [namesIn('connecting'), namesIn('gone')];
  return { ...(connecting.length === 0 ? {} : { connecting }), ...(missing.length === 0 ? {} : { missing }) };
}

/** One that works: about a sample tool where there is one, with a key where one is needed. */
function firstQuestion({ tools, settings }: House, url: string): string {
  const content = tools.find('convert_temperature') === undefined ? 'Hello!' : 'What is 20 celsius in fahrenheit?';
  const key = settings.keys.length === 0 ? '' : ` -H "authorization: Bearer $KEY"`;
  const body = JSON.stringify({ messages: [{ role: 'user', content }] });
  return `curl -s ${url}/v1/chat/completions -H 'content-type: application/json'${key} -d '${body}'`;
}
