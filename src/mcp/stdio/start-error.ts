import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import type { StdioServer } from '../../core/index.ts';
import { codeOf } from './endings.ts';

/** Why a program did not start, in words that say what to do; with the system's `code`, and its error as the cause. */
export function startError(error: unknown, server: Pick<StdioServer, 'command' | 'cwd'>): Error & { code?: string } {
  const code = codeOf(error);
  const started = new Error(reasonOf(error, code, server), { cause: error });
  return code === undefined ? started : Object.assign(started, { code });
}

function reasonOf(error: unknown, code: string | undefined, { command, cwd }: Pick<StdioServer, 'command' | 'cwd'>) {
  const program = `the program "${command}"`;
  // The system says the same of a program and of the folder to start it in.
  if (cwd !== undefined && !isFolder(cwd)) return `the folder "${cwd}" (cwd), to start ${program} in, does not exist`;
  switch (code) {
    case 'ENOENT':
      return notFound(command, cwd, program);
    case 'EACCES':
      return `${program} may not be run: is it a file, and executable (chmod +x)?`;
    case 'ENOEXEC':
      return `${program} is nothing that this system can run: was it made for another one, or does its first line (#!) miss?`;
    case 'E2BIG':
      return `${program} was not started: its arguments and environment variables are larger than this system takes`;
    case 'EMFILE':
    case 'ENFILE':
    case 'EAGAIN':
      return `${program} was not started (${code}): this system has no room for more processes or open files`;
    default:
      return `${program} was not started: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function notFound(command: string, cwd: string | undefined, program: string): string {
  if (!command.includes('/') && !command.includes(path.sep)) {
    return `${program} was not found: is it installed, and in the PATH?`;
  }
  return existsSync(path.resolve(cwd ?? '.', command))
    ? `${program} is there, but not what runs it: is the interpreter installed that its first line (#!) names?`
    : `${program} was not found: is the path right?`;
}

function isFolder(place: string): boolean {
  return statSync(place, { throwIfNoEntry: false })?.isDirectory() === true;
}
