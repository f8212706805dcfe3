import { type Frame, MontyRuntimeError, MontySyntaxError } from '@pydantic/monty';
import { typeNameOf } from './monty-limits.ts';
import { overMemory, type ProgramBounds, type ProgramError } from './protocol.ts';

/**
 * Returns an error of Monty as data. `preludeLines` is the number of lines before the program's own, and `messages` has the
 * messages of the tool calls that failed.
 */
export function programErrorOf(
  error: unknown,
  preludeLines: number,
  messages: ReadonlySet<string>,
  { memoryBytes }: ProgramBounds,
): ProgramError {
  const fullType = typeNameOf(error) ?? 'SystemError';
  const type = fullType.slice(fullType.lastIndexOf('.') + 1); // json.JSONDecodeError
  const said = error instanceof Error ? error.message : String(error);
  const message = said.startsWith(`${fullType}: `) ? said.slice(fullType.length + 2) : said === fullType ? '' : said;
  if (type === 'TimeoutError' && message.startsWith('time limit exceeded')) {
    return { type, message: 'the program and its tool calls took too long', frames: [] };
  }
  const frames = framesOf(error).flatMap((frame) => frameOf(frame, preludeLines));
  if (type === 'MemoryError' && message.startsWith('memory limit exceeded')) {
    return { type, message: overMemory(memoryBytes), frames };
  }
  return { type, message, frames, ...(isGap(type, message, messages) && { needsConfirmation: true }) };
}

function framesOf(error: unknown): readonly LineOfFrame[] {
  if (error instanceof MontyRuntimeError) return error.traceback();
  if (!(error instanceof MontySyntaxError)) return [];
  // Monty has the line only in this text, whose format is missing in the types of the package.
  const [, line] = LINE.exec(error.display('traceback' as 'msg')) ?? [];
  return line === undefined ? [] : [{ line: Number(line) }];
}

type LineOfFrame = Pick<Frame, 'line' | 'functionName'>;

const LINE = /^ {2}File ".*", line (\d+)/m;

function frameOf({ line, functionName }: LineOfFrame, preludeLines: number): ProgramError['frames'] {
  if (line <= preludeLines) return [];
  const isTop = functionName === undefined || functionName === null || functionName === '<module>';
  return [{ line: line - preludeLines, ...(!isTop && { function: functionName }) }];
}

/**
 * True if the error may be caused by something that Monty lacks or does in another way, and so would not occur in CPython.
 * Such an error is only reported after CPython has confirmed it.
 */
function isGap(type: string, message: string, messages: ReadonlySet<string>): boolean {
  return !messages.has(message) && !LIMITS.has(type);
}

const LIMITS: ReadonlySet<string> = new Set(['MemoryError', 'TimeoutError']);
