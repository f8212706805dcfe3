import { parseArgs } from 'node:util';
import { loadAverage, printMachine } from './print.ts';

/**
 * `npm run bench:sql` compares `execute_sql` with the bare drivers, in one run for each engine that this machine has, and measures
 * the search in schemas.
 *
 * - `--only engines` or `--only search` measures only that; `--engine mariadb` measures one engine.
 * - `--gate DIR` measures how good the search is on a set of questions.
 * - `--only model --url http://127.0.0.1:8081/v1` asks a real model twenty questions; `--runs 1,2` chooses the runs.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    engine: { type: 'string' },
    gate: { type: 'string', multiple: true },
    url: { type: 'string' },
    runs: { type: 'string' },
  },
});

const isMeant = (part: string) => (values.only ?? part) === part;

printMachine();
if (isMeant('engines')) await (await import('./sql/engines.ts')).compareEngines(values.engine);
if (isMeant('search')) await (await import('./sql/schema-search.ts')).measureSchemaSearch(values.gate ?? []);
if (values.url !== undefined && isMeant('model'))
  await (await import('./sql/model.ts')).measureModel(values.url, values.runs);
console.log(`\nLoad average after the run: ${loadAverage()}.`);
