import { type Child, STEADY, startScript } from './child.ts';
import type { Target } from './load.ts';
import { startPortkey } from './portkey.ts';
import { type StartedToolpath, startToolpath, type ToolpathOptions } from './toolpath.ts';

export type ContenderName = 'direct' | 'pipe' | 'pipe again' | 'toolpath' | 'portkey';

/** A way to reach the upstream: directly or through a proxy. */
export interface Contender extends Target {
  readonly name: ContenderName;
  /** Process id of the proxy; undefined for a direct connection. */
  readonly pid: number | undefined;
}

export interface Cast {
  readonly contenders: readonly Contender[];
  readonly upstream: Child;
  readonly toolpath: StartedToolpath;
  /** Reason why Portkey is not measured; undefined if it is. */
  readonly absent: string | undefined;
  stop(): Promise<void>;
}

/** Starts all processes. The contenders start concurrently, so that they are equally old. */
export async function startCast({ nodeFlags = [] }: ToolpathOptions): Promise<Cast> {
  const upstream = await startScript('upstream.ts');
  const [pipe, again, toolpath, portkey] = await Promise.all([
    startScript('pipe.ts', upstream.port),
    startScript('pipe.ts', upstream.port),
    startToolpath(upstream.port, { nodeFlags: [...STEADY, ...nodeFlags] }),
    startPortkey(upstream.port),
  ]);
  const present: Contender[] = [
    { name: 'direct', port: upstream.port, headers: {}, pid: undefined },
    { name: 'pipe', ...addressOf(pipe) },
    { name: 'pipe again', ...addressOf(again) },
    { name: 'toolpath', ...addressOf(toolpath) },
  ];
  if (portkey.ok) present.push({ name: 'portkey', ...addressOf(portkey.child), headers: portkey.headers });
  const children: readonly Child[] = [pipe, again, toolpath, ...(portkey.ok ? [portkey.child] : []), upstream];
  return {
    contenders: present,
    upstream,
    toolpath,
    absent: portkey.ok ? undefined : portkey.reason,
    stop: async () => {
      for (const child of children) await child.stop();
    },
  };
}

function addressOf({ pid, port }: Child): { pid: number; port: number; headers: Record<string, string> } {
  return { pid, port, headers: {} };
}
