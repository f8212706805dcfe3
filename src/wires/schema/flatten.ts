import { isRecord } from '../../core/index.ts';
import type { Draft } from './draft.ts';
import { isSound } from './keywords.ts';
import { meet, settleMeeting } from './meet.ts';
import { nameOf } from './references.ts';
import { repair } from './repair.ts';
import type { Place, Run } from './run.ts';
import { cut, MOST_DEPTH, MOST_WORDS } from './words.ts';

/** What is drawn into the schema that it stands in. */
export interface Drawn {
  readonly references: boolean;
  readonly allOf: boolean;
}

/** Draws in what a schema refers to and what else must hold. Returns where its parts stand: further down the trail. */
export function flatten(draft: Draft, place: Place, run: Run, drawn: Drawn): Place {
  let inner = place;
  const parts = takeParts(draft, drawn);
  for (const [count, part] of parts.entries()) {
    if (count >= MOST_PARTS) {
      draft.note('allOf', 'reference' in part ? part.reference : part.schema);
      continue;
    }
    const schema = 'reference' in part ? follow(part.reference, inner, draft, run) : part.schema;
    if ('reference' in part && isRecord(schema)) inner = { ...inner, trail: [...inner.trail, schema] };
    const met = draftOf(schema, draft, run);
    if (met === undefined) continue;
    if (schema !== run.references.root) inner = foreignAt(met, inner);
    for (const further of takeParts(met, drawn)) parts.push(further);
    meet(draft, met);
  }
  settleMeeting(draft);
  return inner;
}

/** Within a schema that has an id of its own, local references mean the parts of that one. */
export function foreignAt(draft: Draft, place: Place): Place {
  const id = draft.get('$id');
  return typeof id === 'string' && !id.startsWith('#') ? { ...place, isForeign: true } : place;
}

type Part = { readonly schema: unknown } | { readonly reference: string };

/** More than these are said in words: each is compared with all that came before. */
const MOST_PARTS = 200;

function takeParts(draft: Draft, { references, allOf }: Drawn): Part[] {
  const reference = references ? draft.take('$ref') : undefined;
  const schemas = allOf ? draft.take('allOf') : undefined;
  return [
    ...(typeof reference === 'string' ? [{ reference }] : []),
    ...(Array.isArray(schemas) ? schemas.map((schema: unknown) => ({ schema })) : []),
  ];
}

function draftOf(schema: unknown, into: Draft, run: Run): Draft | undefined {
  if (schema === true || schema === undefined) return undefined;
  if (isRecord(schema)) {
    const draft = run.draft(schema);
    repair(draft);
    return draft;
  }
  into.say(schema === false ? 'Nothing is valid here.' : `(${into.quote(schema)})`);
  return undefined;
}

/** The target, or what is left of it where it would not end, not fit, or not be found. */
function follow(reference: string, { isForeign, trail }: Place, draft: Draft, run: Run): unknown {
  const target = isForeign ? undefined : run.references.follow(reference);
  if (target === undefined) {
    draft.say(`(as defined by ${cut(reference, MOST_WORDS)})`);
    return undefined;
  }
  const isEndless = trail.includes(target) || trail.length >= MOST_DEPTH;
  if (!isRecord(target) || (!isEndless && run.references.afford(target))) return target;
  draft.say(`(the same as ${nameOf(reference)})`);
  return isSound('type', target.type) ? { type: target.type } : undefined;
}
