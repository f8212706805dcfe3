import { z } from 'zod';
import { settingsSchema } from './schema.ts';

/** The JSON Schema of a setting: its type, range, allowed values, example and default. */
export type Outline = z.core.JSONSchema.BaseSchema;

export type Path = readonly (string | number)[];

/** The JSON Schema of the settings as a user writes them. Flags, variables, secrets and fixes are derived from it. */
export const outline: Outline = z.toJSONSchema(settingsSchema, {
  io: 'input',
  target: 'draft-07', // the draft that editors support
  override: ({ zodSchema, jsonSchema }) => {
    const examples = z.globalRegistry.get(zodSchema)?.examples;
    if (Array.isArray(examples)) jsonSchema.examples = examples; // zod omits them if a transform follows
    if (jsonSchema.writeOnly === true && Number(jsonSchema.minLength) > 1) {
      jsonSchema.pattern = `^(env:|.{${jsonSchema.minLength}})`; // `env:NAME` may be shorter than the secret
      delete jsonSchema.minLength;
    }
    if (JSON.stringify(jsonSchema.propertyNames) === '{"type":"string"}') delete jsonSchema.propertyNames; // no restriction
  },
});

/** Returns the outline of the value at a path, or undefined if the schema has nothing at that path. */
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

/** True if a value of this outline may be or contain a secret. */
export function holdsSecret(at: Outline): boolean {
  if (at.writeOnly === true) return true;
  const inside = [at.items, at.additionalProperties, ...Object.values(at.properties ?? {})];
  return inside.map(asOutline).some((member) => member !== undefined && holdsSecret(member));
}

/** True if the setting contains a secret anywhere. Any of its values may then be one, such as `"args": "--token …"`. */
export function mayBeSecret([setting = '']: Path): boolean {
  const whole = outlineAt([setting]);
  return whole === undefined || holdsSecret(whole);
}

/** Returns the allowed values, if they are few enough to be listed in a message. */
export function fewWords(at: Outline): readonly string[] | undefined {
  return at.enum !== undefined && at.enum.length <= MOST_WORDS ? at.enum.map(String) : undefined;
}

const MOST_WORDS = 12;

function asOutline(member: unknown): Outline | undefined {
  return typeof member === 'object' && member !== null ? (member as Outline) : undefined;
}
