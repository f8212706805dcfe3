import { type Fields, isAbsent, isRecord } from '../../core/index.ts';
import type { Family } from './family.ts';
import { outputFormat } from './output.ts';

/** What bears on the members of a request. */
export interface Setting {
  readonly family: Family;
  /** The request asks for thoughts. */
  readonly isThinking: boolean;
}

export interface Parameters {
  readonly members: Fields;
  /** What the answer is to be like: its effort, its format. */
  readonly output: Fields;
  /** Names of what this wire has no place for. */
  readonly left: readonly string[];
}

/** Members of a chat-completions request in this wire's words, and those that are this wire's own. */
export function writeParameters(extra: Fields, setting: Setting): Parameters {
  const members: Fields[] = [];
  const left: string[] = [];
  for (const [name, value] of Object.entries(extra)) {
    if (isAbsent(value) || ELSEWHERE.has(name)) continue;
    const written = OWN.has(name) ? { [name]: value } : READERS.get(name)?.(value, extra, setting);
    if (written === undefined) left.push(name);
    else members.push(written);
  }
  const { format, output_config: own, ...others }: Fields = Object.assign({}, ...members);
  const output = { ...(format !== undefined && { format }), ...(isRecord(own) && own) };
  return { members: others, output, left };
}

/** What the answer may take, where the client says it. `left`: it says so in no number. */
export function readLimit(extra: Fields): { readonly tokens?: number; readonly left: readonly string[] } {
  const name = ['max_completion_tokens', 'max_tokens'].find((each) => !isAbsent(extra[each]));
  if (name === undefined) return { left: [] };
  const tokens = extra[name];
  const isUsable = typeof tokens === 'number' && Number.isSafeInteger(tokens) && tokens > 0;
  return isUsable ? { tokens, left: [] } : { left: [name] };
}

/** Written by others. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'max_tokens',
  'max_completion_tokens',
  'thinking',
  'reasoning_effort',
  'reasoning',
]);

/** The wire's own, which pass as they stand. Some need a beta header, which stands in the settings. */
const OWN: ReadonlySet<string> = new Set([
  'cache_control',
  'compaction',
  'container',
  'context_management',
  'diagnostics',
  'fallbacks',
  'inference_geo',
  'mcp_servers',
  'speed',
]);

/** Undefined: there is no place for it. Empty: it says what holds anyway. */
type Reader = (value: unknown, extra: Fields, setting: Setting) => Fields | undefined;

const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['temperature', readTemperature],
  ['top_p', readTopP],
  ['top_k', readTopK],
  ['stop', (stop, { stop_sequences: own }) => (isAbsent(own) ? readStops(stop) : undefined)],
  ['stop_sequences', readStops],
  ['user', (user, { metadata, safety_identifier: safe }) => (isAbsent(metadata ?? safe) ? readUser(user) : {})],
  ['safety_identifier', (user, { metadata }) => (isAbsent(metadata) ? readUser(user) : {})],
  ['metadata', readMetadata],
  ['service_tier', readTier],
  ['response_format', readFormat],
  ['output_config', (config) => (isRecord(config) ? { output_config: config } : undefined)],
]);

function readTemperature(value: unknown, _: Fields, { family, isThinking }: Setting): Fields | undefined {
  if (typeof value !== 'number') return undefined;
  const temperature = Math.min(Math.max(value, 0), 1); // chat completions go to 2
  if (family.sampling !== 'none' && !isThinking) return { temperature };
  return temperature === 1 ? {} : undefined;
}

function readTopP(value: unknown, extra: Fields, { family, isThinking }: Setting): Fields | undefined {
  if (typeof value !== 'number') return undefined;
  const isTaken = !isThinking || (value >= LEAST_TOP_P && value <= 1);
  const isSecond = family.sampling === 'one' && !isThinking && typeof extra.temperature === 'number';
  if (family.sampling !== 'none' && isTaken && !isSecond) return { top_p: value };
  return value === 1 ? {} : undefined;
}

const LEAST_TOP_P = 0.95; // of a model that thinks

function readTopK(value: unknown, _: Fields, { family, isThinking }: Setting): Fields | undefined {
  return typeof value === 'number' && family.sampling !== 'none' && !isThinking ? { top_k: value } : undefined;
}

/** Blank ones are refused. */
function readStops(stop: unknown): Fields | undefined {
  const stops = (Array.isArray(stop) ? stop : [stop]).filter((each) => typeof each === 'string' && each.trim() !== '');
  return stops.length === 0 ? {} : { stop_sequences: stops };
}

/** Addresses and telephone numbers are refused. */
function readUser(user: unknown): Fields | undefined {
  if (typeof user !== 'string' || user === '' || user.length > MOST_USER) return undefined;
  const isPersonal = user.includes('@') || /^\+?[\d\s()-]{7,20}$/.test(user);
  return isPersonal ? undefined : { metadata: { user_id: user } };
}

const MOST_USER = 256;

/** Of chat completions' free members, only the one that this wire knows. */
function readMetadata(metadata: unknown): Fields | undefined {
  const user = isRecord(metadata) ? metadata.user_id : undefined;
  return typeof user === 'string' ? { metadata: { user_id: user } } : undefined;
}

function readTier(tier: unknown): Fields | undefined {
  if (tier === 'auto' || tier === 'standard_only') return { service_tier: tier };
  return tier === 'default' ? { service_tier: 'standard_only' } : undefined;
}

function readFormat(format: unknown, _: Fields, { family }: Setting): Fields | undefined {
  if (!isRecord(format)) return undefined;
  if (format.type === 'text') return {};
  const written = family.isBindable ? outputFormat(format) : undefined;
  return written && { format: written };
}
