import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { type Note, textOf } from '../core/index.ts';
import type { Gateway } from '../gateway.ts';
import { exitCodes, type GatewayCommand } from './command.ts';
import { interruption } from './lifetime.ts';
import { type Named, named } from './named.ts';
import { asShown } from './server-text.ts';
import { saying, untilNamed } from './waiting.ts';

export const call: GatewayCommand = {
  name: 'call',
  usage: 'call NAME [JSON]',
  summary: 'Call a tool and print its answer',
  details: [
    'The arguments are a JSON object; without them there are none, and - reads them from standard input.',
    'With --json: the whole outcome. The exit code is 1 when the call fails.',
    'A tool of an MCP server is called server::tool; that server is waited for, and no other. Its bare name will do where no',
    'other server has such a tool; then all are waited for.',
    '',
    `For example: toolpath call get_current_datetime '{"timeZone": "Europe/Vienna"}'`,
  ],
  words: { least: 1, most: 2 },
  needs: 'gateway',
  logLevel: 'silent', // it prints the outcome
  async run(gateway, [name = '', written], { json, terminal }) {
    const args = written === '-' ? await text(process.stdin) : written;
    const signal = interruption();
    await saying(untilNamed(gateway, name, signal), gateway, terminal, name);
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
      if (!isOk && outcome.failure.kind === 'unavailable') terminal.say('"toolpath doctor" looks at what is wrong.');
    }
    return isOk ? exitCodes.ok : exitCodes.failed;
  },
};

/** What a name may mean that is not the name of a tool. */
function meant(name: string, gateway: Gateway): Named | undefined {
  const { tools, servers, listings, settings } = gateway;
  if (tools.findByAnyName(name) !== undefined) return undefined;
  const reports = servers.servers().map((report) => asShown(report, gateway));
  return named(name, reports, listings.all(), settings.mcpServers);
}

/** A message for a person, who can list the tools; the executor's is for a model, and lists all names. */
function whyNone(found: Named | undefined, name: string, answer: string): string {
  if (found?.kind === 'server') return `${JSON.stringify(name)} is a server: "toolpath tools ${name}" lists its tools.`;
  return found?.kind === 'none' ? found.message : answer;
}

function noteText(note: Note): string {
  switch (note.kind) {
    case 'renamed':
      return `${note.from}: passed on as ${note.to}`;
    case 'coerced':
      return `${note.path}: ${note.how}`;
    case 'cut':
      return `the answer was cut to ${note.keptBytes} bytes`;
    case 'replaced':
      return `replaced in the answer: ${note.what}`;
    case 'unlike-promised':
      return `the structured answer is left out, it is not what the tool promises: ${note.problem}`;
    default:
      return note satisfies never;
  }
}
