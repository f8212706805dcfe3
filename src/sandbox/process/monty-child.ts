/**
 * The program of a child process that runs Python programs in Monty, one at a time. A damaged snapshot or a bug in Monty can
 * abort the process, so Monty never runs in the gateway's own process.
 */

import { endWithGateway, hearOrders, tell as tellGateway } from './child-channel.ts';
import { proveLimits } from './monty-limits.ts';
import { MontyProgram } from './monty-program.ts';
import type { Order, ParkOrder, Report } from './protocol.ts';
import { startWatchdog } from './watched.ts';

const watch = startWatchdog(Number(process.argv[2]));
let program: MontyProgram | undefined;
const SMALL_SHARE = 1 / 4; // a state is copied up to three times
const LARGE_SHARE = 1 / 2;

endWithGateway();
hearOrders(hear);

const why = proveLimits();
tell(why === undefined ? { kind: 'ready' } : { kind: 'unusable', why });

function hear(order: Order): void {
  switch (order.kind) {
    case 'start':
    case 'load': {
      const { computeMs } = order.bounds;
      watch.begin(computeMs);
      program = new MontyProgram(order.bounds, order.kind === 'load' ? order.printed : 0, tell);
      if (order.kind === 'start') program.start(order.code, order.functions);
      else program.load(Buffer.from(order.snapshot, 'base64'));
      break;
    }
    case 'settle':
      program?.settle(order);
      break;
    case 'park':
      park(order);
      break;
    default:
      order satisfies never;
  }
}

function park({ mostBytes, mayStay }: ParkOrder): void {
  if (mayStay && watch.memoryShare() > SMALL_SHARE) {
    tell({ kind: 'kept' }); // a copy might exceed the limit
    return;
  }
  if (!mayStay) watch.end(); // the program ends here in any case
  const snapshot = program?.park();
  if (snapshot === undefined) return; // the program has just ended, or it continues
  if (snapshot.length > mostBytes) {
    tell({ kind: 'kept', bytes: snapshot.length });
    return;
  }
  program = undefined;
  tell({ kind: 'parked', snapshot: snapshot.toString('base64'), computeMs: 0 });
}

function tell(report: Report): void {
  const isOver = report.kind === 'finished' || report.kind === 'failed' || report.kind === 'parked';
  tellGateway(isOver ? { ...report, computeMs: watch.end(), isWorn: watch.memoryShare() > LARGE_SHARE } : report);
}
