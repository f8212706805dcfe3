import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { type InspectColor, styleText } from 'node:util';
import { printable } from '../log/index.ts';

/** Where a command's results and messages go. */
export interface Terminal {
  /** The only way to standard output, for results only. */
  readonly output: Writable;
  /** Resolves when all that was printed is written. */
  flush(): Promise<void>;
  /** Prints a line of the result. */
  print(line: string): void;
  /** Prints a message on standard error; it may hold foreign text. */
  say(message: string): void;
  /** How wide a line of prose may be. */
  readonly columns: number;
  /** How wide a table may be. */
  readonly width: number;
  /** Styles the text if standard output is a terminal with colours. */
  style(format: InspectColor | InspectColor[], text: string): string;
  /** Foreign text; on a terminal, characters that could control it are escaped. */
  foreign(text: string): string;
}

/**
 * Reserves standard output for results. Anything else that writes there (a custom tool's `console.log`, a library) goes to
 * standard error, or it would end up between JSON-RPC lines.
 */
export function takeTerminal(): Terminal {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  const output = new Writable({
    write: (chunk, _encoding, done) => void write(chunk, done),
  });
  output.on('error', quitQuietly);
  stdout.on('error', quitQuietly);
  stderr.on('error', () => {});
  stdout.write = stderr.write.bind(stderr) as typeof stdout.write;
  globalThis.console = new Console(stderr, stderr);
  const width = stdout.columns || Number(process.env.COLUMNS) || WIDEST;
  return {
    output,
    flush: () => new Promise((resolve) => void write('', () => resolve())),
    print: (line) => void write(`${line}\n`),
    say: (message) => void stderr.write(`${tame(message, stderr.isTTY)}\n`),
    columns: Math.min(width, WIDEST),
    width,
    style: (format, text) => styleText(format, text, { stream: stdout }),
    foreign: (text) => tame(text, stdout.isTTY),
  };
}

function tame(text: string, isTerminal: boolean): string {
  return isTerminal ? text.split('\n').map(printable).join('\n') : text;
}

/** Longer lines are hard to read, however wide the window. */
const WIDEST = 110;

/** The reader of a pipe has closed it (`toolpath tools | head -1`), so there is nobody to tell. */
function quitQuietly(error: NodeJS.ErrnoException): void {
  process.exit(error.code === 'EPIPE' ? 0 : 1);
}
