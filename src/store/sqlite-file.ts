import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Makes the file and its folder, where they are missing, for this user alone: conversations are inside. */
export function makeFile(file: string): void {
  const folder = path.dirname(file);
  if (makeFolder(folder)) writeFileSync(path.join(folder, '.gitignore'), '*\n');
  // One that exists is not opened here: closing it would drop the locks that this process holds on it.
  // SQLite gives its log and its shared memory the mode of the file.
  isNew(() => closeSync(openSync(file, 'wx', 0o600)));
}

/** True if it was missing. Not left to `recursive`, which tries for ever where nothing can be made, as in /proc. */
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

/** False if what should be made is there. */
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
