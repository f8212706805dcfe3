import { tool } from '@langchain/core/tools';
import { expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import type { Tool } from '../core/index.ts';
import { defineTool } from './define.ts';
import { ToolManager } from './manager.ts';

test('defineTool types the arguments by the schema and returns the given object', () => {
  const schema = z.object({ n: z.number().default(1), word: z.string().transform(Number) });
  const definition = {
    name: 'a',
    description: 'd',
    schema,
    invoke: (args: { n: number; word: number }) => args.n,
  };
  expect(defineTool(definition)).toBe(definition);
  defineTool({
    name: 'b',
    description: 'd',
    schema,
    invoke: (args, { signal }) => {
      expectTypeOf(args).toEqualTypeOf<{ n: number; word: number }>();
      expectTypeOf(signal).toEqualTypeOf<AbortSignal>();
    },
  });
  defineTool({
    name: 'c',
    description: 'd',
    schema: { type: 'object' },
    invoke: (args) => expectTypeOf(args).toEqualTypeOf<Record<string, unknown>>(),
  });
});

test('The manager accepts LangChain tools and plain tools without casts, and rejects an incomplete tool', () => {
  const manager = new ToolManager();
  const langChain = tool(({ n }) => String(n), { name: 'x', description: 'd', schema: z.object({ n: z.number() }) });
  manager.add(langChain);
  manager.add([
    { name: 'y', description: 'd', schema: {}, invoke: ({ n }: { n: number }, _: { signal: AbortSignal }) => n },
  ]);
  expect(manager.all()).toHaveLength(2);
  // @ts-expect-error: no description
  const unfinished: Tool = { name: 'z', schema: {}, invoke: () => 1 };
  expect(() => manager.add(unfinished)).toThrow('Tool "z" has no description');
});
