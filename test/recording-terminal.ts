import { PassThrough } from 'node:stream';
import type { Terminal } from '../src/cli/terminal.ts';

/** Creates a terminal without colours that keeps its output in `printed` and its messages in `said`. */
export function recordingTerminal(columns = 110): Terminal & { readonly printed: string[]; readonly said: string[] } {
  const printed: string[] = [];
  const said: string[] = [];
  return {
    printed,
    said,
    output: new PassThrough(),
    flush: () => Promise.resolve(),
    print: (line) => void printed.push(line),
    say: (message) => void said.push(message),
    columns,
    width: columns,
    style: (_format, text) => text,
    foreign: (text) => text,
  };
}
