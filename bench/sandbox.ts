import { parseArgs } from 'node:util';
import { loadAverage, printMachine } from './print.ts';

/**
 * `npm run bench:sandbox` measures Python programs: the engines side by side with a CPython process, a program that waits for its
 * client, many programs at once, and what code mode saves compared with native calls.
 *
 */
const { values } = parseArgs({ options: { only: { type: 'string' }, url: { type: 'string' } } });

const isMeant = (part: string) => (values.only ?? part) === part;

printMachine();
if (isMeant('engines')) await (await import('./sandbox/engines.ts')).compareEngines();
if (isMeant('load')) await (await import('./sandbox/load.ts')).measureLoad();
console.log(`\nLoad average after the run: ${loadAverage()}.`);
