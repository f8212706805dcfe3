/**
 * The program of a child process that runs Python programs in Monty, one at a time. A damaged snapshot or a bug in Monty can
 * abort the process, so Monty never runs in the gateway's own process.
 */

import { proveLimits } from './monty-limits.ts';
import { MontyProgram } from './monty-program.ts';
import type { Order, Report } from './protocol.ts';
import { startWatchdog } from './watched.ts';

const watch = startWatchdog(Number(process.argv[2]));
let program: MontyProgram | undefined;

process.on('disconnect', () => process.exit());
process.on('message', (order: Order) => hear(order));

const why = proveLimits();
tell(why === undefined ? { kind: 'ready' } : { kind: 'unusable', why });

function hear(order: Order): void {
  switch (order.kind) {
    case 'start':
    case 'load': {
      const { computeMs } = order.bounds;
      watch.begin(computeMs);
      program = new MontyProgram(order.bounds, tell);
      if (order.kind === 'start') program.start(order.code, order.functions);
      else program.load(order.snapshot);
      break;
    }
    case 'settle':
      program?.settle(order);
      break;
    case 'park': {
      const snapshot = program?.park();
      if (snapshot === undefined) return; // the program has just ended, or it continues
      program = undefined;
      tell({ kind: 'parked', snapshot, computeMs: 0 });
      break;
    }
    default:
      order satisfies never;
  }
}

function tell(report: Report): void {
  const isOver = report.kind === 'finished' || report.kind === 'failed' || report.kind === 'parked';
  process.send?.(isOver ? { ...report, computeMs: watch.end() } : report);
}
