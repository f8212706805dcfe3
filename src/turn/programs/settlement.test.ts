import { expect } from 'vitest';
import { program, setUp, told } from '../../../test/programs.ts';
import { proves } from '../../../test/requirements.ts';
import type { Permit } from '../../tools/index.ts';

/** Denies each call of the tool "remove" that names a file of the system. */
const permit: Permit = ({ tool, arguments: args }) =>
  tool.name === 'remove' && JSON.stringify(args).includes('/etc')
    ? { allow: false, rule: 'gateway rule', reason: 'files of the system stay' }
    : { allow: true };

proves('L7', 'A denied call of a program is a PermissionError with the reason, and the tool does not run', async () => {
  const removed: unknown[] = [];
  const remove = {
    name: 'remove',
    schema: { type: 'object', properties: { file: { type: 'string' } } },
    invoke: ({ file }: { file: string }) => {
      removed.push(file);
      return 'gone';
    },
  };
  const code =
    'print(remove(file="a.txt"))\ntry:\n    remove(file="/etc/passwd")\nexcept PermissionError as e:\n    print("caught:", e)\nremove(file="/etc/hosts")';
  const { ask, backend } = setUp([program(code), { text: 'Sorry.' }], [remove], { permit });
  await ask({});
  expect(told(backend)[0]).toMatch(
    /^gone\ncaught: .*files of the system stay[\s\S]*line 6: remove\(.*\nPermissionError: .*files of the system stay/,
  );
  expect(removed).toEqual(['a.txt']);
});

proves('L8', 'A call of a program that takes too long is a TimeoutError, and the program continues', async () => {
  const slow = { name: 'slow', invoke: () => new Promise(() => {}) };
  const code =
    'try:\n    slow()\nexcept TimeoutError as e:\n    print("caught:", e)\nprint(shop(item="ab")["price"])\nslow()';
  const { ask, backend } = setUp([program(code), { text: 'Sorry.' }], [slow], { limits: { toolMs: 30 } });
  await ask({});
  expect(told(backend)[0]).toMatch(/^caught: .*slow.*\n2\n[\s\S]*line 6: slow\(\)\nTimeoutError: /);
});
