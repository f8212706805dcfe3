import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { type InspectColor, styleText } from 'node:util';
import { printable } from '../log/index.ts';

/** The output of a command: results on standard output, messages on standard error. */
export interface Terminal {
  /** Standard output, for results only. Nothing else writes there. */
  readonly output: Writable;
  /** Resolves when everything printed so far is written. */
  flush(): Promise<void>;
  /** Prints a line of the result. */
  print(line: string): void;
  /** Prints a message on standard error. The message may contain untrusted text. */
  say(message: string): void;
  /** Maximum width of a line of prose, in characters. */
  readonly columns: number;
  /** Maximum width of a table, in characters. */
  readonly width: number;
  /** Styles the text if standard output is a terminal with colours. */
  style(format: InspectColor | InspectColor[], text: string): string;
  /** Prepares untrusted text for standard output. On a terminal, escapes the characters that could control it. */
  foreign(text: string): string;
}

/**
 * Reserves standard output for results. Redirects all other writes to standard output (a custom tool's `console.log`, a
 * library) to standard error, because they would corrupt the JSON-RPC stream of `toolpath mcp`.
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
    say: (message) => void stderr.write(`${escapeControls(message, stderr.isTTY)}\n`),
    columns: Math.min(width, WIDEST),
    width,
    style: (format, text) => styleText(format, text, { stream: stdout }),
    foreign: (text) => escapeControls(text, stdout.isTTY),
  };
}

function escapeControls(text: string, isTerminal: boolean): string {
  return isTerminal ? text.split('\n').map(printable).join('\n') : text;
}

/** Longer lines are hard to read, even in a wide window. */
const WIDEST = 110;

/** Exits without a message if the reader of the pipe has closed it, as in `toolpath tools | head -1`. */
function quitQuietly(error: NodeJS.ErrnoException): void {
  process.exit(error.code === 'EPIPE' ? 0 : 1);
}
