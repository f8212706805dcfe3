import { nearest } from '../core/index.ts';
import { version } from '../version.ts';
import { readCommandLine } from './arguments.ts';
import { call } from './call.ts';
import { type Command, type ExitCode, exitCodes } from './command.ts';
import { databases } from './databases.ts';
import { doctor } from './doctor.ts';
import { explain } from './explain.ts';
import { formats } from './formats.ts';
import { fullHelp, help, helpFor } from './help.ts';
import { CLOSE_MS, closeWithin } from './lifetime.ts';
import { mcp } from './mcp.ts';
import { openGateway } from './open.ts';
import { parse } from './parse.ts';
import { serve } from './serve.ts';
import { sql } from './sql.ts';
import { type Terminal, takeTerminal } from './terminal.ts';
import { tools } from './tools.ts';

export const commands: readonly Command[] = [serve, tools, call, explain, databases, sql, doctor, mcp, parse, formats];

/** Runs `toolpath [COMMAND] [ARGUMENTS…] [FLAGS…]`. Resolves when all output is written. */
export async function run(args: readonly string[]): Promise<ExitCode> {
  const terminal = takeTerminal();
  const exitCode = await runCommand(args, terminal);
  await terminal.flush();
  return exitCode;
}

async function runCommand(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const print = (text: string): ExitCode => {
    terminal.print(text);
    return exitCodes.ok;
  };
  const misuse = (message: string): ExitCode => {
    terminal.say(
      `toolpath: ${message}\nRun "toolpath --help" for the commands, or "toolpath --help --all" for every option.`,
    );
    return exitCodes.misused;
  };

  const line = readCommandLine(args, commands);
  if (!line.ok) return misuse(line.message);
  if (line.version) return print(version);

  const [name, ...words] = line.words;
  if (line.help && name === undefined) return print(line.all ? fullHelp(commands, terminal) : help(commands, terminal));
  const command = commands.find((each) => each.name === (name ?? serve.name));
  if (command === undefined) return misuse(noSuchCommand(name ?? ''));
  if (line.help) return print(helpFor(command, terminal));
  if (words.length < command.words.least || words.length > command.words.most) {
    return misuse(`Wrong number of arguments. Usage: toolpath ${command.usage}`);
  }

  if (command.needs !== 'gateway') return command.run(words, { json: line.json, terminal, flags: line.flags });
  const opened = await openGateway(line.flags, command, terminal);
  if (!opened.ok) return opened.exitCode;
  const { gateway, found } = opened;
  try {
    return await command.run(gateway, words, { json: line.json, terminal, found, flags: line.flags });
  } finally {
    await closeWithin(command.closeMs ?? CLOSE_MS, gateway);
  }
}

function noSuchCommand(name: string): string {
  const meant = nearest(
    name,
    commands.map((each) => each.name),
  );
  return `Unknown command ${JSON.stringify(name)}.${meant === undefined ? '' : ` Did you mean "${meant}"?`}`;
}
