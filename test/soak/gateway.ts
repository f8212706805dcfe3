/**
 * `npm run soak:gateway`: clients with two keys ask a real gateway without a pause, while they abort requests, the model
 * server resets connections, tools fail, and the MCP server is killed every 20 seconds. Exits with status 1 if an answer
 * is lost or belongs to another key, if the gateway's memory grows, or if a process is left behind.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { runTurn, type Tally } from './client.ts';
import { descendantsOf, listProcesses } from './processes.ts';
import { PLANS } from './question.ts';
import { startUpstream } from './upstream.ts';

const USAGE = 'npm run soak:gateway -- [--seconds 600] [--kill-every 20] [--clients 8]';
const KEYS = [
  { user: 'anna', key: 'a-key-for-the-first-client' },
  { user: 'bert', key: 'a-key-for-the-second-client' },
] as const;
/** Growth of the memory in use that is not a leak: caches that are still filling. */
const MOST_GROWTH = { share: 0.05, megabytes: 3 };
/** Growth of the process that is not a leak. It is larger because V8 returns freed memory to the system late or never. */
const MOST_PROCESS_GROWTH = { share: 0.25, megabytes: 32 };
/** The memory is sampled every second, and a comparison of quarters needs a few samples. */
const FEWEST_SECONDS = 8;
/** The largest share of MCP calls that may fail because the killed server is not back yet. */
const MOST_AWAY = 0.1;
const MOST_SHOWN = 20;

const { seconds, killEvery, clients } = readFlags();
const folder = mkdtempSync(path.join(tmpdir(), 'toolpath soak '));
const upstream = await startUpstream();
const { child, url } = await startGateway(upstream.url);
const tally: Tally = { turns: new Map(), unconnected: 0, faults: [], serials: new Map(), durationsMs: [] };
const endsAt = performance.now() + seconds * 1000;
const isOver = () => performance.now() >= endsAt || hasEnded(child);
const rssMegabytes: number[] = [];
const liveMegabytes: number[] = [];
const started = new Set<number>();
let kills = 0;
await Promise.all([...Array(clients).keys()].map(keepAsking).concat([watch(), keepKilling()]));
const left = await stopGateway();
upstream.server.close();
upstream.server.closeAllConnections();
const log = readFileSync(path.join(folder, 'gateway.log'), 'utf8');
rmSync(folder, { recursive: true, force: true });
report();

async function startGateway(baseUrl: string): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const port = await freePort();
  const here = import.meta.dirname;
  const settings = {
    host: '127.0.0.1',
    port,
    keys: KEYS.map(({ key }) => key),
    backends: { up: { kind: 'openai', baseUrl } },
    model: 'up/mock',
    tools: [path.join(here, 'tools.ts')],
    mcpServers: { marks: { command: process.execPath, args: [path.join(here, 'marks-server.ts')], always: ['mark'] } },
  };
  writeFileSync(path.join(folder, 'toolpath.json'), JSON.stringify(settings, null, 2));
  const main = path.join(here, '../../src/main.ts');
  const probe = ['--expose-gc', '--import', pathToFileURL(path.join(here, 'live-memory.ts')).href];
  const gateway = spawn(process.execPath, [...probe, main, 'serve', '--log-level', 'silent'], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', TOOLPATH_DISCOVER: 'none' },
    stdio: ['ignore', 'ignore', openSync(path.join(folder, 'gateway.log'), 'w'), 'ipc'],
  });
  gateway.on('message', (bytes) => liveMegabytes.push(Number(bytes) / 2 ** 20));
  const address = `http://127.0.0.1:${port}`;
  while (!(await isReady(address))) {
    if (gateway.exitCode !== null)
      leave(1, `The gateway did not start:\n${readFileSync(path.join(folder, 'gateway.log'), 'utf8')}`);
    await pause(50);
  }
  return { child: gateway, url: address };
}

/** True if the gateway listens and its MCP server is connected. */
async function isReady(address: string): Promise<boolean> {
  const response = await fetch(`${address}/servers`, { headers: { authorization: `Bearer ${KEYS[0].key}` } }).catch(
    () => {},
  );
  return response?.ok === true && (await response.text()).includes('"ready"');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { readonly port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/** Asks one question after the other. Both keys ask the same questions at the same time. */
async function keepAsking(place: number): Promise<void> {
  const who = KEYS[place % KEYS.length] ?? KEYS[0];
  const pair = Math.floor(place / KEYS.length);
  for (let turn = 0; !isOver(); turn++) {
    const plan = PLANS[(turn + pair) % PLANS.length] ?? 'text';
    await runTurn({ id: `q${pair}-${turn}`, plan }, { url, ...who, tally });
    if (turn % 100 === 99) await pause(1);
  }
}

async function keepKilling(): Promise<void> {
  for (let next = performance.now() + killEvery * 1000; !isOver(); await pause(100)) {
    if (performance.now() < next) continue;
    next += killEvery * 1000;
    for (const { pid } of descendantsOf(child.pid ?? 0)) process.kill(pid, 'SIGKILL');
    kills++;
  }
}

/** Samples the gateway's memory and its child processes, and shows the progress. */
async function watch(): Promise<void> {
  for (let second = 1; !isOver(); second++, await pause(1000)) {
    const all = listProcesses();
    const own = all.find(({ pid }) => pid === child.pid);
    if (own !== undefined) rssMegabytes.push(own.rssBytes / 2 ** 20);
    for (const { pid } of descendantsOf(child.pid ?? 0, all)) started.add(pid);
    if (child.connected) child.send('memory');
    if (second % 30 === 0) process.stdout.write(`${second} s: ${progress()}\n`);
  }
}

function progress(): string {
  const turns = [...tally.turns.values()].reduce((sum, count) => sum + count, 0);
  const [live, rss] = [liveMegabytes, rssMegabytes].map((samples) => samples.at(-1)?.toFixed(0));
  return `${turns} turns, ${kills} kills, ${tally.faults.length} faults, ${live} MB in use, ${rss} MB process`;
}

/** Stops the gateway as an operator does. Returns the processes that it left behind. */
async function stopGateway(): Promise<readonly number[]> {
  for (const { pid } of descendantsOf(child.pid ?? 0)) started.add(pid);
  if (!hasEnded(child)) {
    child.kill('SIGTERM');
    await Promise.race([once(child, 'exit'), pause(20_000)]);
  }
  if (child.exitCode !== 0)
    tally.faults.push(`The gateway ended with ${child.exitCode ?? child.signalCode ?? 'nothing'}.`);
  child.kill('SIGKILL');
  await pause(500);
  const running = new Set(listProcesses().map(({ pid }) => pid));
  return [...started].filter((pid) => running.has(pid));
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

function report(): never {
  const inUse = compareQuarters(liveMegabytes, MOST_GROWTH);
  const whole = compareQuarters(rssMegabytes, MOST_PROCESS_GROWTH);
  const mcpCalls = (tally.turns.get('mcp') ?? 0) + (tally.turns.get('mixed') ?? 0);
  const isAway = tally.unconnected > mcpCalls * MOST_AWAY;
  const durations = tally.durationsMs.toSorted((a, b) => a - b);
  const at = (share: number) => `${(durations[Math.floor(durations.length * share)] ?? 0).toFixed(1)} ms`;
  const plans = [...tally.turns].map(([plan, count]) => `${plan} ${count}`).join(', ');
  const faults = [
    ...tally.faults.slice(0, MOST_SHOWN),
    ...(inUse.grows ? [`The memory in use grew: ${inUse.text}.`] : []),
    ...(whole.grows ? [`The process grew: ${whole.text}.`] : []),
    ...(isAway ? ['The MCP server was away too long after it was killed.'] : []),
    ...left.map((pid) => `Process ${pid} was left behind.`),
    ...(child.exitCode === 0 ? [] : [`The gateway's log: ${log.slice(-2_000)}`]),
  ];
  process.stdout.write(
    [
      `${progress()} in ${seconds} s`,
      `Turns: ${plans}`,
      `MCP calls while the server was away: ${tally.unconnected} of ${mcpCalls}`,
      `Duration of a turn: median ${at(0.5)}, 99th percentile ${at(0.99)}`,
      `Memory in use: ${inUse.text}; of the process: ${whole.text}`,
      `Processes started by the gateway: ${started.size}, left behind: ${left.length}`,
      ...(faults.length === 0 ? ['No fault was found.'] : [`${tally.faults.length} turns were wrong:`, ...faults]),
      '',
    ].join('\n'),
  );
  process.exit(faults.length === 0 ? 0 : 1);
}

interface Growth {
  readonly grows: boolean;
  readonly text: string;
}

/** Compares the second quarter of the samples with the last one. The first quarter warms up. */
function compareQuarters(samples: readonly number[], most: typeof MOST_GROWTH): Growth {
  const [early, late] = [medianOfQuarter(samples, 1), medianOfQuarter(samples, 3)];
  // Without samples both medians are NaN, and the memory must not count as flat.
  const isFlat = late <= early * (1 + most.share) + most.megabytes;
  return { grows: !isFlat, text: `${early.toFixed(0)} MB in the second quarter, ${late.toFixed(0)} MB in the last` };
}

function medianOfQuarter(samples: readonly number[], which: number): number {
  const [from, to] = [which, which + 1].map((each) => Math.floor((samples.length * each) / 4));
  const part = samples.slice(from, to).sort((a, b) => a - b);
  return part[Math.floor(part.length / 2)] ?? Number.NaN;
}

/** Rejects unknown flags: a run with a mistyped flag would pass without testing what was asked for. */
function readFlags(): { readonly seconds: number; readonly killEvery: number; readonly clients: number } {
  try {
    const { values } = parseArgs({
      options: {
        seconds: { type: 'string', default: '600' },
        'kill-every': { type: 'string', default: '20' },
        clients: { type: 'string', default: '8' },
        help: { type: 'boolean' },
      },
    });
    if (values.help === true) leave(0, USAGE);
    return {
      seconds: wholeNumber('--seconds', values.seconds, FEWEST_SECONDS),
      killEvery: wholeNumber('--kill-every', values['kill-every']),
      clients: wholeNumber('--clients', values.clients),
    };
  } catch (error) {
    return leave(2, `${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

function wholeNumber(flag: string, given: string, least = 1): number {
  const value = Number(given);
  if (given.trim() !== '' && Number.isSafeInteger(value) && value >= least) return value;
  throw new Error(`${flag} must be a whole number of at least ${least}, not "${given}".`);
}

function leave(code: number, message: string): never {
  process.stdout.write(`${message}\n`);
  process.exit(code);
}
