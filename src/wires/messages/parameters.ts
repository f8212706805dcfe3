import { type Fields, isAbsent, isRecord, type ModelRequest, type Sampling } from '../../core/index.ts';
import type { AppliedParameters } from '../left-out.ts';
import { boundSchema } from './bound-schema.ts';
import type { Family } from './family.ts';
import { messagesMembers } from './fields.ts';

/** The facts that decide which parameters can be written. */
export interface Setting {
  readonly family: Family;
  /** True if the request turns reasoning on. */
  readonly isThinking: boolean;
}

export interface Parameters extends AppliedParameters {
  readonly members: Fields;
  /** Fields of `output_config`, such as effort and format. */
  readonly output: Fields;
}

/** Writes `Sampling` as Messages parameters, together with the client's own Messages fields. */
export function writeParameters(
  { sampling, extra }: Pick<ModelRequest, 'sampling' | 'extra'>,
  setting: Setting,
): Parameters {
  const own = extra?.messages ?? {};
  const members: Fields[] = [];
  const refused: string[] = [];
  const applied = new Set<keyof Sampling>();
  for (const [name, value] of Object.entries(own)) {
    if (isAbsent(value) || name === 'thinking' || !messagesMembers.has(name)) continue;
    const read = OWN_READERS.get(name);
    const written = read === undefined ? { [name]: value } : read(value);
    if (written === undefined) refused.push(name);
    else members.push(written);
  }
  for (const [member, write] of WRITERS) {
    const written = sampling[member] === undefined ? undefined : write(sampling, own, setting);
    if (written === undefined) continue;
    applied.add(member);
    members.push(written);
  }
  const { format, output_config: config, ...others }: Fields = Object.assign({}, ...members);
  const output = { ...(format !== undefined && { format }), ...(isRecord(config) && config) };
  return { members: others, output, applied, refused };
}

/** Returns the client's token limit for the answer, or undefined if it is missing or invalid. */
export function limitIn({ maxTokens }: Sampling): number | undefined {
  return maxTokens !== undefined && Number.isSafeInteger(maxTokens) && maxTokens > 0 ? maxTokens : undefined;
}

/**
 * Readers for Messages fields that cannot be passed on unchanged. Some other fields need a beta header, which the
 * settings must add.
 */
const OWN_READERS: ReadonlyMap<string, (value: unknown) => Fields | undefined> = new Map([
  ['stop_sequences', (stops) => writeStops(Array.isArray(stops) ? stops : [stops])],
  ['metadata', readMetadata],
  ['service_tier', readTier],
  ['output_config', (config) => (isRecord(config) ? { output_config: config } : undefined)],
]);

/** Returns undefined if the parameter cannot be written, and an empty object if it is already the default. */
type Writer = (sampling: Sampling, own: Fields, setting: Setting) => Fields | undefined;

const WRITERS: readonly (readonly [keyof Sampling, Writer])[] = [
  ['temperature', writeTemperature],
  ['topP', writeTopP],
  ['topK', writeTopK],
  ['stop', ({ stop = [] }, { stop_sequences: own }) => (isAbsent(own) ? writeStops(stop) : undefined)],
  ['user', ({ user = '' }, { metadata }) => (isAbsent(metadata) ? writeUser(user) : {})],
  ['responseFormat', writeFormat],
];

function writeTemperature({ temperature: given = 1 }: Sampling, _: Fields, { family, isThinking }: Setting) {
  const temperature = Math.min(Math.max(given, 0), 1); // Other protocols allow values up to 2.
  if (family.sampling !== 'none' && !isThinking) return { temperature };
  return temperature === 1 ? {} : undefined;
}

function writeTopP({ topP = 1, temperature }: Sampling, _: Fields, { family, isThinking }: Setting) {
  const isTaken = !isThinking || (topP >= LEAST_TOP_P && topP <= 1);
  const isSecond = family.sampling === 'one' && !isThinking && temperature !== undefined;
  if (family.sampling !== 'none' && isTaken && !isSecond) return { top_p: topP };
  return topP === 1 ? {} : undefined;
}

const LEAST_TOP_P = 0.95; // The smallest top_p that is accepted while reasoning is on.

function writeTopK({ topK }: Sampling, _: Fields, { family, isThinking }: Setting) {
  return family.sampling !== 'none' && !isThinking ? { top_k: topK } : undefined;
}

/** Writes stop sequences without blank ones, which the API refuses. */
function writeStops(stop: readonly unknown[]): Fields {
  const stops = stop.filter((each) => typeof each === 'string' && each.trim() !== '');
  return stops.length === 0 ? {} : { stop_sequences: stops };
}

/** Writes the user id. The API refuses email addresses and phone numbers. */
function writeUser(user: string): Fields | undefined {
  if (user === '' || user.length > MOST_USER) return undefined;
  const isPersonal = user.includes('@') || /^\+?[\d\s()-]{7,20}$/.test(user);
  return isPersonal ? undefined : { metadata: { user_id: user } };
}

const MOST_USER = 256;

/** Reads `metadata`. Other protocols allow any fields there; the Messages API has only `user_id`. */
function readMetadata(metadata: unknown): Fields | undefined {
  const user = isRecord(metadata) ? metadata.user_id : undefined;
  return typeof user === 'string' ? { metadata: { user_id: user } } : undefined;
}

function readTier(tier: unknown): Fields | undefined {
  if (tier === 'auto' || tier === 'standard_only') return { service_tier: tier };
  return tier === 'default' ? { service_tier: 'standard_only' } : undefined;
}

function writeFormat({ responseFormat: format }: Sampling, _: Fields, { family }: Setting): Fields | undefined {
  if (format?.kind === 'text') return {};
  const schema = format?.kind === 'schema' && family.isBindable ? boundSchema(format.schema) : undefined;
  return schema && { format: { type: 'json_schema', schema } };
}
