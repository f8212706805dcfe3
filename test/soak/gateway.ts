/**
 * `npm run soak:gateway`: clients with two keys ask a real gateway without a pause, while they abort requests, the model
 * server resets connections, tools fail, and the MCP server is killed every 20 seconds. Exits with status 1 if an answer
 * is lost or belongs to another key, if an aborted request keeps its tool or the model server busy, if the gateway's memory
 * or the number of its open files grows, or if a process is left behind.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { runTurn, type Tally } from './client.ts';
import { readFlags } from './flags.ts';
import { growthOf, type Quantity } from './growth.ts';
import { countOpenFiles, descendantsOf, listProcesses } from './processes.ts';
import { PLANS } from './question.ts';
import { Reports } from './reports.ts';
import { startUpstream } from './upstream.ts';

const KEYS = [
  { user: 'anna', key: 'a-key-for-the-first-client' },
  { user: 'bert', key: 'a-key-for-the-second-client' },
] as const;
/** The memory in use may grow while caches are filling. */
const live: Quantity = { name: 'Memory in use', unit: 'MB', samples: [], most: { share: 0.05, amount: 3 } };
/** The process may grow more, because V8 returns freed memory to the system late or never. */
const rss: Quantity = { name: 'Memory of the process', unit: 'MB', samples: [], most: { share: 0.25, amount: 32 } };
/** Their number varies with the connections that are open at the moment of the sample. */
const files: Quantity = { name: 'Open files', unit: 'files', samples: [], most: { share: 0.05, amount: 8 } };
/** The MCP server and the process that it starts. */
const MOST_CHILDREN = 2;
/** The largest share of MCP calls that may fail because the killed server is not back yet. Calls wait for it. */
const MOST_AWAY = 0.02;
const MOST_SHOWN = 20;
const LONGEST_START_MS = 60_000;

const { seconds, killEvery, clients } = readFlags();
const folder = mkdtempSync(path.join(tmpdir(), 'toolpath soak '));
const reports = new Reports();
const upstream = await startUpstream(reports);
const { child, url } = await startGateway(upstream.url);
const tally: Tally = {
  turns: new Map(),
  interrupted: 0,
  unconnected: 0,
  faults: [],
  serials: new Map(),
  durationsMs: [],
};
const endsAt = performance.now() + seconds * 1000;
const isOver = () => performance.now() >= endsAt || hasEnded(child);
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
  gateway.on('message', (told) => {
    if (typeof told === 'string') reports.tell(told);
    else live.samples.push(Number(told) / 2 ** 20);
  });
  const address = `http://127.0.0.1:${port}`;
  const latestAt = performance.now() + LONGEST_START_MS;
  while (!(await isReady(address))) {
    if (hasEnded(gateway) || performance.now() >= latestAt) {
      gateway.kill('SIGKILL');
      throw new Error(
        `The gateway or its MCP server did not start:\n${readFileSync(path.join(folder, 'gateway.log'), 'utf8')}`,
      );
    }
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
    await runTurn({ id: `q${pair}-${turn}`, plan }, { url, ...who, reports }, tally);
    if (turn % 100 === 99) await pause(1);
  }
}

/** Kills the MCP server. The gateway has to end the process that the server started. */
async function keepKilling(): Promise<void> {
  for (let next = performance.now() + killEvery * 1000; !isOver(); await pause(100)) {
    if (performance.now() < next) continue;
    next += killEvery * 1000;
    for (const { pid, parent } of listProcesses()) if (parent === child.pid) process.kill(pid, 'SIGKILL');
    kills++;
  }
}

/** Samples the gateway's memory, open files and child processes, and shows the progress. */
async function watch(): Promise<void> {
  let wereTooMany = false;
  for (let second = 1; !isOver(); second++, await pause(1000)) {
    const all = listProcesses();
    const own = all.find(({ pid }) => pid === child.pid);
    if (own !== undefined) rss.samples.push(own.rssBytes / 2 ** 20);
    files.samples.push(countOpenFiles(child.pid ?? 0) ?? Number.NaN);
    if (child.connected) child.send('memory');
    for (const { pid } of descendantsOf(child.pid ?? 0, all)) started.add(pid);
    const running = all.filter(({ pid }) => started.has(pid)).length;
    // One sample may fall between the death of a server and that of its child.
    const areTooMany = running > MOST_CHILDREN;
    if (areTooMany && wereTooMany)
      tally.faults.push(`After ${second} s, ${running} processes of the MCP server ran instead of ${MOST_CHILDREN}.`);
    wereTooMany = areTooMany;
    if (second % 30 === 0) process.stdout.write(`${second} s: ${progress()}\n`);
  }
}

function progress(): string {
  const turns = [...tally.turns.values()].reduce((sum, count) => sum + count, 0);
  const [inUse, whole, open] = [live, rss, files].map(({ samples }) => samples.at(-1)?.toFixed(0));
  return `${turns} turns, ${kills} kills, ${tally.faults.length} faults, ${inUse} MB in use, ${whole} MB process, ${open} open files`;
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
  const quantities = process.platform === 'linux' ? [live, rss, files] : [live, rss];
  const growths = quantities.map(growthOf);
  const mcpCalls = (tally.turns.get('mcp') ?? 0) + (tally.turns.get('mixed') ?? 0);
  const isAway = tally.unconnected > mcpCalls * MOST_AWAY;
  const durations = tally.durationsMs.toSorted((a, b) => a - b);
  const at = (share: number) => `${(durations[Math.floor(durations.length * share)] ?? 0).toFixed(1)} ms`;
  const plans = [...tally.turns].map(([plan, count]) => `${plan} ${count}`).join(', ');
  const faults = [
    ...tally.faults.slice(0, MOST_SHOWN),
    ...growths.filter(({ grows }) => grows).map(({ text }) => `Growth: ${text}.`),
    ...(tally.interrupted > kills * clients ? ['More MCP calls were interrupted than ran at the kills.'] : []),
    ...(isAway ? ['The MCP server was away too long after it was killed.'] : []),
    ...left.map((pid) => `Process ${pid} was left behind.`),
    ...(child.exitCode === 0 ? [] : [`The gateway's log: ${log.slice(-2_000)}`]),
  ];
  process.stdout.write(
    [
      `${progress()} in ${seconds} s`,
      `Turns: ${plans}`,
      `MCP calls that a kill interrupted: ${tally.interrupted}; while the server was away: ${tally.unconnected}; of ${mcpCalls}`,
      `Duration of a turn: median ${at(0.5)}, 99th percentile ${at(0.99)}`,
      ...growths.map(({ text }) => text),
      `Processes started by the gateway: ${started.size}, left behind: ${left.length}`,
      ...(faults.length === 0 ? ['No fault was found.'] : ['Faults:', ...faults]),
      '',
    ].join('\n'),
  );
  process.exit(faults.length === 0 ? 0 : 1);
}
