import { monitorEventLoopDelay } from 'node:perf_hooks';

/**
 * Preloaded into the gateway's process. Between the messages `begin` and `end` it measures for how long the event loop is
 * blocked, and answers `end` with a Stalls.
 */
export interface Stalls {
  /** The longest time in which nothing else could run. Includes the time that other programs took from this process. */
  readonly wallMs: number;
  readonly p99Ms: number;
  /** The most processor time that the thread used in one go. */
  readonly cpuMs: number;
  /** Memory in use at its highest, beyond that at the beginning. */
  readonly memoryBytes: number;
}

const delay = monitorEventLoopDelay({ resolution: 1 });
let longest = 0;
let last = 0;
let memoryAtBegin = 0;
let memory = 0;

function tick(): void {
  const now = threadMs();
  longest = Math.max(longest, now - last);
  last = now;
  memory = Math.max(memory, process.memoryUsage.rss());
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

let ticking: NodeJS.Timeout | undefined;

process.on('message', (word) => {
  if (word === 'begin') {
    delay.reset();
    delay.enable();
    last = threadMs();
    longest = 0;
    memory = memoryAtBegin = process.memoryUsage.rss();
    ticking = setInterval(tick, 1);
    process.send?.('begun');
  } else if (word === 'end') {
    tick();
    clearInterval(ticking);
    delay.disable();
    const stalls: Stalls = {
      wallMs: delay.max / 1e6,
      p99Ms: delay.percentile(99) / 1e6,
      cpuMs: longest,
      memoryBytes: memory - memoryAtBegin,
    };
    process.send?.(stalls);
  }
});
process.channel?.unref();
