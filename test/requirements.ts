import { type TestFunction, test } from 'vitest';

/**
 * Every id of docs/requirements.md with its status. When you build a requirement, change its status here.
 *
 * - `built`: a passing test must prove it, or a complete test run fails.
 * - `opt-in`: a test must cite it, but may skip if it needs something that is too large to install on every machine.
 * - `later`: not built yet; a test may cite it already.
 */
export const requirements = {
  'S0.absent': 'built',
  'S0.null': 'built',
  'S0.empty': 'built',
  'S0.listed': 'built',
  'S0.defaults': 'built',
  'S0.shapes': 'built',
  'S0.invalid': 'built',
  'S0.context': 'built',
  'S0.doors': 'later',
  'S0.mixed': 'built',
  'S0.log': 'built',

  'S1.builtin.list': 'built',
  'S1.builtin.filter': 'built',
  'S1.builtin.python': 'built',
  'S1.builtin.tool-search': 'built',
  'S1.builtin.schemas': 'built',
  'S1.builtin.sql': 'built',
  'S1.mcp.gates': 'built',
  'S1.mcp.deferred': 'built',
  'S1.custom': 'built',
  'S1.mcp.materialise': 'built',
  'S1.limit': 'built',
  'S1.limit.rank': 'built',
  'S1.format.list': 'built',
  'S1.format.native': 'built',
  'S1.format.code': 'built',
  'S1.format.text': 'built',
  'S1.format.primary': 'built',
  'S1.format.parse': 'built',
  'S1.auto-search': 'built',
  'S1.search-again': 'built',
  'S1.prompt': 'built',
  'S1.request': 'built',
  'S1.explain': 'built',
  'S1.schemas.search': 'built',
  'S1.sql.execute': 'built',
  'S1.python.execute': 'built',

  'S2.exec.by-name': 'built',
  'S2.exec.log': 'built',
  'S2.exec.unknown': 'built',
  'S2.exec.throws': 'built',
  'S2.exec.timing': 'built',
  'S2.exec.timeout': 'built',
  'S2.exec.network': 'built',
  'S2.exec.arguments': 'built',
  'S2.manager.array': 'built',
  'S2.manager.langchain': 'built',
  'S2.manager.get': 'built',
  'S2.manager.find': 'built',
  'S2.manager.define': 'built',
  'S2.manager.duplicate': 'built',
  'S2.invoke.direct': 'built',
  'S2.client.anthropic': 'built',
  'S2.client.ollama': 'built',
  'S2.client.transcriber': 'later',
  'S2.qwen.shape': 'built',
  'S2.qwen.many': 'built',
  'S2.qwen.log': 'built',
  'S2.qwen.isolated': 'built',
  'S2.qwen.call': 'built',
  'S2.qwen.model': 'built',
  'S2.log.stderr': 'built',
  'S2.mcp.pollution': 'built',
  'S2.mcp.retry': 'built',
  'S2.mcp.retry-success': 'built',
  'S2.mcp.retry-failure': 'built',
  'S2.mcp.stderr': 'built',
  'S2.mcp.parallel': 'built',
  'S2.params.snake': 'built',
  'S2.params.static': 'built',
  'S2.params.pass': 'built',
  'S2.params.log': 'built',
  'S2.params.server-error': 'built',
  'S2.params.decision': 'built',

  'S3.bridge': 'opt-in',
  'S3.bridge.allowed': 'opt-in',
  'S3.bridge.names': 'opt-in',
  'S3.executors': 'built',
  'S3.executors.stream': 'built',
  'S3.executors.partial': 'built',
  'S3.single-turn': 'built',
  'S3.recover.native': 'opt-in',
  'S3.recover.envelope': 'opt-in',
  'S3.empty': 'built',
  'S3.versions': 'built',

  'S4.calls': 'later',
  'S4.map': 'later',
  'S4.followup': 'built',
  'S4.always-tools': 'built',
  'S4.no-tools': 'later',
  'S4.fresh': 'later',
  'S4.history': 'built',
  'S4.duplicates': 'built',
  'S4.curl': 'built',
  'S4.opencode': 'opt-in',

  L1: 'built',
  L2: 'built',
  L3: 'built',
  L4: 'built',
  L5: 'built',
  L6: 'built',
  L7: 'built',
  L8: 'built',
  L9: 'built',
  L10: 'built',
} as const satisfies Record<string, 'built' | 'opt-in' | 'later'>;

export type RequirementId = keyof typeof requirements;

export const requirementIds = Object.keys(requirements) as readonly RequirementId[];

export const builtIds = requirementIds.filter((id) => requirements[id] !== 'later');

/** The ids that every complete run must prove. */
export const alwaysProvedIds = requirementIds.filter((id) => requirements[id] === 'built');

declare module 'vitest' {
  interface TaskMeta {
    proves?: readonly RequirementId[];
  }
}

/**
 * Defines a test that proves one or more requirements. There is no variant that skips: if something that the test needs
 * is not available, it calls `context.skip(why)` and proves nothing.
 *
 * Write the ids as literals: `npm run requirements` reads them from the source.
 */
export function proves(
  ids: RequirementId | readonly [RequirementId, ...RequirementId[]],
  behaviour: string,
  fn: TestFunction,
  timeoutMs?: number,
): void {
  const cited = [ids].flat();
  const options = { meta: { proves: cited }, ...(timeoutMs !== undefined && { timeout: timeoutMs }) };
  test(`[${cited.join(' ')}] ${behaviour}`, options, fn);
}
