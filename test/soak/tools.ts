/** The custom tools of the soak's gateway. */
import { setTimeout as sleep } from 'node:timers/promises';
import { cancelledReport, startedReport } from './question.ts';

const schema = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };

let serial = 0;

export const tools = [
  {
    name: 'serial',
    description: 'Returns a number that it never returns again.',
    schema: { type: 'object' },
    invoke: () => `serial ${++serial}`,
  },
  {
    name: 'stamp',
    description: 'Stamps a text.',
    schema,
    invoke: ({ text }: { readonly text: string }) => `stamped ${text}`,
  },
  {
    name: 'slow',
    description: 'Runs until it is cancelled.',
    schema,
    invoke: async ({ text }: { readonly text: string }, { signal }: { readonly signal: AbortSignal }) => {
      process.send?.(startedReport(text));
      await sleep(LONGEST_MS, undefined, { signal }).catch(() => process.send?.(cancelledReport(text)));
    },
  },
  {
    name: 'fail',
    description: 'Always fails.',
    schema,
    invoke: () => {
      throw new Error('out of paper');
    },
  },
];

/** Shorter than the time limit of tools, which would count as a cancellation, and longer than a client waits for one. */
const LONGEST_MS = 25_000;
