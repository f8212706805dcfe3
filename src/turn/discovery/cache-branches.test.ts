import { expect } from 'vitest';
import { ChangingTools } from '../../../test/changing-tools.ts';
import { said as saying } from '../../../test/deferral.ts';
import { proves } from '../../../test/requirements.ts';
import { ScriptedBackend } from '../../../test/scripted-backend.ts';
import { testTurns, user } from '../../../test/turns.ts';
import { textOf } from '../../core/index.ts';

/** Examples of branches and of models without a prompt cache, for the general property that cache-safety.test.ts proves. */

const said = saying('Words.');

proves(
  'L6',
  'Each branch keeps the announcement of its own answer, even if its message was asked again with other tools',
  async () => {
    let answers = 0;
    const backend = new ScriptedBackend(() => ({ text: `Words ${++answers}.` }));
    const tools = new ChangingTools({ always: [], areFew: true, ran: () => {} });
    const { ask, manager } = testTurns(backend, tools.all(), { tree: {} });
    const say = (count: number) => saying(`Words ${count}.`);
    const asked = [user('read a file'), say(1), user('book a flight to Vienna')];
    await ask({ messages: asked.slice(0, 1) });
    await ask({ messages: asked });
    tools.change('return', '', manager);
    await ask({ messages: asked });
    const [, without, withFlight] = backend.requests;
    expect(without?.messages).toEqual(asked);
    expect(textOf(withFlight?.messages.at(-1)?.content ?? [])).toContain('"name":"travel__book_flight"');
    await ask({ messages: [...asked, say(2), user('thanks!')] });
    expect(backend.requests.at(-1)?.messages.slice(0, 3)).toEqual(without?.messages);
    await ask({ messages: [...asked, say(3), user('thanks!')] });
    expect(backend.requests.at(-1)?.messages.slice(0, 3)).toEqual(withFlight?.messages);
  },
);

proves(
  'L6',
  'A conversation that arrived with a history keeps its declaration, even if an earlier message is asked again',
  async () => {
    const backend = new ScriptedBackend(() => ({ text: 'Ok.' }));
    const { ask } = testTurns(backend, new ChangingTools({ always: [], ran: () => {} }).all(), { tree: {} });
    const brought = [user('send an email to Ann'), said, user('book a flight to Vienna')];
    await ask({ messages: brought });
    await ask({ messages: brought.slice(0, 1) }); // another branch, which starts earlier
    await ask({ messages: [...brought, said, user('thanks!')] });
    const [first, , last] = backend.requests;
    expect(last?.tools).toEqual(first?.tools);
    expect(last?.messages.slice(0, 3)).toEqual(first?.messages);
  },
);

class ForgetfulBackend extends ScriptedBackend {
  override describe() {
    return { ...super.describe(), hasNoPromptCache: true };
  }
}

proves(
  'S1.auto-search',
  'For a model without a prompt cache, tools found for a later message are declared',
  async () => {
    const backend = new ForgetfulBackend(() => ({ text: 'Words.' }));
    const { ask } = testTurns(backend, new ChangingTools({ always: [], ran: () => {} }).all(), { tree: {} });
    const messages = [user('send an email to Ann'), said, user('book a flight to Vienna')];
    await ask({ messages: messages.slice(0, 1) });
    await ask({ messages });
    expect(backend.requests.at(-1)?.tools.map(({ wireName }) => wireName)).toContain('travel__book_flight');
  },
);
