/**
 * The program of a child process that runs one Python program in Pyodide. Node's permission model denies this process all files
 * but its own, and all processes. The network is denied by bubblewrap, or by the permission model of a Node that can. The
 * gateway kills the process after its program.
 */

import { endWithGateway, hearOrders, tell } from './child-channel.ts';
import { findHole } from './pyodide-canaries.ts';
import type { Inside } from './pyodide-inside.ts';
import type { PyodideOpening } from './pyodide-opening.ts';
import { PyodideProgram } from './pyodide-program.ts';
import { loadPyodide } from './pyodide-realm.ts';
import { startWatchdog } from './watched.ts';

const RESERVE_BYTES = 64 * 1024 * 1024; // JavaScript's own copies of texts, and compiled code

// A promise or an error of a program must not reach Node's own reports, which would call functions of the program.
process.on('unhandledRejection', () => undefined);
process.on('uncaughtException', () => process.exit(1));
endWithGateway();

const opening = JSON.parse(process.argv[2] ?? '') as PyodideOpening;
await (opening.makesSnapshot === true ? makeSnapshot() : serve()).catch(fail);

async function serve(): Promise<void> {
  const program = new PyodideProgram(tell);
  const inside = await load(program);
  const hole = await findHole(inside);
  if (hole !== undefined) {
    tell({ kind: 'unusable', why: hole });
    return;
  }
  const watch = startWatchdog(opening.memoryBytes + RESERVE_BYTES, inside.interrupt);
  hearOrders((order) => {
    switch (order.kind) {
      case 'start':
        inside.limitMemory(order.bounds.memoryBytes);
        program.start(order, inside, watch);
        break;
      case 'settle':
        program.settle(order);
        break;
      case 'park': // there are no snapshots of programs
      case 'load':
        break;
      default:
        order satisfies never;
    }
  });
  await watch.started;
  tell({ kind: 'ready' });
}

async function load(program: PyodideProgram): Promise<Inside> {
  const { snapshot, ...others } = opening;
  try {
    if (snapshot !== undefined) return await loadPyodide({ ...others, snapshot }, program);
  } catch {
    // The snapshot was removed or replaced after the gateway had checked it.
  }
  return loadPyodide(others, program);
}

async function makeSnapshot(): Promise<void> {
  const inside = await loadPyodide(opening, new PyodideProgram(tell));
  process.stdout.write(inside.makeSnapshot(), () => process.exit());
}

function fail(error: Error): void {
  process.stderr.write(`${error.message.slice(0, 500)}\n`, () => process.exit(1));
}
