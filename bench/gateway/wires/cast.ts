import path from 'node:path';
import { type Child, cpuMsToldBy, type ReachableChild, STEADY, startScript } from '../child.ts';
import type { Target } from '../load.ts';
import { type Profile, profileInFolder } from '../profile.ts';
import { startToolpath } from '../toolpath.ts';
import { type WireName, wires } from './names.ts';
import { openai } from './openai.ts';
import type { BenchWire } from './wire.ts';

export type Between = 'pipe' | 'toolpath';

/** A way to the upstream that speaks a wire: through a pipe in that wire, or by chat completions through a gateway. */
export interface Way {
  readonly wire: WireName;
  readonly between: Between;
  readonly target: Target;
  /** What its client speaks. */
  readonly spoken: BenchWire;
  /** Of the process in between. */
  cpuMs(): Promise<number>;
}

export interface WireCast {
  readonly ways: readonly Way[];
  /** Of each gateway; empty unless it was asked for. */
  readonly profiles: readonly Profile[];
  /** The end of each gateway's log. */
  lastLines(): string;
  stop(): Promise<void>;
}

/** For each wire an upstream, a pipe and a gateway, each a process of its own; started side by side. */
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
  const profile = isProfiled ? profileInFolder(`the gateway before ${name}`) : undefined;
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
