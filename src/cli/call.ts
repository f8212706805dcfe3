import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { Note } from '../core/index.ts';
import { textOf } from '../core/index.ts';
import { exitCodes, type HouseCommand } from './command.ts';

export const call: HouseCommand = {
  name: 'call',
  usage: 'call NAME [JSON]',
  summary: 'Call a tool and print its answer',
  details: [
    'The arguments are a JSON object; without them there are none, and - reads them from standard input.',
    'With --json: the whole outcome. The exit code is 1 when the call fails.',
    '',
    `For example: toolpath call get_current_datetime '{"timeZone": "Europe/Vienna"}'`,
  ],
  words: { least: 1, most: 2 },
  needs: 'house',
  logLevel: 'silent', // it prints what came of the call
  async run(house, [name = '', written], { json, terminal }) {
    const args = written === '-' ? await text(process.stdin) : written;
    const outcome = await house.executor.execute({ id: randomUUID(), name, arguments: args }, interruption());
    const isOk = outcome.status === 'ok';
    if (json) {
      terminal.print(JSON.stringify(outcome, null, 2));
    } else {
      for (const note of outcome.notes) terminal.say(`note: ${noteText(note)}`);
      const answer = terminal.foreign(textOf(outcome.content));
      if (isOk) terminal.print(answer);
      else terminal.say(answer);
    }
    return isOk ? exitCodes.ok : exitCodes.failed;
  },
};

function noteText(note: Note): string {
  switch (note.kind) {
    case 'renamed':
      return `${note.from}: passed on as ${note.to}`;
    case 'coerced':
      return `${note.path}: ${note.how}`;
    case 'cut':
      return `the answer was cut to ${note.keptBytes} bytes`;
    case 'replaced':
      return `the answer held ${note.what}, which JSON cannot carry`;
    default:
      return note satisfies never;
  }
}

/** Ctrl-C cancels the call, so that the tool can stop what it does; a second one ends the process. */
function interruption(): AbortSignal {
  const controller = new AbortController();
  process.once('SIGINT', () => controller.abort(new Error('interrupted')));
  return controller.signal;
}
