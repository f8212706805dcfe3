import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { proves } from '../../test/requirements.ts';
import { repairObjectSchema } from './schema-repair.ts';

function mended(given: unknown): object {
  const repaired = repairObjectSchema(given);
  if (!repaired.ok) throw new Error(repaired.reason);
  return repaired.schema;
}

function notesOn(given: unknown): readonly string[] {
  const repaired = repairObjectSchema(given);
  return repaired.ok ? repaired.notes : [repaired.reason];
}

const object = { type: 'object' };

describe('A malformed schema', () => {
  test.for([
    ['"required": null', { ...object, required: null }, object],
    ['"required": {}', { ...object, required: {} }, object],
    ['"properties": null', { ...object, properties: null }, object],
    ['"properties": []', { ...object, properties: [] }, { ...object, properties: {} }],
    ['"type": null', { type: null, properties: {} }, { ...object, properties: {} }],
    ['no type', { properties: {} }, { ...object, properties: {} }],
    ['"type": "OBJECT"', { type: 'OBJECT', properties: { a: { type: 'STRING' } } }, of({ a: { type: 'string' } })],
    [
      '"type": ["OBJECT"]',
      { type: ['OBJECT'], properties: { a: { type: ['String', 'NULL'] } } },
      of({ a: { type: ['string', 'null'] } }),
    ],
    [
      '"type": "any"',
      { type: 'any', properties: { a: { type: 'any' }, b: { type: ['Any', 'null'] } } },
      of({ a: {}, b: {} }),
    ],
    ['"type": ["object", "null"]', { type: ['object', 'null'] }, object],
    ['"additionalProperties": null', { ...object, additionalProperties: null }, object],
    ['"additionalProperties": []', { ...object, additionalProperties: [] }, { ...object, additionalProperties: {} }],
    ['"$defs": []', { ...object, $defs: [] }, { ...object, $defs: {} }],
    ['"anyOf": []', { ...object, anyOf: [], allOf: null }, object],
    ['"enum": []', of({ a: { type: 'string', enum: [] } }), of({ a: { type: 'string' } })],
    ['"description": null', { ...object, description: null, title: null }, object],
    ['no schema', undefined, object],
    ['null instead of a schema', null, object],
    ['[] instead of a schema', [], object],
  ] as const)('%s has only one meaning and is repaired', ([, given, meant]) => {
    expect(mended(given)).toEqual(meant);
  });

  test('Parameters are repaired at every depth, and values that may be null are kept', () => {
    const inner = { type: 'object', properties: { enum: { enum: null, default: null } }, required: null };
    const given = {
      ...object,
      properties: { a: null, b: [], c: { type: 'array', items: inner }, required: { const: null } },
    };
    const repaired = { type: 'object', properties: { enum: { default: null } } };
    expect(mended(given)).toEqual(
      of({ a: {}, b: {}, c: { type: 'array', items: repaired }, required: { const: null } }),
    );
    expect(mended({ ...object, anyOf: [{ required: null }, { properties: [] }] })).toEqual({
      ...object,
      anyOf: [{}, { properties: {} }],
    });
  });

  test('A property with "required": true is listed in the "required" of its object', () => {
    const given = { ...of({ a: { type: 'string', required: true }, b: { required: false }, c: {} }), required: ['c'] };
    expect(mended(given)).toEqual({ ...of({ a: { type: 'string' }, b: {}, c: {} }), required: ['c', 'a'] });
  });

  test('A note says which value was repaired, and a long list of notes is cut', () => {
    expect(notesOn({ ...object, required: null, properties: { a: { enum: null } } })).toEqual([
      '"required" was null',
      '"properties.a.enum" was null',
    ]);
    expect(notesOn(undefined)).toEqual(['it was missing']);
    expect(notesOn(of({ a: { type: 'any' } }))).toEqual(['"properties.a.type" was "any"']);
    expect(notesOn({ ...object, $schema: ['x'.repeat(1_000)] })).toEqual([
      expect.stringMatching(/^"\$schema" was \["x{70,90}…$/),
    ]);
    expect(notesOn(of(Object.fromEntries('abcdefgh'.split('').map((name) => [name, null]))))).toHaveLength(3);
  });

  test('A schema with a value that has no obvious meaning is refused with its place', () => {
    expect(notesOn({ type: 'string' })).toEqual(['does not describe an object']);
    expect(notesOn('object')).toEqual(['is not an object']);
    expect(notesOn({ ...object, required: [7] })).toEqual(['is not usable: "required" is not a list of names']);
    expect(notesOn(of({ a: { properties: [{ name: 'x' }] } }))).toEqual([
      'is not usable: "properties.a.properties" is not an object',
    ]);
  });
});

proves('L10', 'A valid schema stays as it is, whatever its properties are called', () => {
  const names = fc.constantFrom('required', 'properties', 'type', '__proto__', 'constructor', 'enum', 'a');
  const leaf = fc.constantFrom({}, { type: 'string' }, { enum: [null, 1] }, { default: null }, true, {
    $ref: '#/$defs/a',
  });
  const schema = fc.letrec((tie) => ({
    any: fc.oneof({ depthSize: 'small' }, leaf, tie('object'), fc.record({ anyOf: fc.tuple(tie('any')) })),
    object: fc.record({
      type: fc.constant('object'),
      properties: fc.dictionary(names, tie('any')),
      required: fc.subarray(['required', 'a']),
    }),
  }));
  fc.assert(
    fc.property(schema.object, (given) => {
      expect(repairObjectSchema(given)).toEqual({ ok: true, schema: given, notes: [] });
    }),
  );
});

function of(properties: object): object {
  return { ...object, properties };
}
