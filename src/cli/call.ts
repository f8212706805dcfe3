import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { type Note, textOf } from '../core/index.ts';
import type { Gateway } from '../gateway.ts';
import { exitCodes, type GatewayCommand } from './command.ts';
import { interruption } from './lifetime.ts';
import { type Named, named } from './named.ts';
import { asShown } from './server-text.ts';
import { untilNamed, waitWithNotice } from './waiting.ts';

export const call: GatewayCommand = {
  name: 'call',
  usage: 'call NAME [JSON]',
  summary: 'Call a tool and print its result',
  details: [
    'JSON is an object with the arguments. Omit it to pass no arguments, or write - to read it from standard input.',
    'With --json, prints the complete outcome. The exit code is 1 if the call fails.',
    'The name of an MCP tool is server::tool. The command then waits only for that server. You can omit "server::" if only one',
    'server has a tool of that name. The command then waits for all servers.',
    '',
    `Example: toolpath call get_current_datetime '{"timeZone": "Europe/Vienna"}'`,
  ],
  words: { least: 1, most: 2 },
  needs: 'gateway',
  logLevel: 'silent', // the command prints the outcome itself
  async run(gateway, [name = '', written], { json, terminal }) {
    const args = written === '-' ? await text(process.stdin) : written;
    const signal = interruption();
    await waitWithNotice(untilNamed(gateway, name, signal), gateway, terminal, name);
    if (signal.aborted) return exitCodes.failed;
    const found = meant(name, gateway);
    const wanted = found?.kind === 'tool' ? found.tool.name : name;
    const outcome = await gateway.executor.execute({ id: randomUUID(), name: wanted, arguments: args }, signal);
    const isOk = outcome.status === 'ok';
    if (json) {
      terminal.print(JSON.stringify(outcome, null, 2));
    } else {
      for (const note of outcome.notes) terminal.say(`note: ${noteText(note)}`);
      const answer = textOf(outcome.content);
      if (isOk) terminal.print(terminal.foreign(answer));
      else terminal.say(outcome.failure.kind === 'unknown-tool' ? whyNone(found, name, answer) : answer);
      if (!isOk && outcome.failure.kind === 'unavailable')
        terminal.say('Run "toolpath doctor" to find out what is wrong.');
    }
    return isOk ? exitCodes.ok : exitCodes.failed;
  },
};

/** Resolves a name that is not the exact name of a tool. Returns undefined if it is. */
function meant(name: string, gateway: Gateway): Named | undefined {
  const { tools, servers, listings, settings } = gateway;
  if (tools.findByAnyName(name) !== undefined) return undefined;
  const reports = servers.servers().map((report) => asShown(report, gateway));
  return named(name, reports, listings.all(), settings.mcpServers, gateway.absent());
}

/** Returns a message for a person, with a command to run. The executor's message is for a model and lists all tool names. */
function whyNone(found: Named | undefined, name: string, answer: string): string {
  if (found?.kind === 'server')
    return `${JSON.stringify(name)} is an MCP server, not a tool. Run "toolpath tools ${name}" to list its tools.`;
  return found?.kind === 'none' ? found.message : answer;
}

function noteText(note: Note): string {
  switch (note.kind) {
    case 'renamed':
      return `The argument "${note.from}" was passed as "${note.to}".`;
    case 'coerced':
      return `The argument "${note.path}" was converted (${note.how}).`;
    case 'cut':
      return `The result was truncated to ${note.keptBytes} bytes.`;
    case 'replaced':
      return `Replaced in the result: ${note.what}.`;
    case 'unlike-promised':
      return `The structured result was left out because it does not match the tool's output schema: ${note.problem}`;
    default:
      return note satisfies never;
  }
}
