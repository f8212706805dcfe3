import { type Fields, isAbsent, isRecord, type ModelRequest, type Sampling } from '../../core/index.ts';
import type { Heed } from '../left-out.ts';
import { boundSchema } from './bound-schema.ts';
import type { Family } from './family.ts';
import { messagesMembers } from './members.ts';

/** What bears on the members of a request. */
export interface Setting {
  readonly family: Family;
  /** The request asks for thoughts. */
  readonly isThinking: boolean;
}

export interface Parameters extends Heed {
  readonly members: Fields;
  /** What the answer is to be like: its effort, its format. */
  readonly output: Fields;
}

/** Sampling in this wire's words, and the members of a request that are this wire's own. */
export function writeParameters(
  { sampling, extra }: Pick<ModelRequest, 'sampling' | 'extra'>,
  setting: Setting,
): Parameters {
  const own = extra?.messages ?? {};
  const members: Fields[] = [];
  const refused: string[] = [];
  const heeded = new Set<keyof Sampling>();
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
    heeded.add(member);
    members.push(written);
  }
  const { format, output_config: config, ...others }: Fields = Object.assign({}, ...members);
  const output = { ...(format !== undefined && { format }), ...(isRecord(config) && config) };
  return { members: others, output, heeded, refused };
}

/** How many tokens the answer may take, if the client's number is usable. */
export function limitIn({ maxTokens }: Sampling): number | undefined {
  return maxTokens !== undefined && Number.isSafeInteger(maxTokens) && maxTokens > 0 ? maxTokens : undefined;
}

/** Own members that do not pass as they stand. Some of the others need a beta header, which stands in the settings. */
const OWN_READERS: ReadonlyMap<string, (value: unknown) => Fields | undefined> = new Map([
  ['stop_sequences', (stops) => writeStops(Array.isArray(stops) ? stops : [stops])],
  ['metadata', readMetadata],
  ['service_tier', readTier],
  ['output_config', (config) => (isRecord(config) ? { output_config: config } : undefined)],
]);

/** Undefined: there is no place for it. Empty: it says what holds anyway. */
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
  const temperature = Math.min(Math.max(given, 0), 1); // other wires go to 2
  if (family.sampling !== 'none' && !isThinking) return { temperature };
  return temperature === 1 ? {} : undefined;
}

function writeTopP({ topP = 1, temperature }: Sampling, _: Fields, { family, isThinking }: Setting) {
  const isTaken = !isThinking || (topP >= LEAST_TOP_P && topP <= 1);
  const isSecond = family.sampling === 'one' && !isThinking && temperature !== undefined;
  if (family.sampling !== 'none' && isTaken && !isSecond) return { top_p: topP };
  return topP === 1 ? {} : undefined;
}

const LEAST_TOP_P = 0.95; // of a model that thinks

function writeTopK({ topK }: Sampling, _: Fields, { family, isThinking }: Setting) {
  return family.sampling !== 'none' && !isThinking ? { top_k: topK } : undefined;
}

/** Blank ones are refused. */
function writeStops(stop: readonly unknown[]): Fields {
  const stops = stop.filter((each) => typeof each === 'string' && each.trim() !== '');
  return stops.length === 0 ? {} : { stop_sequences: stops };
}

/** Addresses and telephone numbers are refused. */
function writeUser(user: string): Fields | undefined {
  if (user === '' || user.length > MOST_USER) return undefined;
  const isPersonal = user.includes('@') || /^\+?[\d\s()-]{7,20}$/.test(user);
  return isPersonal ? undefined : { metadata: { user_id: user } };
}

const MOST_USER = 256;

/** Other wires allow any members here; this one knows one of them. */
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
