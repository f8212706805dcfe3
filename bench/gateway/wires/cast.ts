import path from 'node:path';
import { type Child, cpuMsToldBy, type ReachableChild, STEADY, startScript } from '../child.ts';
import type { Target } from '../load.ts';
import { type Profile, profileInFolder } from '../profile.ts';
import { startToolpath } from '../toolpath.ts';
import { type WireName, wires } from './names.ts';
import { openai } from './openai.ts';
import type { BenchWire } from './wire.ts';

export type Between = 'pipe' | 'toolpath';

/**
 * A way to reach the upstream of a protocol: through a pipe with a client of that protocol, or through a gateway with a client of
 * chat completions.
 */
export interface Way {
  readonly wire: WireName;
  readonly between: Between;
  readonly target: Target;
  /** The protocol of the client. */
  readonly spoken: BenchWire;
  /** Returns the processor time of the pipe or the gateway so far. */
  cpuMs(): Promise<number>;
}

export interface WireCast {
  readonly ways: readonly Way[];
  /** One profile per gateway; empty without --profile. */
  readonly profiles: readonly Profile[];
  /** Returns the end of each gateway's log. */
  lastLines(): string;
  stop(): Promise<void>;
}

/** Starts an upstream, a pipe and a gateway for each protocol, each in a separate process, all concurrently. */
export async function startWireCast(isProfiled: boolean): Promise<WireCast> {
  const parts = await Promise.all([...wires].map(([name, wire]) => startPart(name, wire, isProfiled)));
  return {
    ways: parts.flatMap(({ ways }) => ways),
    profiles: parts.flatMap(({ profile }) => (profile === undefined ? [] : [profile])),
    lastLines: () => parts.map(({ name, toolpath }) => `${name}:\n${toolpath.lastLines()}`).join('\n'),
    stop: async () => {
      for (const child of parts.flatMap(({ children }) => children)) await child.stop();
    },
  };
}

async function startPart(name: WireName, wire: BenchWire, isProfiled: boolean) {
  const profile = isProfiled ? profileInFolder(`the gateway for ${name}`) : undefined;
  const upstream = await startScript('wires/upstream.ts', name);
  const nodeFlags = [...STEADY, '--import', PROBE, ...(profile?.nodeFlags ?? [])];
  const [pipe, toolpath] = await Promise.all([
    startScript('pipe.ts', upstream.port),
    startToolpath(upstream.port, { nodeFlags, backend: wire.backend }),
  ]);
  const ways = [wayThrough(pipe, name, 'pipe', wire), wayThrough(toolpath, name, 'toolpath', openai)];
  const children: readonly Child[] = [pipe, toolpath, upstream];
  return { name, profile, toolpath, ways, children };
}

const PROBE = path.join(import.meta.dirname, '../cpu-probe.ts');

function wayThrough(child: ReachableChild, wire: WireName, between: Between, spoken: BenchWire): Way {
  const target = { port: child.port, path: spoken.path, headers: {} };
  return { wire, between, target, spoken, cpuMs: () => cpuMsToldBy(child) };
}
