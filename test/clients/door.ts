import type { Flags } from '../../src/settings/index.ts';
import { type Play, textAnswer } from '../upstream.ts';
import { countingTool, openGateway, type RunningGateway, toolNames } from './gateway.ts';

/** A gateway with one tool of its own, `clock`, and a model that has an answer for everybody. */
export async function setUp(settings: Flags = {}, plays: readonly Play[] = Array<Play>(10).fill(textAnswer('Hello.'))) {
  const clock = countingTool('clock', () => 'noon');
  const gateway = await openGateway({ tools: [clock], settings });
  gateway.upstream.script(...plays);
  return { ...gateway, clock };
}

export const messages = [{ role: 'user', content: 'Hello?' }];

/** Asks, and what the upstream was asked in turn; undefined when nothing was. */
export async function ask({ post, asked }: RunningGateway, members: object, headers: Record<string, string> = {}) {
  const before = asked().length;
  const response = await post({ messages, ...members }, { headers });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, upstream: asked()[before] };
}

/** The tools that the model was shown. */
export async function shown(gateway: RunningGateway, members: object, headers: Record<string, string> = {}) {
  const { status, text, upstream } = await ask(gateway, members, headers);
  if (upstream === undefined) throw new Error(`nothing was asked: ${status} ${text}`);
  return toolNames(upstream);
}

/** A tool of the client's. */
export const read = {
  type: 'function',
  function: { name: 'read', description: 'Reads.', parameters: { type: 'object' } },
};
