import { type Decision, found, type Tool } from '../core/index.ts';
import type { State } from './report.ts';

/** A server whose tools cannot be called. */
export interface AbsentServer {
  readonly name: string;
  readonly state: State;
  /** As it listed them last. */
  readonly tools: readonly Tool[];
  /** What to look at, where something went wrong. */
  readonly check?: string | undefined;
}

/** Why its tools are not there: for each of them, or once for all where nobody knows which it has. */
export function decideAbsent({ tools, ...server }: AbsentServer): readonly Decision[] {
  const rule = ruleOf(server);
  const names = tools.length === 0 ? [`${server.name}::*`] : tools.map(({ name }) => name);
  return names.map((tool) => ({ tool, verdict: 'out', ...rule }));
}

export function isSameServer(one: AbsentServer, other: AbsentServer | undefined): boolean {
  return (
    one.name === other?.name && one.state === other.state && one.tools === other.tools && one.check === other.check
  );
}

function ruleOf({ name, state, check = '' }: Omit<AbsentServer, 'tools'>): Pick<Decision, 'rule' | 'flip'> {
  switch (state) {
    case 'disabled':
      return { rule: 'server-disabled', flip: `set mcpServers.${found(name)}.disabled to false` };
    case 'connecting':
      return {
        rule: 'server-connecting',
        flip: ['ask again when its server is connected', check].filter(Boolean).join(': '),
      };
    case 'gone':
    case 'degraded':
    case 'ready':
      return { rule: 'server-gone', flip: ['get its server connected', check].filter(Boolean).join(': ') };
    default:
      return state satisfies never;
  }
}
