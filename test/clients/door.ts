import type { Flags } from '../../src/settings/index.ts';
import { type Play, textAnswer } from '../upstream.ts';
import { countingTool, openGateway, type RunningGateway, toolNames } from './gateway.ts';

/** Opens a gateway with one tool, `clock`, and a model that by default answers ten requests with "Hello.". */
export async function setUp(settings: Flags = {}, plays: readonly Play[] = Array<Play>(10).fill(textAnswer('Hello.'))) {
  const clock = countingTool('clock', () => 'noon');
  const gateway = await openGateway({ tools: [clock], settings });
  gateway.upstream.script(...plays);
  return { ...gateway, clock };
}

export const messages = [{ role: 'user', content: 'Hello?' }];

/** Sends a request. `upstream` is the first request that the upstream received for it, or undefined if there was none. */
export async function ask({ post, asked }: RunningGateway, members: object, headers: Record<string, string> = {}) {
  const before = asked().length;
  const response = await post({ messages, ...members }, { headers });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, upstream: asked()[before] };
}

/** Sends a request and returns the names of the tools that were declared to the model. */
export async function shown(gateway: RunningGateway, members: object, headers: Record<string, string> = {}) {
  const { status, text, upstream } = await ask(gateway, members, headers);
  if (upstream === undefined) throw new Error(`No request reached the upstream: ${status} ${text}`);
  return toolNames(upstream);
}

/** A client tool. */
export const read = {
  type: 'function',
  function: { name: 'read', description: 'Reads.', parameters: { type: 'object' } },
};
