import { statSync } from 'node:fs';
import path from 'node:path';
import { messageOf, type StdioServer } from '../../core/index.ts';
import { systemCodeOf } from '../classify-error.ts';
import { type StartFault, TroubleError } from '../server-problem.ts';

type Program = Pick<StdioServer, 'command' | 'cwd'>;

/** Returns the error for a program that did not start, with the system's error as its cause. */
export function startError(error: unknown, { command, cwd }: Program): TroubleError {
  const program = { command, ...(cwd !== undefined && { cwd }) };
  const code = systemCodeOf(error);
  const fault = faultOf(code, program);
  return new TroubleError({ kind: 'not-started', fault, program, code, said: messageOf(error) }, error);
}

function faultOf(code: string | undefined, program: Program): StartFault {
  const { command, cwd } = program;
  // The system uses the same code for a missing program and for a missing working directory.
  if (cwd !== undefined && kindOf(cwd) !== 'folder') return 'no-folder';
  switch (code) {
    case 'ENOENT':
      return missing(program);
    case 'EACCES':
      return kindOf(placeOf(command, cwd)) === 'folder' ? 'is-folder' : 'not-executable';
    case 'ENOEXEC':
      return 'not-a-program';
    case 'E2BIG':
      return 'too-large';
    case 'EMFILE':
    case 'ENFILE':
    case 'EAGAIN':
      return 'system-full';
    default:
      return 'other';
  }
}

function missing({ command, cwd }: Program): StartFault {
  if (isPath(command) && kindOf(placeOf(command, cwd)) === 'file') return 'no-interpreter';
  const [first = '', ...rest] = command.trim().split(/\s+/);
  if (rest.length > 0 && (!isPath(first) || kindOf(placeOf(first, cwd)) === 'file')) return 'arguments-in-command';
  return isPath(command) ? 'path-not-found' : 'not-found';
}

function isPath(command: string): boolean {
  return command.includes('/') || command.includes(path.sep);
}

function placeOf(command: string, cwd = '.'): string {
  return path.resolve(cwd, command);
}

function kindOf(place: string): 'file' | 'folder' | 'none' {
  try {
    return statSync(place).isDirectory() ? 'folder' : 'file';
  } catch {
    return 'none'; // or a path that we may not access
  }
}
