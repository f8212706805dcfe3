import { getEventListeners } from 'node:events';
import type { Call } from '../src/core/index.ts';
import { ToolExecutor, ToolManager } from '../src/tools/index.ts';
import { countingLog } from './counting-log.ts';
import { type Memory, memoryHeld, timeOnce } from './measure.ts';
import { jsonSchema, plainTool, rightArguments, wrongArguments } from './no-op-tool.ts';
import { digits, megabytes, printNotes, printTable, printTitle, whole } from './print.ts';

const CALLS = 1_000_000;
const STOPS = 4;
const FLAT_BYTES = 1024 * 1024; // one pointer leaked per call would take six times as much

export interface Keeping {
  /** Heap growth from the first stop to the last. Growth before the first stop is V8 warming up, not a leak. */
  readonly grownBytes: number;
  readonly timers: number;
  readonly listeners: number;
  readonly isFlat: boolean;
}

/** Measures the memory, timers and listeners that a million calls leave behind. */
export async function callAMillionTimes(): Promise<Keeping> {
  const log = countingLog();
  const executor = new ToolExecutor(twoTools(), { log: log.log });
  const caller = new AbortController();
  const held: Memory[] = [await memoryHeld()];
  let failures = 0;
  let ms = 0;
  for (let from = 0; from < CALLS; from += CALLS / STOPS) {
    ms += await timeOnce(async () => {
      for (let place = from; place < from + CALLS / STOPS; place++) {
        const outcome = await executor.execute(callAt(place), caller.signal);
        if (outcome.status === 'error') failures++;
      }
    });
    held.push(await memoryHeld());
  }
  const timers = process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  const listeners = getEventListeners(caller.signal, 'abort').length;
  const heaps = held.slice(1).map(({ heapBytes }) => heapBytes);
  const grownBytes = (heaps.at(-1) ?? Number.NaN) - (heaps[0] ?? Number.NaN);
  const isFlat = Math.max(...heaps) - Math.min(...heaps) < FLAT_BYTES && timers === 0 && listeners === 0;

  printTitle('A million calls through one executor');
  printTable(
    ['calls', 'heap held', 'rss'],
    held.map(({ heapBytes, rssBytes }, stop) => [
      whole((stop * CALLS) / STOPS),
      megabytes(heapBytes),
      megabytes(rssBytes),
    ]),
  );
  printNotes(
    `Each call has its own id and arguments; all share one caller’s AbortSignal, and all are logged (${whole(log.lines())} lines). ${whole(failures)} calls fail on purpose: wrong arguments, an unknown tool, a tool that throws. A call takes ${digits((ms * 1000) / CALLS)} µs, everything included.`,
    `At the end there are ${timers} active timers and ${listeners} listeners on the caller’s signal. After the first ${whole(CALLS / STOPS)} calls the heap grew by ${digits(grownBytes / 1024)} KB, ${digits(grownBytes / (CALLS - CALLS / STOPS))} bytes per call.`,
  );
  return { grownBytes, timers, listeners, isFlat };
}

function twoTools(): ToolManager {
  const failing = async (): Promise<never> => {
    throw new Error('no seat left');
  };
  const manager = new ToolManager();
  manager.add([plainTool(jsonSchema), { ...plainTool(jsonSchema), name: 'failing', invoke: failing }]);
  return manager;
}

/** Returns the call at an index. Every tenth fails, in turn because of its arguments, its name, or an error in the tool. */
function callAt(place: number): Call {
  const call: Call = {
    id: `call_${place}`,
    name: 'book_flight',
    arguments: { ...rightArguments.value, date: `day ${place}` },
  };
  if (place % 10 !== 9) return call;
  switch (Math.floor(place / 10) % 3) {
    case 0:
      return { ...call, arguments: { ...wrongArguments.value, date: `day ${place}` } };
    case 1:
      return { ...call, name: `book_flight_${place}` };
    default:
      return { ...call, name: 'failing' };
  }
}
