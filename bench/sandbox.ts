import { parseArgs } from 'node:util';
import { loadAverage, printMachine } from './print.ts';

/**
 * `npm run bench:sandbox` measures Python programs: the engines side by side with a CPython process, a program that waits for its
 * client, many programs at once, and what programs save compared with native calls.
 *
 * - `--only engines`, `--only pause`, `--only load` or `--only tasks` measures only that.
 * - `--only model --url http://127.0.0.1:8081/v1` lets a real model solve twenty tasks in three ways: native calls, programs as
 *   the format, programs as a tool; `--way native`, `code` or `tool` measures only that way.
 */
const { values } = parseArgs({
  options: { only: { type: 'string' }, url: { type: 'string' }, way: { type: 'string' } },
});

const isMeant = (part: string) => (values.only ?? part) === part;

if (values.only === 'model' && values.url === undefined) {
  console.error('--only model needs --url');
  process.exit(1);
}
printMachine();
if (isMeant('engines')) await (await import('./sandbox/engines.ts')).compareEngines();
if (isMeant('pause')) await (await import('./sandbox/pause.ts')).measurePause();
if (isMeant('load')) await (await import('./sandbox/load.ts')).measureLoad();
if (isMeant('tasks')) await (await import('./sandbox/tasks.ts')).compareTasks();
if (values.url !== undefined && isMeant('model'))
  await (await import('./sandbox/model.ts')).measureModel(values.url, values.way);
console.log(`\nLoad average after the run: ${loadAverage()}.`);
