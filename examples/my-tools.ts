import { z } from 'zod';

/**
 * Two custom tools. To load them, add this file to toolpath.json: "tools": ["./my-tools.ts"].
 * A tool is { name, description, schema, invoke }. You can also export the tools that LangChain's `tool()` returns.
 */
export const tools = [
  {
    name: 'roll_dice',
    description: 'Rolls dice and returns each throw and the sum.',
    schema: z.object({ count: z.number().int().min(1).max(100).default(1), sides: z.number().int().min(2).default(6) }),
    invoke({ count, sides }: { count: number; sides: number }) {
      const throws = Array.from({ length: count }, () => 1 + Math.floor(Math.random() * sides));
      return { throws, sum: throws.reduce((sum, each) => sum + each, 0) };
    },
  },
  {
    name: 'fetch_page',
    description: 'Fetches a web page and returns the beginning of its text.',
    schema: { type: 'object', properties: { url: { type: 'string', format: 'uri' } }, required: ['url'] },
    // The signal aborts at the time limit and when the caller cancels. Pass it on so that the download stops as well.
    async invoke({ url }: { url: string }, { signal }: { signal: AbortSignal }) {
      const response = await fetch(url, { signal });
      return (await response.text()).slice(0, 5_000);
    },
  },
];
