import { type Decision, found, type Tool } from '../core/index.ts';
import { CALLABLE, type State } from './report.ts';

/** What cannot be called of a server. */
export interface AbsentServer {
  readonly name: string;
  readonly state: State;
  /** Of one that is not there, as it listed them last. */
  readonly tools: readonly Tool[];
  /** Of one that is there, what is no tool of this house all the same. */
  readonly leftOut: readonly Decision[];
  /** What went wrong, if anything did, and what to look at. */
  readonly trouble?: string | undefined;
  readonly check?: string | undefined;
}

/** Why its tools are not there: for each of them, or once for all where nobody knows which it has. */
export function decideAbsent({ tools, leftOut, ...server }: AbsentServer): readonly Decision[] {
  if (CALLABLE.has(server.state)) return leftOut;
  const rule = ruleOf(server);
  const names = tools.length === 0 ? [`${server.name}::*`] : tools.map(({ name }) => name);
  return names.map((tool) => ({ tool, verdict: 'out', ...rule }));
}

export function isSameServer(one: AbsentServer, other: AbsentServer | undefined): boolean {
  return (
    one.name === other?.name &&
    one.state === other.state &&
    one.tools === other.tools &&
    one.leftOut === other.leftOut &&
    one.trouble === other.trouble &&
    one.check === other.check
  );
}

function ruleOf({
  name,
  state,
  trouble = '',
  check = '',
}: Omit<AbsentServer, 'tools' | 'leftOut'>): Pick<Decision, 'rule' | 'flip'> {
  switch (state) {
    case 'disabled':
      return { rule: 'server-disabled', flip: `set mcpServers.${found(name)}.disabled to false` };
    case 'connecting':
      return {
        rule: 'server-connecting',
        flip: withTrouble('ask again when its server is connected', trouble, check),
      };
    case 'gone':
    case 'degraded':
    case 'ready':
      return { rule: 'server-gone', flip: withTrouble('get its server connected', trouble, check) };
    default:
      return state satisfies never;
  }
}

function withTrouble(flip: string, trouble: string, check: string): string {
  const why = trouble === '' ? flip : `${flip} (${trouble})`;
  return check === '' ? why : `${why}: ${check}`;
}
