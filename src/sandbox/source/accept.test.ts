import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultLimits } from '../../core/index.ts';
import { programIn } from './accept.ts';

const MOST = 64 * 1024;
const FENCE = '```';

describe('The code argument', () => {
  test('A text, an array of lines, and either of them inside objects are the same program', async () => {
    const program = { ok: true, code: 'x = 1\nprint(x)' };
    expect(await programIn('x = 1\nprint(x)', MOST)).toEqual(program);
    expect(await programIn(['x = 1', 'print(x)'], MOST)).toEqual(program);
    expect(await programIn(['x = 1\n', 'print(x)\r\n'], MOST)).toEqual(program);
    expect(await programIn({ code: { code: ['x = 1', 'print(x)'] } }, MOST)).toEqual(program);
  });

  test('The JSON text of a list of two or more lines is a program, and any other list is one of Python', async () => {
    expect(await code(' ["x = 1",\n"print(\\"a\\")"]')).toBe('x = 1\nprint("a")');
    expect(await code({ code: '["x = 1\\n", "print(x)"]' })).toBe('x = 1\nprint(x)');
    for (const list of ['["x = 1"]', '["a", 1]', '["a", "b"].count("a")', "['a', 'b']"]) {
      expect(await code(list)).toBe(list);
    }
  });

  test.each([[5], [null], [undefined], [true], [{}], [{ text: 'x' }], [['x', 1]], [{ code: { code: 7 } }]])(
    'A value without a program is refused with an example: %j',
    async (value) => {
      expect(await programIn(value, MOST)).toEqual({
        ok: false,
        reason: expect.stringContaining('Example: {"code": '),
      });
    },
  );

  test.each([[''], [' \n\t\n'], [[]], ['\ufeff'], ['\0\0'], [`${FENCE}python\n${FENCE}`]])(
    'An empty program is refused with an example in Python, without words of the tool: %j',
    async (value) => {
      expect(await programIn(value, MOST)).toEqual({
        ok: false,
        reason: 'The program is empty. Write Python, for example:\nx = 6 * 7\nprint(x)',
      });
    },
  );

  test('A program that is too large is refused with its size and the limit', async () => {
    expect(await programIn('éé', 3)).toEqual({ ok: false, reason: expect.stringContaining('has 4 bytes; at most 3') });
    expect(await programIn('éa', 3)).toEqual({ ok: true, code: 'éa' });
  });

  test('A program of 1 MB is refused with its size and the default limit', async () => {
    expect(await programIn('x'.repeat(1024 * 1024), defaultLimits.pythonCodeBytes)).toEqual({
      ok: false,
      reason:
        'The program has 1048576 bytes; at most 32768 are allowed ("limits.pythonCodeBytes"). Send a shorter program.',
    });
  });

  test('Line ends become LF, and a byte order mark and NULs at the end are removed', async () => {
    expect(await code('\ufeffa\r\nb\rc\n\0\0')).toBe('a\nb\nc\n');
  });
});

describe('A fenced block', () => {
  test.each([
    [`${FENCE}python\nx = 1\n${FENCE}`, 'x = 1\n'],
    [`${FENCE}\nx = 1\n${FENCE}\n`, 'x = 1\n'],
    [`${FENCE}py\nx = 1\n`, 'x = 1\n'],
    [`${FENCE}python print(1)${FENCE}`, 'print(1)'],
    [`${FENCE}print(1)${FENCE}`, 'print(1)'],
    [`Here's the "code:\n\n${FENCE}python\nx = 1\n${FENCE}\nIt doesn't print.`, 'x = 1\n'],
    [`1. Run:\n\n   ${FENCE}python\n   if x:\n       y()\n   ${FENCE}`, 'if x:\n    y()\n'],
    [`~${FENCE}${'`'}python\nx\n${FENCE}${'`'}`, 'x\n'],
  ])('The fence and the text around it are removed: %j', async (given, expected) => {
    expect(await code(given)).toBe(expected);
  });

  test('A fence inside a string or a comment of the program is not a fence', async () => {
    const program = `x = """\n${FENCE}\na\n${FENCE}\n"""  # ${FENCE}\nprint(x)\n`;
    expect(await code(program)).toBe(program);
    expect(await code(`${FENCE}python\n${program}${FENCE}`)).toBe(program);
  });

  test('A text with several fenced blocks is refused', async () => {
    const two = `${FENCE}python\na\n${FENCE}\nand\n${FENCE}python\nb\n${FENCE}`;
    expect(await programIn(two, MOST)).toEqual({ ok: false, reason: expect.stringContaining('several fenced blocks') });
  });
});

describe('Indentation', () => {
  test('The indentation that all statements share is removed', async () => {
    expect(await code('    x = 1\n\n    if x:\n        y()')).toBe('x = 1\n\nif x:\n    y()');
    expect(await code('\tx\n\t\ty')).toBe('x\n\ty');
    expect(await code('  x\n y')).toBe(' x\ny');
  });

  test('Lines in strings and brackets and comments may be indented less, and keep their indentation', async () => {
    expect(await code('    x = """a\n  b\n    c"""\n    y = [\n1,\n    ]\n# d\n    z')).toBe(
      'x = """a\n  b\nc"""\ny = [\n1,\n]\n# d\nz',
    );
  });

  test('An indentation that mixes tabs and spaces is left to the engine', async () => {
    expect(await code('\tx\n    y')).toBe('\tx\n    y');
    expect(await code('if x:\n\ty\n        z')).toBe('if x:\n\ty\n        z');
  });
});

describe('Written line breaks', () => {
  test('A program in one line with \\n instead of line breaks gets its lines, and strings keep their escapes', async () => {
    expect(await code('x = "a\\nb"\\nif x:\\n\\tprint(x)  # it\'s "x"\\nprint(2)\\n')).toBe(
      'x = "a\\nb"\nif x:\n\tprint(x)  # it\'s "x"\nprint(2)\n',
    );
    expect(await code('# List.\\nprint(1)')).toBe('# List.\nprint(1)');
  });

  test.each([['print("a\\nb")'], ['x = (\\n'], ['x = 1\\nprint(2)\nprint(3)'], ['x = \\n1\\n']])(
    'A program stays unchanged if it is valid, has other lines or would not become valid: %j',
    async (program) => {
      expect(await code(program)).toBe(program);
    },
  );
});

describe('Any value', () => {
  const pieces = ['```', '```python', '\n', '\\n', '"', "'", '"""', '    ', '\t', 'x = 1', 'if x:', '#', '(', ')'];

  test('Reading any JSON value never throws, and code ends its lines with LF', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.jsonValue(), fc.record({ code: fc.jsonValue() }), fc.string()), async (value) => {
        const accepted = await programIn(value, MOST);
        expect(accepted.ok ? accepted.code : '').not.toContain('\r');
      }),
    );
  });

  test('Reading a program that was read does not change it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), async (given) => {
        const once = await programIn(given.join(''), MOST);
        if (once.ok && !once.code.includes(FENCE)) expect(await programIn(once.code, MOST)).toEqual(once);
      }),
    );
  });

  test.each([['\\n'], ['"'], ['"\\'], ['"""\'\'\''], ['\n```'], [' x\n'], ['[{'], ['    ']])(
    'Reading 256 KB of %j takes linear time',
    async (piece) => {
      // Quadratic work would take minutes, and exceed the time limit of the test.
      const text = piece.repeat((256 * 1024) / piece.length);
      await programIn(text, 2 * text.length);
      await programIn(`    ${text}x`, 2 * text.length);
    },
  );
});

async function code(given: unknown): Promise<string> {
  const accepted = await programIn(given, MOST);
  if (!accepted.ok) throw new Error(accepted.reason);
  return accepted.code;
}

describe('Fences of tildes, and escaped characters', () => {
  test.each([
    ['~~~python\nprint(1)\n~~~', 'print(1)\n'],
    ['Here:\n~~~\nx = ~~~1\n~~~\n', 'x = ~~~1\n'],
    ['x = ~~~1\ny = """\n~~~\n"""', 'x = ~~~1\ny = """\n~~~\n"""'],
  ])('Tildes at the start of a line are a fence: %j becomes %j', async (given, code) => {
    expect(await programIn(given, 1_000)).toEqual({ ok: true, code });
  });

  test.each([
    ['if 1 &lt; 2:\n    print(&quot;a&quot;, &#39;b&#39;)', 'if 1 < 2:\n    print("a", \'b\')'],
    ['print(“a”, ‘b’)', 'print("a", \'b\')'],
    ['if x:\n\u00a0\u00a0print(1)\u200b', 'if x:\n  print(1)'],
    ['x = f(“a”) &lt; 1', 'x = f("a") < 1'],
  ])('Escaped and printed characters are restored: %j becomes %j', async (given, code) => {
    expect(await programIn(given, 1_000)).toEqual({ ok: true, code });
  });

  test.each([['print("&lt;“a”\u00a0")'], ['x = a &lt; b # “c”\n)'], ['print("it’s")  # ‘']])(
    'Characters stay if the program is valid with them, or invalid without them: %j',
    async (code) => {
      expect(await programIn(code, 1_000)).toEqual({ ok: true, code });
    },
  );
});
