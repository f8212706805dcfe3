import { describe, expect, test } from 'vitest';
import { rewrite } from './rewrite.ts';

const known = { modules: new Set<string>(), functions: new Set(['bash']) };
const MAIN = 'async def main(): pass\n';

describe('Statements that only create a coroutine', () => {
  test.each([
    ['main()', 'await __await_any(main())'],
    ['main(1,\n  2)  # run', 'await __await_any(main(1,\n  2))  # run'],
    ['x = 1; main()', 'x = 1; await __await_any(main())'],
    ['if __name__ == "__main__":\n    main()', 'if "__main__" == "__main__":\n    await __await_any(main())'],
    [
      'try: main()\nexcept ValueError: main()',
      'try: await __await_any(main())\nexcept ValueError: await __await_any(main())',
    ],
    ['async def f():\n  for x in y: main()', 'async def f():\n  for x in y: await __await_any(main())'],
    ['def f():\n  if x: main()', 'def f():\n  if x: asyncio.run(__await_any(main()))'],
    ['import asyncio\ndef f(): main()', 'import asyncio\ndef f(): asyncio.run(__await_any(main()))'],
    ['asyncio = 1\ndef f(): main()', 'asyncio = 1\ndef f(): main()'],
    ['class A:\n  main()', 'class A:\n  asyncio.run(globals()["__await_any"](main()))'],
    ['asyncio.gather(main(), main())', 'await __await_any(__gather(main(), main()))'],
    ['asyncio.gather(bash())', 'await __await_any(__gather(__later_0()))'],
    [
      'async def f():\n  x = 1\n  asyncio.gather(bash())',
      'async def f():\n  x = 1\n  await __await_any(__gather(__later_0()))',
    ],
    ['async def f():\n  asyncio.gather(bash())\n  x = 1', 'async def f():\n  __gather(__later_0())\n  x = 1'],
    ['def f():\n  asyncio.gather(bash())', 'def f():\n  __gather(__later_0())'],
  ])('%j becomes %j', (code, expected) => {
    expect(rewrite(MAIN + code, known).code).toBe(MAIN + expected);
  });

  test.each([
    ['async def main(): pass\nawait main()'],
    ['async def main(): pass\nasyncio.run(main())'],
    ['async def main(): pass\nx = main()'],
    ['async def main(): pass\nprint(main())'],
    ['async def main(): pass\nx.main()'],
    ['async def main(): pass\nmain().close()'],
    ['async def main(): pass\nmain = f\nmain()'],
    ['def main(): pass\nmain()'],
    ['@background\nasync def main(): pass\nmain()'],
    ['main()'],
  ])('%j stays', (code) => {
    expect(rewrite(code, known).code).toBe(code);
  });
});
