import { once } from 'node:events';
import { request } from 'node:http';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { defaultLimits } from '../src/core/index.ts';
import { startScript } from './gateway/child.ts';
import { type StartedToolpath, startToolpath } from './gateway/toolpath.ts';
import {
  chainedDefinitions,
  controlTokens,
  type HostileBody,
  longTexts,
  manyValues,
  manyValuesInArguments,
  severalAnswers,
} from './hostile/bodies.ts';
import type { Stalls } from './hostile/loop-probe.ts';
import { measureSchemas } from './hostile/schemas.ts';
import { digits, loadAverage, megabytes, printMachine, printNotes, printTable, printTitle, whole } from './print.ts';

/**
 * `npm run bench:hostile` measures how long hostile input delays other requests: large request bodies at the real gateway, and
 * tool definitions that are costly to compile.
 *
 *     --only bodies,schemas   runs only these parts
 *     --megabytes 15          size of the bodies
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { only: { type: 'string' }, megabytes: { type: 'string', default: '15' } } });
  const parts = values.only?.split(',') ?? ['bodies', 'schemas'];
  printMachine();
  if (parts.includes('bodies')) await measureBodies(Number(values.megabytes) * 1024 * 1024);
  if (parts.includes('schemas')) measureSchemas();
  printNotes(
    '“event loop” is the longest time in which the gateway could do nothing else; “processor” is the part of it in which it worked. If they differ much, other programs used the machine.',
    `Load average after the run: ${loadAverage()}.`,
  );
}

async function measureBodies(bytes: number): Promise<void> {
  const upstream = await startScript('upstream.ts');
  const probe = path.join(import.meta.dirname, 'hostile/loop-probe.ts');
  const nodeFlags = ['--import', probe];
  const toolpath = await startToolpath(upstream.port, { nodeFlags });
  const textual = await startToolpath(upstream.port, { nodeFlags, settings: WITHOUT_NATIVE_TOOLS });
  const { bodyValues } = defaultLimits;
  try {
    for (let round = 0; round < 3; round++) for (const { port } of [toolpath, textual]) await send(port, SMALL);
    await measureEach('Bodies of many values', [...manyValues(bytes), manyValuesInArguments(bytes)], toolpath);
    await measureEach(`Bodies of ${whole(bodyValues)} values, the limit`, manyValues(bytes, bodyValues), toolpath);
    await measureEach('Bodies of long texts', [...longTexts(bytes), chainedDefinitions()], toolpath);
    await measureEach(
      'Bodies for a model without native tools',
      [...longTexts(bytes), ...controlTokens(bytes)],
      textual,
    );
    await measureEach(
      'Requests for several answers',
      [1, 32, 128].map((count) => severalAnswers(bytes, count)),
      toolpath,
    );
  } finally {
    await Promise.all([toolpath.stop(), textual.stop()]);
    await upstream.stop();
  }
}

async function measureEach(title: string, bodies: readonly HostileBody[], toolpath: StartedToolpath): Promise<void> {
  const rows: string[][] = [];
  for (const { name, body } of bodies) rows.push([name, ...(await measureBody(toolpath, body))]);
  printTitle(title);
  printTable(['body', 'answer', 'event loop', 'p99', 'processor', 'other requests', 'memory'], rows);
}

const WITHOUT_NATIVE_TOOLS = { models: { 'up/whole': { nativeTools: false } }, formats: { primary: 'hermes' } };
const SMALL = Buffer.from('{"model":"up/whole","messages":[{"role":"user","content":"Hello"}]}');

async function measureBody(toolpath: StartedToolpath, body: Buffer): Promise<string[]> {
  await told(toolpath, 'begin');
  let isOver = false;
  const others = slowestProbe(toolpath.port, () => isOver);
  const { status, text } = await send(toolpath.port, body);
  isOver = true;
  const otherMs = await others;
  const stalls = (await told(toolpath, 'end')) as Stalls;
  const code = /"code":"([^"]+)"/.exec(text)?.[1] ?? '';
  return [
    `${status} ${status === 200 ? '' : code}`.trim(),
    ...[stalls.wallMs, stalls.p99Ms, stalls.cpuMs, otherMs].map((ms) => `${digits(ms)} ms`),
    megabytes(stalls.memoryBytes),
  ];
}

/** Sends small requests one after the other until `isOver`, and returns the time of the slowest. */
async function slowestProbe(port: number, isOver: () => boolean): Promise<number> {
  let slowest = 0;
  do {
    const startedAt = performance.now();
    await send(port);
    slowest = Math.max(slowest, performance.now() - startedAt);
  } while (!isOver());
  return slowest;
}

/** Sends a chat request, or a health probe if there is no body. */
async function send(port: number, body?: Buffer): Promise<{ status: number; text: string }> {
  const sent = request({
    port,
    host: '127.0.0.1',
    method: body === undefined ? 'GET' : 'POST',
    path: body === undefined ? '/healthz' : '/v1/chat/completions',
    headers: { 'content-type': 'application/json', ...(body && { 'content-length': body.length }) },
    agent: false,
  });
  sent.end(body);
  const [response] = await once(sent, 'response');
  const pieces: Buffer[] = [];
  for await (const piece of response) pieces.push(piece);
  return { status: response.statusCode, text: Buffer.concat(pieces).toString() };
}

async function told({ process: child }: StartedToolpath, word: string): Promise<unknown> {
  const answer = once(child, 'message');
  child.send(word);
  const [value] = await answer;
  return value;
}

await main();
