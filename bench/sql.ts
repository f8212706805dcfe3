import { parseArgs } from 'node:util';
import { loadAverage, printMachine } from './print.ts';

/**
 * `npm run bench:sql` compares `execute_sql` with the bare drivers, in one run for each engine that this machine has, and
 * measures the search in schemas. `-- --only engines|search`; `--engine mariadb` measures one engine; `-- --gate DIR` measures the search on a set of questions.
 */
const { values } = parseArgs({
  options: { only: { type: 'string' }, engine: { type: 'string' }, gate: { type: 'string', multiple: true } },
});

printMachine();
if (values.only !== 'search') await (await import('./sql/engines.ts')).compareEngines(values.engine);
if (values.only !== 'engines') await (await import('./sql/schema-search.ts')).measureSchemaSearch(values.gate ?? []);
console.log(`\nLoad average after the run: ${loadAverage()}.`);
