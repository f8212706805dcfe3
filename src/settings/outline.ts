import { z } from 'zod';
import { settingsSchema } from './schema.ts';

/** The JSON Schema of a setting: its type, range, words, example and default, in a form that can be walked. */
export type Outline = z.core.JSONSchema.BaseSchema;

export type Path = readonly (string | number)[];

/** The settings as a user writes them. Flags, variables, secrets and fixes are derived from it, so none can be forgotten. */
export const outline: Outline = z.toJSONSchema(settingsSchema, {
  io: 'input',
  target: 'draft-07', // editors support it
  override: ({ zodSchema, jsonSchema }) => {
    const examples = z.globalRegistry.get(zodSchema)?.examples;
    if (Array.isArray(examples)) jsonSchema.examples = examples; // zod leaves them out where a transform follows
    if (jsonSchema.writeOnly === true && Number(jsonSchema.minLength) > 1) {
      jsonSchema.pattern = `^(env:|.{${jsonSchema.minLength}})`; // the name may be shorter than the secret
      delete jsonSchema.minLength;
    }
    if (JSON.stringify(jsonSchema.propertyNames) === '{"type":"string"}') delete jsonSchema.propertyNames; // says nothing
  },
});

/** The outline of the value at a path; undefined where no value may stand. */
export function outlineAt(path: Path): Outline | undefined {
  let at: Outline | undefined = outline;
  for (const segment of path) at = at === undefined ? undefined : memberOf(at, segment);
  return at;
}

export function memberOf(parent: Outline, segment: string | number): Outline | undefined {
  const forms = [parent, ...(parent.anyOf ?? [])].map(asOutline);
  return forms.map((form) => ownMemberOf(form, segment)).find((member) => member !== undefined);
}

function ownMemberOf(form: Outline | undefined, segment: string | number): Outline | undefined {
  if (typeof segment === 'number') return asOutline(form?.items);
  const { properties = {}, additionalProperties } = form ?? {};
  return asOutline(Object.hasOwn(properties, segment) ? properties[segment] : additionalProperties);
}

/** Whether a value here may be a secret or hold one. */
export function holdsSecret(at: Outline): boolean {
  if (at.writeOnly === true) return true;
  const inside = [at.items, at.additionalProperties, ...Object.values(at.properties ?? {})];
  return inside.map(asOutline).some((member) => member !== undefined && holdsSecret(member));
}

/** Beside a secret any value may be one, written in the wrong place: `"args": "--token …"`. */
export function mayBeSecret([setting = '']: Path): boolean {
  const whole = outlineAt([setting]);
  return whole === undefined || holdsSecret(whole);
}

/** The only words that are accepted here, if they are few enough to be listed. */
export function fewWords(at: Outline): readonly string[] | undefined {
  return at.enum !== undefined && at.enum.length <= MOST_WORDS ? at.enum.map(String) : undefined;
}

const MOST_WORDS = 12;

function asOutline(member: unknown): Outline | undefined {
  return typeof member === 'object' && member !== null ? (member as Outline) : undefined;
}
