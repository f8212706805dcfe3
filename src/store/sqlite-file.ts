import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Creates the file and its folder if they are missing, readable only by this user, because the file contains conversations. */
export function makeFile(file: string): void {
  const folder = path.dirname(file);
  if (makeFolder(folder)) writeFileSync(path.join(folder, '.gitignore'), '*\n');
  // An existing file is not opened here, because closing it would drop the locks that this process holds on it.
  // SQLite gives its WAL file and its shared-memory file the same mode.
  isNew(() => closeSync(openSync(file, 'wx', 0o600)));
}

/**
 * Creates a folder; false if it exists. Does not use `recursive`, which never returns if nothing can be created, as in /proc.
 */
function makeFolder(folder: string): boolean {
  const make = (): void => void mkdirSync(folder, { mode: 0o700 });
  try {
    return isNew(make);
  } catch (error) {
    const parent = path.dirname(folder);
    if (codeOf(error) !== 'ENOENT' || parent === folder) throw error;
    makeFolder(parent);
    return isNew(make);
  }
}

/** Calls `make`; false if the file or folder exists already. */
function isNew(make: () => void): boolean {
  try {
    make();
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
