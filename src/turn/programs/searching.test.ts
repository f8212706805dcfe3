import { describe, expect, test } from 'vitest';
import { Client, program, setUp, told } from '../../../test/programs.ts';
import { proves } from '../../../test/requirements.ts';
import { user } from '../../../test/turns.ts';

const ran: string[] = [];

function mailTool(name: string, description: string) {
  return {
    name: `mail::${name}`,
    description,
    schema: { type: 'object', properties: { id: { type: 'string' } } },
    metadata: { server: 'mail', tool: name },
    invoke(): string {
      ran.push(name);
      return `${name} is done`;
    },
  };
}

const TOOLS = [
  mailTool('archive_message', 'Archives an email message'),
  mailTool('delete_message', 'Deletes an email message for ever'),
  mailTool('show_message', 'Shows an email message'),
];

const SEARCH = 'found = await tool_search("archive an email message", 2)\n';
const CALL_FIRST = 'print(await call_tool(found[0]["name"], {"id": "x"}))';

describe('A program searches for tools', () => {
  proves(
    'S1.search-again',
    "A program calls a tool that its search has found, and gets the tool's signature as data",
    async () => {
      const code = `${SEARCH}print(found[0]["signature"], "|", found[0]["description"])\n${CALL_FIRST}`;
      const { ask, backend } = setUp([program(code), { text: 'Done.' }], TOOLS, { tree: {} });
      await ask({});
      expect(told(backend)).toEqual([
        'mail.archive_message(id: str | None = None) -> Any | Archives an email message\narchive_message is done',
      ]);
    },
  );

  test('The same search finds the same tools again, in one program and in the next', async () => {
    ran.length = 0;
    const loop = `for _ in range(2):\n    ${SEARCH.trim()}\n    ${CALL_FIRST}`;
    const { ask, backend } = setUp([program(loop), program(SEARCH + CALL_FIRST), { text: 'Done.' }], TOOLS, {
      tree: {},
    });
    await ask({});
    expect(ran).toEqual(['archive_message', 'archive_message', 'archive_message']);
    expect(told(backend)).toEqual(['archive_message is done']);
  });

  test('A search finds a tool that the model was shown before', async () => {
    const { ask, backend } = setUp([program(SEARCH + CALL_FIRST), { text: 'Done.' }], TOOLS, { tree: {} });
    await ask({ messages: [user('Please archive an email message.')] });
    expect(told(backend)).toEqual(['archive_message is done']);
  });

  proves('L2', 'A program calls what it has found after several pauses', async () => {
    const code = `${SEARCH}for n in "123":\n    bash(command=n)\n${CALL_FIRST}`;
    const { ask, backend } = setUp([program(code), { text: 'Done.' }], TOOLS, { tree: {} });
    const client = new Client(ask);
    await client.send();
    for (const result of ['one', 'two', 'three']) await client.reply(result);
    expect(client.text).toBe('Done.');
    expect(told(backend)).toEqual(['archive_message is done']);
  });

  proves('S1.explain', "The turn record has a program's searches and guesses, as it has those of a model", async () => {
    const code = `${SEARCH}${CALL_FIRST}\ntry:\n    mail.delete_message("x")\nexcept RuntimeError:\n    pass`;
    const { ask, backend, turns } = setUp([program(code), { text: 'Done.' }], TOOLS, { tree: {} });
    await ask({});
    const record = turns.record('', backend.requests[0]?.turn ?? '');
    expect(record).toMatchObject({ finish: 'stop', callable: ['mail__archive_message', 'mail__delete_message'] });
    const decided = (name: string) => record?.decisions.find(({ tool }) => tool === name);
    expect(decided('python_execution')).toMatchObject({ verdict: 'in', rule: 'builtin' });
    expect(decided('mail::archive_message')).toMatchObject({
      verdict: 'in',
      rule: 'searched',
      query: 'archive an email message',
    });
    expect(decided('mail::delete_message')).toMatchObject({ verdict: 'in', rule: 'guessed' });
    expect(decided('mail::show_message')).toMatchObject({ verdict: 'out', rule: 'deferred' });
  });

  test('A search of the model describes a tool that only a program has found', async () => {
    const search = { id: 's', name: 'tool_search', arguments: '{"query":"archive an email message","most":1}' };
    const steps = [program(`${SEARCH}print(len(found))`), { text: 'Two.' }, { calls: [search] }, { text: 'Done.' }];
    const { ask, backend } = setUp(steps, TOOLS, { tree: {} });
    const client = new Client(ask);
    await client.send();
    await client.send(user('Thanks.'));
    expect(client.text).toBe('Done.');
    expect(told(backend)[0]).toMatch(/"name":"mail__archive_message","description":"Archives an email message"/);
  });
});
