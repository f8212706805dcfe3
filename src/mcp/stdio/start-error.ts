import { statSync } from 'node:fs';
import path from 'node:path';
import { messageOf, type StdioServer } from '../../core/index.ts';
import { systemCodeOf } from '../causes.ts';

type Started = Pick<StdioServer, 'command' | 'cwd'>;

/** Why a program did not start, and what to do; with the system's `code`, and its error as the cause. */
export class StartError extends Error {
  override readonly name = 'StartError';
  readonly code: string | undefined;
  readonly check: string;

  constructor(error: unknown, server: Started) {
    const code = systemCodeOf(error);
    const { reason, check } = wordsFor(error, code, server);
    super(reason, { cause: error });
    this.code = code;
    this.check = check;
  }
}

interface Words {
  readonly reason: string;
  readonly check: string;
}

function wordsFor(error: unknown, code: string | undefined, server: Started): Words {
  const program = `the program "${server.command}"`;
  const { cwd } = server;
  // The system says the same of a program and of the folder to start it in.
  if (cwd !== undefined && kindOf(cwd) !== 'folder') {
    const reason = `the folder "${cwd}" (cwd), to start ${program} in, does not exist`;
    return { reason, check: 'Make the folder, or change "cwd".' };
  }
  switch (code) {
    case 'ENOENT':
      return notFound(server, program);
    case 'EACCES':
      return { reason: `${program} may not be run`, check: toRun(server) };
    case 'ENOEXEC':
      return {
        reason: `${program} is nothing that this system can run`,
        check: 'Was it made for another system, or does its first line (#!) miss?',
      };
    case 'E2BIG':
      return {
        reason: `${program} was not started: its arguments and environment variables are larger than this system takes`,
        check: 'Make "args" and "env" smaller.',
      };
    case 'EMFILE':
    case 'ENFILE':
    case 'EAGAIN':
      return {
        reason: `${program} was not started (${code}): this system has no room for more processes or open files`,
        check: 'End other programs, or raise the limits of this system (ulimit).',
      };
    default:
      return {
        reason: `${program} was not started: ${messageOf(error)}`,
        check: 'Run the same command by hand. Are "command", "args" and "env" right?',
      };
  }
}

function notFound({ command, cwd }: Started, program: string): Words {
  if (kindOf(placeOf(command, cwd)) === 'file' && isPath(command)) {
    return {
      reason: `${program} is there, but not what runs it`,
      check: 'Is the interpreter installed that its first line (#!) names?',
    };
  }
  const reason = `${program} was not found`;
  const [first = '', ...rest] = command.trim().split(/\s+/);
  if (rest.length > 0 && (!isPath(first) || kindOf(placeOf(first, cwd)) === 'file')) {
    const check = `"command" is one program: write "${first}" there, and put the rest in "args", each word an item of its own.`;
    return { reason, check };
  }
  return {
    reason,
    check: isPath(command) ? 'Is the path right?' : 'Is it installed, and in the PATH? Its whole path works too.',
  };
}

function toRun({ command, cwd }: Started): string {
  return kindOf(placeOf(command, cwd)) === 'folder'
    ? 'It is a folder: name the program in it.'
    : 'Make it executable (chmod +x), or name the interpreter, such as "node" or "python3", in "command", and the file in "args".';
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
    return 'none'; // or nothing that we may look at
  }
}
