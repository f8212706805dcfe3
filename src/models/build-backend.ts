import { type Limits, type Log, type Observer, unsetAdvice, unsetReason } from '../core/index.ts';
import { createClaudeAgentBackend } from './claude-agent/backend.ts';
import { hasKey } from './claude-agent/environment.ts';
import type { Backend } from './contract.ts';
import type { Clock } from './http/clock.ts';
import { type BackendSettings, httpKind } from './kinds.ts';
import { createPocketBackend } from './pocket.ts';

/** A backend that could not be created, with the reason. Only requests for it fail; other backends work. */
export interface Unbuilt {
  readonly wrong: string;
}

/** The services that backends need. */
interface BackendServices {
  readonly limits: Limits;
  readonly log: Log;
  readonly observer?: Observer | undefined;
  readonly secrets: readonly string[];
  readonly clock?: Clock;
}

/** Creates a backend from its settings. */
export function buildBackend(
  name: string,
  given: BackendSettings,
  { limits, log, observer, secrets, clock }: BackendServices,
): Backend | Unbuilt {
  const { kind, apiKey, headers, lacks } = given;
  if (lacks !== undefined)
    return { wrong: `The backend "${name}" is disabled, because ${unsetReason(lacks)}. ${unsetAdvice(lacks)}` };
  if (kind === 'pocket') return createPocketBackend({ name });
  const common = { name, apiKey, headers, limits, log, observer, secrets, ...(clock && { clock }) };
  if (kind === 'claude-agent') {
    const { baseUrl, executable } = given;
    return createClaudeAgentBackend({ ...common, baseUrl, executable });
  }
  const built = httpKind(kind);
  if (built === undefined)
    return { wrong: `The backend "${name}" has the kind "${kind}", which this version does not support yet.` };
  const baseUrl = given.baseUrl ?? built.home(given);
  if (baseUrl === undefined || !/^https?:$/.test(URL.parse(baseUrl)?.protocol ?? '')) {
    return { wrong: `The backend "${name}" has no usable baseUrl. Set it to the http or https address of the server.` };
  }
  return built.create({ ...common, baseUrl }, given);
}

/** Returns a warning if the backend surely needs a key and has none. A server behind another address may need none. */
export function whyKeyless(name: string, given: BackendSettings): string | undefined {
  const { kind, baseUrl, apiKey, headers } = given;
  if (baseUrl !== undefined) return undefined;
  if (kind === 'claude-agent' && !hasKey(given))
    return `The backend "${name}" has no key, so its agent cannot answer. Set "apiKey": "env:ANTHROPIC_API_KEY", or "env:CLAUDE_CODE_OAUTH_TOKEN" for a subscription.`;
  const variable = httpKind(kind)?.keyVariable(given);
  if (variable === undefined || apiKey !== undefined || headers !== undefined) return undefined;
  return `The backend "${name}" has no key, so its server will refuse requests. Set "apiKey": "env:${variable}".`;
}
