import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Fields, GatewayTool } from '../core/index.ts';
import { shownTool } from './gateway-tools.ts';
import { planTools } from './plan.ts';
import { withUsedDefinitions } from './used-definitions.ts';

const text = { type: 'string' };
const to = (name: string, keyword = '$defs') => ({ $ref: `#/${keyword}/${name}` });
const object = (properties: Fields, more: Fields = {}): Fields => ({ type: 'object', properties, ...more });

describe('definitions that no reference reaches', () => {
  test('A schema loses the definitions that nothing refers to, and keeps those that used definitions refer to', () => {
    const schema = object(
      { parent: to('Page') },
      { $defs: { Page: object({ icon: to('Icon') }), Icon: text, Unused: to('Other'), Other: to('Unused') } },
    );
    const shown = withUsedDefinitions(schema);
    expect(shown).toEqual(
      object({ parent: to('Page') }, { $defs: { Page: object({ icon: to('Icon') }), Icon: text } }),
    );
    expect(Object.keys(schema.$defs as object)).toHaveLength(4);
  });

  test('A keyword whose definitions are all unused is removed, and the order of the others stays', () => {
    const schema = {
      type: 'object',
      definitions: { a: text },
      properties: { x: to('b') },
      $defs: { b: text },
      required: [],
    };
    expect(JSON.stringify(withUsedDefinitions(schema))).toBe(
      JSON.stringify({ type: 'object', properties: { x: to('b') }, $defs: { b: text }, required: [] }),
    );
  });

  test.each<[string, Fields, string[]]>([
    ['a pointer into a definition', { $ref: '#/$defs/a/properties/x' }, ['a']],
    ['an escaped and encoded name', { $ref: '#/$defs/a~1b%20c' }, ['a/b c']],
    ['an encoded keyword', { $ref: '#/%24defs/a' }, ['a']],
    ['a discriminator with an encoded keyword', { discriminator: { mapping: { x: '#/%24defs/a' } } }, ['a']],
    ['an anchor', { $ref: '#leaf' }, ['anchored']],
    ['a dynamic reference', { $dynamicRef: '#leaf' }, ['anchored']],
    ['the root', { $ref: '#' }, []],
    ['a part outside of the definitions', { $ref: '#/properties/other' }, []],
    ['a discriminator', { discriminator: { mapping: { x: '#/$defs/a' } } }, ['a']],
    ['a parameter named like a keyword', { properties: { default: to('a'), $ref: to('b') } }, ['a', 'b']],
  ])('The target of %s is kept', (_, part, kept) => {
    const $defs = {
      a: object({ x: text }),
      b: text,
      'a/b c': text,
      anchored: { items: { $anchor: 'leaf' } },
      unused: text,
    };
    const shown = withUsedDefinitions(object({ one: part, other: text }, { $defs }));
    expect(Object.keys((shown.$defs ?? {}) as object)).toEqual(kept);
  });

  test.each<[string, Fields]>([
    ['another document', { $ref: 'https://example.invalid/a.json' }],
    ['an unknown anchor', { $ref: '#nowhere' }],
    ['a missing definition', to('missing')],
    ['all definitions', { $ref: '#/$defs' }],
    ['malformed encoding', { $ref: '#/$defs/%E0%A4%A' }],
    ['a part with an address of its own', { $id: 'https://example.invalid/b', $ref: '#/$defs/a' }],
  ])('With a reference to %s, the schema keeps all its definitions', (_, part) => {
    const schema = object({ one: part }, { $defs: { a: text, unused: text } });
    expect(withUsedDefinitions(schema)).toBe(schema);
  });

  test('A schema without unused definitions is returned unchanged, and so is one whose definitions are not an object', () => {
    for (const more of [{}, { $defs: null }, { definitions: [1] }, { $defs: {} }]) {
      const schema = object({ a: text }, more);
      expect(withUsedDefinitions(schema)).toBe(schema);
    }
    const used = object({ a: to('x') }, { $defs: { x: text } });
    expect(withUsedDefinitions(used)).toBe(used);
  });

  test('For any graph of references, exactly the definitions that the parameters reach are kept', () => {
    const names = ['a', 'b', 'c', 'd', '__proto__', 'constructor'];
    const refs = fc.subarray(names);
    fc.assert(
      fc.property(refs, fc.array(refs, { minLength: 6, maxLength: 6 }), (start, graph) => {
        const $defs = Object.fromEntries(
          names.map((name, at) => [name, { anyOf: (graph[at] ?? []).map((each) => to(each)) }]),
        );
        const shown = withUsedDefinitions(object({ x: { anyOf: start.map((each) => to(each)) } }, { $defs }));
        const reached = new Set(start);
        for (const name of reached) for (const next of graph[names.indexOf(name)] ?? []) reached.add(next);
        expect(Object.keys((shown.$defs ?? {}) as object).toSorted()).toEqual([...reached].toSorted());
      }),
    );
  });

  test('A schema with fifty thousand definitions takes linear time, and nesting does not exhaust the stack', () => {
    const count = 50_000;
    const $defs = Object.fromEntries(Array.from({ length: count }, (_, n) => [`d${n}`, { items: to(`d${n + 2}`) }]));
    const schema = object({ x: to('d1') }, { $defs: { ...$defs, [`d${count}`]: text, [`d${count + 1}`]: text } });
    const startedAt = performance.now();
    expect(Object.keys(withUsedDefinitions(schema).$defs as object)).toHaveLength(count / 2 + 1);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    let deep: Fields = to('d1');
    for (let level = 0; level < 100_000; level++) deep = { not: deep };
    expect(
      Object.keys(withUsedDefinitions(object({ deep }, { $defs: { d1: text, d2: text } })).$defs as object),
    ).toEqual(['d1']);
  });
});

describe('the tools that a model sees', () => {
  const parameters = object({ page: to('Page') }, { $defs: { Page: text, Block: text } });
  const used = object({ page: to('Page') }, { $defs: { Page: text } });

  test('A gateway tool is shown without its unused definitions, and its listing keeps them', () => {
    const tool: GatewayTool = { name: 'notes::create', wireName: 'notes__create', description: 'd', parameters };
    expect(shownTool(tool).parameters).toEqual(used);
    expect(tool.parameters).toBe(parameters);
  });

  test('A client tool is shown without its unused definitions', () => {
    const tools = [{ name: 'create', description: 'd', schema: parameters }];
    const plan = planTools({
      requested: { kind: 'listed', tools, mixed: false },
      mixed: false,
      absent: 'gateway',
      isFollowUp: false,
      gateway: [],
    });
    expect(plan.visible.map((tool) => tool.parameters)).toEqual([used]);
  });
});
