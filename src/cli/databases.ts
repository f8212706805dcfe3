import { DIALECT_NAMES, type SchemaState, type Source } from '../databases/index.ts';
import type { Gateway } from '../gateway.ts';
import { printable } from '../log/index.ts';
import { exitCodes, type GatewayCommand } from './command.ts';
import { counted, labelled, linesOfTable, linesWithin } from './layout.ts';
import { interruption } from './lifetime.ts';
import type { Terminal } from './terminal.ts';

export const databases: GatewayCommand = {
  name: 'databases',
  usage: 'databases',
  summary: 'List the databases with their state',
  details: [
    'Connects to every database of the setting "databases" and reads its tables. The exit code is 1 if one cannot be read.',
    'Shows the progress of large databases. Press Ctrl-C to stop.',
  ],
  words: { least: 0, most: 0 },
  needs: 'gateway',
  logLevel: 'silent', // the command prints the state of the databases itself
  needsNoStore: true,
  async run(gateway, _words, { json, terminal }) {
    const { sources } = gateway.databases;
    if (sources.length === 0 && !json) {
      terminal.print(NONE);
      return exitCodes.ok;
    }
    await whenRead(sources, interruption(), terminal);
    const reports = sources.map((source) => reportOf(source, gateway));
    terminal.print(json ? JSON.stringify(reports, null, 2) : textOf(reports, terminal));
    return reports.every(({ state }) => state === 'ready') ? exitCodes.ok : exitCodes.failed;
  },
};

const NONE =
  'There are no databases. To add one, set "databases" in toolpath.json, for example "databases": { "shop": { "url": "sqlite:./shop.db" } }.';

/** Reads the tables of all databases at once. Says every few seconds how far that is. */
async function whenRead(sources: readonly Source[], signal: AbortSignal, terminal: Terminal): Promise<void> {
  const timer = setInterval(() => {
    const reading = sources.flatMap(({ name, state }) =>
      state.kind === 'reading' ? [`${name} (${counted(state.tables, 'table')} so far)`] : [],
    );
    if (reading.length > 0) terminal.say(`Still reading: ${reading.join(', ')}. Press Ctrl-C to stop.`);
  }, NOTICE_MS);
  const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  const all = Promise.all(sources.map((source) => source.schema().catch(() => undefined)));
  await Promise.race([all, stopped]);
  clearInterval(timer);
}

const NOTICE_MS = 2_000;

/** A database as `--json` shows it. */
interface Report {
  readonly name: string;
  readonly engine: string;
  readonly address: string;
  readonly state: SchemaState['kind'];
  readonly tables: number | undefined;
  readonly writable: boolean;
  readonly description: string | undefined;
  readonly error: string | undefined;
}

function reportOf(source: Source, { redactor }: Gateway): Report {
  const { name, dialect, address, state, isWritable: writable, description } = source;
  return {
    name,
    engine: DIALECT_NAMES[dialect],
    address: redactor.text(address),
    state: state.kind,
    tables: 'tables' in state ? state.tables : undefined,
    writable,
    description,
    error: state.kind === 'failed' ? redactor.text(state.error.message) : undefined,
  };
}

function textOf(reports: readonly Report[], terminal: Terminal): string {
  const [head = '', ...lines] = linesOfTable([HEADS, ...reports.map(cellsOf)], terminal.columns);
  return [
    terminal.style('bold', head),
    ...reports.flatMap((report, place) => [lines[place] ?? '', ...errorLines(report, terminal)]),
  ].join('\n');
}

const HEADS = ['database', 'state', 'tables', 'access', 'engine', 'address'];

function cellsOf({ name, state, tables, writable, engine, address }: Report): readonly string[] {
  const access = writable ? 'read, write' : 'read';
  return [printable(name), state, tables === undefined ? '-' : String(tables), access, engine, printable(address)];
}

function errorLines({ error }: Report, { columns, style, foreign }: Terminal): readonly string[] {
  if (error === undefined) return [];
  return labelled('  error', LABEL, linesWithin(foreign(error).split(/\s+/), columns - LABEL), (text) =>
    style('dim', text),
  );
}

const LABEL = 10;
