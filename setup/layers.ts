/**
 * `npm run layers`, after a change of the table below: writes setup/layers.json, the lint rules for imports inside src/,
 * which biome.json extends.
 *
 * A room is a top-level folder or file of src/. Other rooms enter a folder by its index.ts only.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';

/** A room that may import every earlier row. */
const EARLIER = Symbol('every earlier row');

/**
 * Each room and the rooms that it may import, lowest layer first: a row names only earlier rows, so there are no cycles.
 * A room that is missing here is refused. Folders inside a room need no row.
 */
const table: Readonly<Record<string, string | typeof EARLIER>> = {
  core: '',
  'version.ts': '',
  'key-id.ts': '',
  log: 'core',
  formats: 'core',
  search: 'core',
  store: 'core',
  settings: 'core log formats',
  tools: 'core log',
  mcp: 'core log version.ts',
  select: 'core formats',
  wires: 'core log',
  models: 'core log search wires version.ts',
  builtins: 'core search tools',
  turn: 'core log formats search store tools select wires models builtins',
  'filtering.ts': 'core mcp select tools',
  'asking.ts': 'core turn wires',
  'clients.ts': 'core models select store tools turn asking.ts',
  'gateway.ts': EARLIER,
  'explaining.ts': EARLIER,
  'library.ts': EARLIER,
  'index.ts': EARLIER,
  doors: EARLIER,
  cli: EARLIER,
  'main.ts': 'cli',
};

/** Rooms that import neither packages nor Node's modules: core/ holds only words, formats/ also runs in a browser. */
const withoutPackages: ReadonlySet<string> = new Set(['core', 'formats']);

/** How deep a file may lie: `src/room/file.ts` is 1. Deeper files are refused, since each depth has its own patterns. */
const DEEPEST = 3;

export const rooms: readonly string[] = Object.keys(table);

const file = path.join(import.meta.dirname, 'layers.json');

if (import.meta.main) {
  writeFileSync(file, writeLayers());
  console.log('setup/layers.json is written.');
}

/** The rooms that a room may import. */
export function importsOf(room: string): readonly string[] {
  const row = Object.hasOwn(table, room) ? table[room] : undefined;
  if (row === undefined) throw new Error(`${room} is not in the table of rooms`);
  return row === EARLIER ? rooms.slice(0, rooms.indexOf(room)) : row.split(' ').filter((name) => name !== '');
}

/** The text of setup/layers.json, one override a line. Of the overrides that match a file, Biome applies the last. */
export function writeLayers(): string {
  const overrides = [
    override('src/**', ['**'], 'This room is not in the table of setup/layers.ts, or the file lies too deep in it.'),
    override(
      'src/*.test.ts',
      ['**/../**', './*/**', '!../test/**', '!./*/index.ts'],
      'A room is entered by its index.ts.',
    ),
    ...rooms.flatMap((room) => (isFile(room) ? fileRules(room) : folderRules(room))),
  ];
  return `{ "overrides": [\n${overrides.map((each) => JSON.stringify(each)).join(',\n')}\n] }\n`;
}

function fileRules(room: string): object[] {
  const allowed = importsOf(room).map((name) => `!./${faceOf(name)}`);
  return [override(`src/${room}`, ['./**', '../**', ...allowed], messageFor(room))];
}

function folderRules(room: string): object[] {
  return Array.from({ length: DEEPEST }, (_, above) => {
    const folder = `src/${room}/${'*/'.repeat(above)}`;
    const toSrc = '../'.repeat(above + 1);
    const allowed = importsOf(room).map((name) => `!${toSrc}${faceOf(name)}`);
    const packages = withoutPackages.has(room) ? ['**', '!./**', '!../**'] : [];
    return [
      override(`${folder}*`, [...packages, ...outside(above), ...allowed], messageFor(room)),
      override(`${folder}*.test.ts`, [...outside(above), ...allowed, `!${toSrc}../test/**`], messageFor(room)),
    ];
  }).flat();
}

/**
 * Patterns of the specifiers that leave a room, for a file so many folders below it. Of the patterns that match, the
 * last decides: a climb inside the room is allowed unless it goes on with a detour (`../a/../../b`), one step more is not.
 */
function outside(above: number): string[] {
  const climbs = Array.from({ length: above }, (_, steps) => '../'.repeat(steps + 1));
  return [
    '**/../**',
    ...climbs.flatMap((climb) => [`!${climb}**`, `${climb}*/**/../**`]),
    `${'../'.repeat(above + 1)}**`,
  ];
}

function override(includes: string, group: readonly string[], message: string): object {
  const options = { patterns: [{ group, message }] };
  return { includes: [includes], linter: { rules: { style: { noRestrictedImports: { level: 'error', options } } } } };
}

function messageFor(room: string): string {
  const names =
    table[room] === EARLIER ? 'the earlier rows of the table' : importsOf(room).join(', ') || 'no other room';
  const packages = withoutPackages.has(room) ? ' and no packages' : '';
  return `${room} may import ${names}${packages}, each folder by its index.ts: see setup/layers.ts.`;
}

function faceOf(room: string): string {
  return isFile(room) ? room : `${room}/index.ts`;
}

function isFile(room: string): boolean {
  return room.endsWith('.ts');
}
