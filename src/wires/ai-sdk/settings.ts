import { type ContextItem, isAbsent, isRecord, type Read, read, refuseValue } from '../../core/index.ts';
import { readContext } from '../chat/context.ts';
import type { Warnings } from './warnings.ts';

/** The options in `providerOptions.toolpath` of a call. */
export interface CallSettings {
  /** `none`: no tools. `gateway`: the gateway's tools, as if no tools were listed. */
  readonly tools?: 'none' | 'gateway';
  /** True for the gateway's tools in addition to the listed ones. */
  readonly mixed?: boolean;
  /** True if calls may be made at the same time, false for one at a time. */
  readonly parallel?: boolean;
  readonly context: readonly ContextItem[];
  /** True for the decisions of the turn in `providerMetadata.toolpath.explanation`. */
  readonly explain: boolean;
  /** Whether the caller sees the calls that the gateway runs. */
  readonly gatewayCalls?: 'shown' | 'hidden';
  /** The most steps that the turn may take. */
  readonly maxTurns?: number;
}

const NAMES = new Set(['tools', 'mixed', 'parallel', 'context', 'explain', 'gatewayCalls', 'maxTurns', 'cacheControl']);

/** Reads `providerOptions.toolpath`. A wrong value is refused, because it may decide which tools run; an unknown name is a warning. */
export function readSettings(providerOptions: unknown, warnings: Warnings): Read<CallSettings> {
  const own = isRecord(providerOptions) && Object.hasOwn(providerOptions, 'toolpath') ? providerOptions.toolpath : {};
  if (isAbsent(own)) return read({ context: [], explain: false });
  if (!isRecord(own)) return refuseValue(ROOT, own, 'an object');
  const { tools, mixed, parallel, explain, gatewayCalls, maxTurns } = own;
  if (!isAbsent(tools) && tools !== 'none' && tools !== 'gateway') {
    return refuseValue(`${ROOT}.tools`, tools, '"none" or "gateway"');
  }
  for (const [name, flag] of Object.entries({ mixed, parallel, explain })) {
    if (!isAbsent(flag) && typeof flag !== 'boolean') return refuseValue(`${ROOT}.${name}`, flag, 'true or false');
  }
  if (!isAbsent(gatewayCalls) && gatewayCalls !== 'shown' && gatewayCalls !== 'hidden') {
    return refuseValue(`${ROOT}.gatewayCalls`, gatewayCalls, '"shown" or "hidden"');
  }
  const most = readMaxTurns(maxTurns, `${ROOT}.maxTurns`);
  if (!most.ok) return most;
  const context = readContext(own.context);
  if (!context.ok)
    return refuseValue(`${ROOT}.context`, own.context, 'a list of strings or {"description":"…","value":…}');
  for (const name of Object.keys(own)) {
    if (!NAMES.has(name)) warnings.unsupported(`${ROOT}.${name}`.slice(0, 200), 'There is no such option.');
  }
  return read({
    ...(!isAbsent(tools) && { tools }),
    ...(typeof mixed === 'boolean' && { mixed }),
    ...(typeof parallel === 'boolean' && { parallel }),
    context: context.value,
    explain: explain === true,
    ...(!isAbsent(gatewayCalls) && { gatewayCalls }),
    ...(most.value !== undefined && { maxTurns: most.value }),
  });
}

const ROOT = 'providerOptions.toolpath';

/** Reads a number of turns: a whole number from 1. */
export function readMaxTurns(value: unknown, path: string): Read<number | undefined> {
  if (isAbsent(value)) return read(undefined);
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return read(value);
  return refuseValue(path, value, 'a whole number from 1');
}
