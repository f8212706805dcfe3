import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { serve } from './hostile/serve.ts';
import { write } from './hostile/wire.ts';

/**
 * An MCP server over stdio that misbehaves on demand: `node test/servers/hostile.ts MODE…`. It does not use the SDK, which
 * would prevent the misbehaviour. Without modes it is a well-behaved server with the tools in hostile/tools.ts, most of
 * which misbehave when they are called. Modes can be combined:
 *
 *   junk              writes lines to stdout that are not messages, at the start and before each message
 *   drip              writes its messages byte by byte
 *   stderr=N          writes N megabytes to stderr before it answers initialize
 *   stderr-flood      floods stderr until the server ends
 *   stdout-flood      floods stdout with lines that are not messages until the server ends
 *   crash             exits at once with code 1 and a stack trace on stderr
 *   start=N:FILE      exits like that at every start before the Nth; counts the starts in FILE
 *   mute              never answers initialize
 *   deaf              stops reading its input after the first message
 *   stubborn          ignores SIGTERM and the end of its input
 *   fork=FILE         starts a process that keeps stdout and stderr open and ignores SIGTERM; writes its pid to FILE
 *   tools=N           lists N additional tools (tool_0, tool_1, …), which echo their arguments
 *   pages=N           lists N tools per page
 *   endless           lists an endless number of pages
 *   definitions       lists the tools of hostile/definitions.ts instead, with invalid names, schemas and descriptions
 *   no-tools          answers tools/list with an error
 *   no-changes        does not declare that its list can change, but sends change notifications
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

/** Counts this start in the file and returns the number of starts. */
function startsIn(counter: string): number {
  let before = 0;
  try {
    before = Number(readFileSync(counter, 'utf8'));
  } catch {} // the file does not exist at the first start
  writeFileSync(counter, String(before + 1));
  return before + 1;
}

function crash(): never {
  process.stderr.write('Error: Cannot find the key HOSTILE_KEY\n    at start (hostile.ts:1:1)\n');
  process.exit(1);
}

/** Starts the child process. Resolves when it has written its pid. */
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

/** Writes the piece again and again, each time after the previous one was accepted, so that the server can still work. */
function flood(stream: NodeJS.WriteStream, piece: string): void {
  stream.write(piece, () => setImmediate(() => flood(stream, piece)));
}
