/**
 * `npm run layers` writes setup/layers.json, the lint rules for imports inside src/, which biome.json extends. Run it after
 * you change the table below.
 *
 * A module is a top-level folder or file of src/. Other modules import a folder through its index.ts only.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';

/** Marks a module that may import every earlier row. */
const EARLIER = Symbol('every earlier row');

/**
 * Each module and the modules that it may import, lowest layer first. A row names only earlier rows, so there are no cycles.
 * The linter rejects the imports of a module that is missing here. Folders inside a module need no row.
 */
const table: Readonly<Record<string, string | typeof EARLIER>> = {
  core: '',
  'version.ts': '',
  'key-id.ts': '',
  'pause.ts': '',
  'optional-package.ts': '',
  log: 'core',
  formats: 'core',
  search: 'core',
  store: 'core',
  settings: 'core log formats',
  tools: 'core log pause.ts',
  mcp: 'core log version.ts',
  select: 'core formats',
  wires: 'core log',
  models: 'core log search wires version.ts pause.ts optional-package.ts',
  databases: 'core log search pause.ts optional-package.ts',
  sandbox: 'core log pause.ts',
  builtins: 'core log search tools databases',
  turn: 'core log formats search store tools select wires models sandbox builtins pause.ts',
  'filtering.ts': 'core mcp select tools',
  'asking.ts': 'core turn wires',
  'clients.ts': 'core models select store tools turn asking.ts',
  'gateway.ts': EARLIER,
  'explaining.ts': EARLIER,
  'library.ts': EARLIER,
  'index.ts': EARLIER,
  doors: EARLIER,
  'ai-sdk': EARLIER,
  cli: EARLIER,
  'main.ts': 'cli',
};

/** Modules that import neither packages nor Node's modules: core/ has no I/O, and formats/ also runs in a browser. */
const withoutPackages: ReadonlySet<string> = new Set(['core', 'formats']);

/** Greatest depth of a file: `src/module/file.ts` is 1. Deeper files are rejected, because each depth needs its own patterns. */
const DEEPEST = 3;

export const modules: readonly string[] = Object.keys(table);

const file = path.join(import.meta.dirname, 'layers.json');

if (import.meta.main) {
  writeFileSync(file, writeLayers());
  console.log('Wrote setup/layers.json.');
}

/** Returns the modules that a module may import. */
export function importsOf(module: string): readonly string[] {
  const row = Object.hasOwn(table, module) ? table[module] : undefined;
  if (row === undefined) throw new Error(`"${module}" is not in the table of modules in setup/layers.ts.`);
  return row === EARLIER ? modules.slice(0, modules.indexOf(module)) : row.split(' ').filter((name) => name !== '');
}

/** Returns the text of setup/layers.json, one override per line. If several overrides match a file, Biome applies the last. */
export function writeLayers(): string {
  const overrides = [
    override(
      'src/**',
      ['**'],
      'This module is not in the table of setup/layers.ts, or the file is too many folders deep.',
    ),
    override(
      'src/*.test.ts',
      ['**/../**', './*/**', '!../test/**', '!./*/index.ts'],
      'Import a module through its index.ts.',
    ),
    ...modules.flatMap((module) => (isFile(module) ? fileRules(module) : folderRules(module))),
  ];
  return `{ "overrides": [\n${overrides.map((each) => JSON.stringify(each)).join(',\n')}\n] }\n`;
}

function fileRules(module: string): object[] {
  const allowed = importsOf(module).map((name) => `!./${faceOf(name)}`);
  return [override(`src/${module}`, ['./**', '../**', ...allowed], messageFor(module))];
}

function folderRules(module: string): object[] {
  return Array.from({ length: DEEPEST }, (_, above) => {
    const folder = `src/${module}/${'*/'.repeat(above)}`;
    const toSrc = '../'.repeat(above + 1);
    const allowed = importsOf(module).map((name) => `!${toSrc}${faceOf(name)}`);
    const packages = withoutPackages.has(module) ? ['**', '!./**', '!../**'] : [];
    return [
      override(`${folder}*`, [...packages, ...outside(above), ...allowed], messageFor(module)),
      override(`${folder}*.test.ts`, [...outside(above), ...allowed, `!${toSrc}../test/**`], messageFor(module)),
    ];
  }).flat();
}

/**
 * Returns the patterns of import specifiers that leave a module, for a file `above` folders below the module's own folder.
 * The last pattern that matches decides: `../` inside the module is allowed unless a detour follows (`../a/../../b`), and one
 * `../` more is forbidden.
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

function messageFor(module: string): string {
  const names =
    table[module] === EARLIER ? 'the earlier rows of the table' : importsOf(module).join(', ') || 'no other module';
  const packages = withoutPackages.has(module) ? ' and no packages' : '';
  return `${module} may import ${names}${packages}; import each folder through its index.ts. See setup/layers.ts.`;
}

function faceOf(module: string): string {
  return isFile(module) ? module : `${module}/index.ts`;
}

function isFile(module: string): boolean {
  return module.endsWith('.ts');
}
