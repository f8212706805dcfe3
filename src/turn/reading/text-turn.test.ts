import fc from 'fast-check';
import { expect } from 'vitest';
import { proves } from '../../../test/requirements.ts';
import { ScriptedBackend } from '../../../test/scripted-backend.ts';
import { testTurns, user } from '../../../test/turns.ts';
import type { Message } from '../../core/index.ts';
import { formats } from '../../formats/index.ts';

/** Turns with models without native calls, in every text format, with arbitrary input. */

const names = formats.map(({ id }) => id).filter((id) => id !== 'code_mode');
const markers = formats.flatMap(({ open, close, section, ignored = [] }) => [
  ...[...open, ...close, ...ignored],
  ...(section?.open ?? []),
]);
const fragment = fc.oneof(
  fc.constantFrom(...markers),
  fc.constantFrom(
    'ours',
    '{"name":"ours","arguments":{"q":"x"}}',
    '{"q":',
    '"',
    '}',
    '(',
    'q="x")',
    '\n',
    ' ',
    'Hello.',
  ),
  fc.constantFrom(
    '<parameter=q>',
    '</parameter>',
    '<function=ours>',
    '<|channel|>final<|message|>',
    '\ud800',
    '\u0000',
  ),
  fc.string({ maxLength: 8, unit: 'grapheme' }),
);
const anyText = fc.array(fragment, { maxLength: 12 }).map((pieces) => pieces.join(''));
const anySchema = fc.oneof(
  fc.constant({ type: 'object', properties: { q: { type: 'string' } } }),
  fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue()),
  fc.constantFrom({ type: 'object', properties: JSON.parse('{"__proto__":{"type":"string"}}') }, { $ref: '#' }, {}),
);
const anyDemands = fc.record({
  alternatingRoles: fc.boolean(),
  systemFirst: fc.boolean(),
  answerAfterOutcomes: fc.boolean(),
  content: fc.boolean(),
});

proves(
  ['L8', 'L10'],
  'With text formats, no text of a model, user, tool or schema causes a bug or an invalid request',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.subarray(names, { minLength: 1, maxLength: 4 }),
        fc.array(anyText, { minLength: 1, maxLength: 3 }),
        fc.tuple(anyText, anyText, anyText),
        anySchema,
        anyDemands,
        async (enabled, answers, [said, outcome, description], schema, demands) => {
          let step = 0;
          const backend = new ScriptedBackend(() => ({ text: answers[step++] ?? 'Done.' }), demands);
          const tool = { name: 'ours', description: `d ${description}`, schema, invoke: () => outcome };
          const { ask, log } = testTurns(backend, [tool], { formats: { enabled } });
          const { events } = await ask({ messages: [{ role: 'system', content: [] }, user(said), user(said)] });
          expect(log.lines.filter(({ level }) => level === 'error')).toEqual([]);
          expect(events.filter(({ type }) => type === 'finish')).toHaveLength(1);
          expect(events.at(-1)).not.toHaveProperty('failure.kind', 'bug');
          for (const { messages, tools, choice } of backend.requests) {
            expect({ tools, choice }).toEqual({ tools: [], choice: { kind: 'auto' } });
            expect(messages.filter(isOfCalls)).toEqual([]);
            if (demands.alternatingRoles) expect(neighbours(messages)).toEqual([]);
            if (demands.systemFirst) expect(messages.slice(1).filter(({ role }) => role === 'system')).toEqual([]);
          }
        },
      ),
      { numRuns: 300 },
    );
  },
  60_000,
);

function isOfCalls(message: Message): boolean {
  return message.role === 'tool' || (message.role === 'assistant' && message.calls.length > 0);
}

/** Returns the indexes of messages with the same role as the message before them. */
function neighbours(messages: readonly Message[]): readonly number[] {
  return messages.flatMap(({ role }, place) =>
    place > 0 && role !== 'system' && role === messages[place - 1]?.role ? [place] : [],
  );
}
