import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Child, endWithUs, stopChild } from './child.ts';

export type StartedPortkey =
  | { readonly ok: true; readonly child: Child; readonly headers: Readonly<Record<string, string>> }
  | { readonly ok: false; readonly reason: string };

/** Starts Portkey's gateway if the package is installed here or PORTKEY_GATEWAY names its folder. */
export async function startPortkey(upstreamPort: number): Promise<StartedPortkey> {
  const folder =
    process.env.PORTKEY_GATEWAY ?? path.join(import.meta.dirname, '../../node_modules/@portkey-ai/gateway');
  const script = path.join(folder, 'build/start-server.js');
  if (!existsSync(script)) {
    return {
      ok: false,
      reason: 'it is not installed. Install @portkey-ai/gateway anywhere and set PORTKEY_GATEWAY to its folder.',
    };
  }
  const port = await freePort();
  const child = spawn(process.execPath, [script, `--port=${port}`, '--headless'], { stdio: 'ignore' });
  endWithUs(child);
  const stop = () => stopChild(child);
  if (!(await isListening(port))) {
    await stop();
    return { ok: false, reason: `it is installed, but did not listen within ${START_MS / 1000} s.` };
  }
  const headers = {
    authorization: 'Bearer nobody-checks-it',
    'x-portkey-provider': 'openai',
    'x-portkey-custom-host': `http://127.0.0.1:${upstreamPort}/v1`,
  };
  return { ok: true, child: { pid: child.pid ?? 0, port, stop }, headers };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function isListening(port: number): Promise<boolean> {
  const until = performance.now() + START_MS;
  while (performance.now() < until) {
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
    if (answer !== undefined) return true;
    await sleep(100);
  }
  return false;
}

const START_MS = 15_000;
