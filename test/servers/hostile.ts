import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { serve } from './hostile/serve.ts';
import { write } from './hostile/wire.ts';

/**
 * An MCP server over stdio that misbehaves as it is told: `node test/servers/hostile.ts MODE…`. Written by hand, without
 * the SDK, which would not let it. Without modes it is a well-behaved server of the tools in hostile/tools.ts, most of
 * which misbehave when they are called. Modes can be combined:
 *
 *   junk              lines on stdout that are no messages: before everything, and before each message
 *   drip              writes its messages byte by byte
 *   stderr=N          writes N megabytes to stderr before it answers initialize
 *   stderr-flood      floods stderr for as long as it lives
 *   stdout-flood      floods stdout with lines that are no messages for as long as it lives
 *   crash             dies at once with code 1 and a stack trace on stderr
 *   start=N:FILE      dies so at each start but the Nth and those after it; counts the starts in FILE
 *   mute              never answers initialize
 *   deaf              stops reading its input after the first message
 *   stubborn          ignores SIGTERM and the end of its input
 *   fork=FILE         starts a process that holds its stdout and stderr and ignores SIGTERM; its pid is in FILE
 *   tools=N           lists N more tools, tool_0 and so on, which echo
 *   pages=N           lists N tools a page
 *   endless           lists pages without an end
 *   definitions       lists the tools of hostile/definitions.ts instead: names, schemas and descriptions out of bounds
 *   no-tools          answers tools/list with an error
 *   no-changes        does not say that its list can change, and still says when it does
 */
const modes = new Map(
  process.argv.slice(2).map((mode) => {
    const [name = '', ...value] = mode.split('=');
    return [name, value.join('=')] as const;
  }),
);

const [starts = '', file = ''] = modes.get('start')?.split(/:(.*)/s) ?? [];
if (modes.has('crash') || (file !== '' && startsIn(file) < Number(starts))) crash();
if (modes.has('stubborn')) process.on('SIGTERM', () => {});
const pidFile = modes.get('fork');
if (pidFile !== undefined) await fork(pidFile);
if (modes.has('junk')) write('Starting the server ...\n\n{"level":30,"msg":"listening"}\n[1,2,3]\n{"jsonrpc":"2.0"\n');
if (modes.has('stderr-flood')) flood(process.stderr, 'flood '.repeat(10_000));
if (modes.has('stdout-flood')) flood(process.stdout, '{"level":30}\nflood\n'.repeat(2_000));
serve(modes);

/** Counts this start. */
function startsIn(counter: string): number {
  let before = 0;
  try {
    before = Number(readFileSync(counter, 'utf8'));
  } catch {} // the first
  writeFileSync(counter, String(before + 1));
  return before + 1;
}

function crash(): never {
  process.stderr.write('Error: Cannot find the key HOSTILE_KEY\n    at start (hostile.ts:1:1)\n');
  process.exit(1);
}

/** Resolves when the other process has written its pid. */
function fork(pidIn: string): Promise<void> {
  const program = `
    process.on('SIGTERM', () => {});
    require('node:fs').writeFileSync(process.argv[1], String(process.pid));
    process.send('ready', () => process.disconnect());
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['-e', program, pidIn], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  child.unref();
  return new Promise((resolve) => {
    child.once('message', () => resolve());
  });
}

/** Writing waits for the reader; between two pieces the server does its work. */
function flood(stream: NodeJS.WriteStream, piece: string): void {
  stream.write(piece, () => setImmediate(() => flood(stream, piece)));
}
