import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { types } from 'node:util';
import vm from 'node:vm';
import { enter, type Inside, type Loading, type Outside } from './pyodide-inside.ts';
import { SEAL_BYTES } from './pyodide-opening.ts';
import { PRELUDE } from './pyodide-prelude.ts';

/** The requests of a program while it runs. */
export type ProgramCalls = Omit<Outside, 'read' | 'decode' | 'now'>;

export interface RealmOptions {
  /** The folder of the package `pyodide`. */
  readonly folder: string;
  /** The file of a memory snapshot. Without it, loading takes longer. */
  readonly snapshot?: string;
  readonly makesSnapshot?: boolean;
}

/**
 * Loads Pyodide into a separate realm: a global object with the built-ins of JavaScript and nothing of Node. Python code can
 * reach all of its realm, so no object of Node's realm may ever get there.
 */
export async function loadPyodide(
  { folder, snapshot, makesSnapshot }: RealmOptions,
  calls: ProgramCalls,
): Promise<Inside> {
  const realm = vm.createContext(vm.constants.DONT_CONTEXTIFY, { codeGeneration: { strings: false, wasm: true } });
  const loading: Loading = {
    folder: `${folder}/`,
    lockFile: emptyLockFile(folder),
    snapshot: snapshot ?? '',
    sealBytes: SEAL_BYTES,
    makesSnapshot: makesSnapshot === true,
    prelude: PRELUDE,
  };
  const outside: Outside = { ...node, ...calls, print: (stream, bytes) => calls.print(stream, checked(bytes)) };
  const inside = (run(realm, `"use strict"; (${enter})`) as typeof enter)(outside, loading);
  run(realm, source(folder, 'pyodide.js'));
  const createModule = run(realm, withWallClock(source(folder, 'pyodide.asm.mjs')).replace(EXPORT, '$1'));
  const error = await new Promise<string>((resolve) => inside.load(createModule, resolve));
  if (error !== '') throw new Error(error);
  return inside;
}

function run(realm: vm.Context, source: string): unknown {
  return vm.runInContext(source, realm, { filename: 'pyodide' });
}

/** Reads a file of Pyodide as a script. `import()` is removed: Node implements it, and its results are of Node's realm. */
function source(folder: string, file: string): string {
  return readFileSync(join(folder, file), 'utf8')
    .replaceAll('import.meta.url', '"file:///pyodide"')
    .replaceAll(/\bimport\s*\(/g, 'importIsRemoved(');
}

/** Separates the clock of Python from that of Emscripten's files: how often those are written may differ in a replay. */
function withWallClock(code: string): string {
  if (!code.includes(PYTHON_CLOCK)) throw new Error('This version of Pyodide reads the clock in another way.');
  return code.replace(PYTHON_CLOCK, '_emscripten_date_now=()=>readWallClock()');
}

const PYTHON_CLOCK = '_emscripten_date_now=()=>Date.now()';
const EXPORT = /export default (_createPyodideModule);?\s*$/;

/** No package can be installed, because the list of packages is empty. */
function emptyLockFile(folder: string): string {
  const { info } = JSON.parse(readFileSync(join(folder, 'pyodide-lock.json'), 'utf8')) as { info: unknown };
  return JSON.stringify({ info, packages: {} });
}

const utf8 = new TextDecoder();

const node: Omit<Outside, keyof ProgramCalls> = {
  read(path, allocate) {
    const file = openSync(path, 'r');
    try {
      const bytes = allocate(fstatSync(file).size);
      for (let at = 0, count = 1; at < bytes.length && count > 0; at += count)
        count = readSync(file, bytes, at, bytes.length - at, at);
      return bytes;
    } finally {
      closeSync(file);
    }
  },
  decode: (bytes) => utf8.decode(checked(bytes)),
  now: () => performance.now(),
};

/**
 * Checks the type first: for a wrong argument, Node would call a method of the argument and pass it functions of Node's realm.
 */
function checked(bytes: unknown): Uint8Array {
  if (!types.isUint8Array(bytes)) throw new TypeError('These are not bytes.');
  return bytes;
}
