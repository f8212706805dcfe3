import type { Definition } from './definitions.ts';
import type { Id, Received, Wire } from './wire.ts';
import { write } from './wire.ts';

/** A received tool call. */
export interface Called {
  readonly id: Id;
  readonly args: Readonly<Record<string, unknown>>;
  readonly served: Served;
  readonly progressToken: number | string | undefined;
}

export interface Served {
  readonly wire: Wire;
  /** The tool definitions that tools/list returns. */
  readonly listed: Definition[];
  /** Ids of the requests for which a cancellation arrived. */
  readonly cancelled: unknown[];
  /** Number of pings that arrived. */
  pings: number;
  /** Callbacks for the responses to the server's own requests, by request id. */
  readonly asked: Map<Id, (answer: Received) => void>;
}

export interface ServedTool {
  readonly description: string;
  readonly inputSchema?: object;
  readonly outputSchema?: object;
  readonly annotations?: object;
  readonly answer: (called: Called) => void;
}

export const tools: Readonly<Record<string, ServedTool>> = {
  echo: {
    description: 'Answers with its arguments, as JSON.',
    annotations: { readOnlyHint: true },
    answer: ({ id, args, served }) => served.wire.answer(id, text(JSON.stringify(args))),
  },
  huge: {
    description: 'Answers in one line of the given number of bytes (100 MB by default), with the id first or last.',
    inputSchema: { type: 'object', properties: { bytes: { type: 'integer' }, idLast: { type: 'boolean' } } },
    answer: ({ id, args }) => void huge(id, Number(args.bytes ?? 100 * 1024 * 1024), args.idLast === true),
  },
  die: {
    description: 'Ends the server without an answer, with code 3 or by the given signal.',
    inputSchema: { type: 'object', properties: { signal: { type: 'string' } } },
    answer: ({ args }) => (typeof args.signal === 'string' ? process.kill(process.pid, args.signal) : process.exit(3)),
  },
  last_words: {
    description:
      'Writes the given number of junk lines, answers (on request without a line end) and at once exits with code 4.',
    inputSchema: { type: 'object', properties: { junkLines: { type: 'integer' }, unended: { type: 'boolean' } } },
    answer: ({ id, args }) => {
      const junk = 'x\n'.repeat(Number(args.junkLines ?? 0));
      const answer = JSON.stringify({ jsonrpc: '2.0', id, result: text('last words') });
      process.stdout.write(`${junk}${answer}${args.unended === true ? '' : '\n'}`, () => process.exit(4));
    },
  },
  late: {
    description:
      'Answers after the given number of milliseconds, even if the call was cancelled. On request it blocks the server meanwhile.',
    inputSchema: { type: 'object', properties: { ms: { type: 'integer' }, isBlocking: { type: 'boolean' } } },
    answer: ({ id, args, served }) => {
      const ms = Number(args.ms ?? 0);
      if (args.isBlocking === true) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
      setTimeout(() => served.wire.answer(id, text('late')), args.isBlocking === true ? 0 : ms);
    },
  },
  never: {
    description: 'Never answers.',
    answer: () => {},
  },
  twice: {
    description: 'Answers twice.',
    answer: ({ id, served }) => {
      served.wire.answer(id, text('first'));
      served.wire.answer(id, text('second'));
    },
  },
  other_id: {
    description: 'Answers two requests that do not exist, then this one.',
    answer: ({ id, served }) => {
      served.wire.answer(1_000_000, text('for another'));
      served.wire.answer('no-number', text('for another'));
      served.wire.answer(id, text('for you'));
    },
  },
  change: {
    description: 'Adds a tool with the given name to the list and sends a change notification.',
    inputSchema: { type: 'object', properties: { name: { type: 'string' } } },
    answer: ({ id, args, served }) => {
      const name = String(args.name ?? 'added');
      served.listed.push({ name, description: 'Was added.', inputSchema: { type: 'object' } });
      served.wire.send({ method: 'notifications/tools/list_changed' });
      served.wire.answer(id, text(`added ${name}`));
    },
  },
  slow: {
    description: 'Takes the given number of milliseconds and reports progress in the given number of steps.',
    inputSchema: { type: 'object', properties: { ms: { type: 'integer' }, steps: { type: 'integer' } } },
    answer: (called) => slow(called, Number(called.args.ms ?? 100), Number(called.args.steps ?? 4)),
  },
  ask: {
    description: 'Asks the user for a name and answers with the response.',
    answer: ({ id, served }) => {
      const askId = `ask-${served.asked.size}`;
      served.asked.set(askId, ({ result, error }) => served.wire.answer(id, text(JSON.stringify(result ?? error))));
      served.wire.send({ id: askId, method: 'elicitation/create', params: question });
    },
  },
  cancelled: {
    description: 'Answers with the ids of the requests for which a cancellation arrived.',
    answer: ({ id, served }) => served.wire.answer(id, text(JSON.stringify(served.cancelled))),
  },
  env: {
    description: 'Answers with the names of its environment variables.',
    answer: ({ id, served }) => served.wire.answer(id, text(JSON.stringify(Object.keys(process.env).toSorted()))),
  },
  process: {
    description:
      'Answers with its pid and the folder it runs in, and on request with the number of pings that arrived.',
    inputSchema: { type: 'object', properties: { withPings: { type: 'boolean' } } },
    answer: ({ id, args, served: { wire, pings } }) => {
      const counted = args.withPings === true ? { pings } : {};
      wire.answer(id, text(JSON.stringify({ pid: process.pid, cwd: process.cwd(), ...counted })));
    },
  },
  say: {
    description: 'Writes the given words to stderr as one line.',
    answer: ({ id, args, served }) =>
      void process.stderr.write(`${String(args.words)}\n`, () => served.wire.answer(id, text('said'))),
  },
  complain: {
    description: 'Rejects its arguments with an error result.',
    answer: ({ id, served }) => served.wire.answer(id, { ...text('Error: deviceName is required'), isError: true }),
  },
  refuse: {
    description: 'Rejects its arguments with a JSON-RPC error.',
    answer: ({ id, served }) => served.wire.refuse(id, -32_602, 'Invalid arguments: level must be at most 100'),
  },
  structured: {
    description: 'Answers with structured content.',
    outputSchema: { type: 'object', properties: { degrees: { type: 'number' } }, required: ['degrees'] },
    answer: ({ id, served }) => served.wire.answer(id, { ...text('21.5'), structuredContent: { degrees: 21.5 } }),
  },
  sloppy: {
    description: 'Answers with a field that JSON-RPC does not define and an error that is null.',
    answer: ({ id, served }) => served.wire.send({ id, result: text('sloppy'), error: null, took: 3 }),
  },
  not_json: {
    description: 'Answers with NaN, as Python writes it.',
    answer: ({ id }) => write(`{"jsonrpc": "2.0", "id": ${JSON.stringify(id)}, "result": {"content": NaN}}\n`),
  },
  deep: {
    description: 'Answers with a million brackets.',
    answer: ({ id }) => {
      const tower = `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`;
      write(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"content":[],"_meta":{"a":${tower}}}}\n`);
    },
  },
};

export function text(words: string): object {
  return { content: [{ type: 'text', text: words }] };
}

const question = {
  message: 'What is your name?',
  requestedSchema: { type: 'object', properties: { name: { type: 'string', default: 'Ada' } }, required: ['name'] },
};

/** Writes the line in pieces, each after the previous one was accepted, so that the complete line is never in memory. */
async function huge(id: Id, bytes: number, idLast: boolean): Promise<void> {
  const name = `"jsonrpc":"2.0","id":${JSON.stringify(id)}`;
  const [start, end] = idLast
    ? ['{"result":{"content":[{"type":"text","text":"', `"}]},${name}}\n`]
    : [`{${name},"result":{"content":[{"type":"text","text":"`, '"}]}}\n'];
  const piece = Buffer.alloc(1024 * 1024, 'x');
  const put = (part: Buffer | string) => new Promise<void>((resolve) => process.stdout.write(part, () => resolve()));
  await put(start);
  for (let left = bytes - start.length - end.length + 1; left > 0; left -= piece.length) {
    await put(piece.subarray(0, left));
  }
  await put(end);
}

function slow({ id, served, progressToken }: Called, ms: number, steps: number): void {
  let step = 0;
  const timer = setInterval(() => {
    step++;
    const progress = { progressToken, progress: step, total: steps, message: `step ${step}` };
    if (progressToken !== undefined) served.wire.send({ method: 'notifications/progress', params: progress });
    if (step < steps) return;
    clearInterval(timer);
    served.wire.answer(id, text('done'));
  }, ms / steps);
}
