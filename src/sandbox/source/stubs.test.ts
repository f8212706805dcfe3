import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { helpText } from './help-text.ts';
import { positionalOrder } from './parameters.ts';
import { type PythonTool, signatureOf, stubOf, stubsOf } from './stubs.ts';
import { isValid, parse } from './tree.ts';

const readFile: PythonTool = {
  path: 'files.read_file',
  description: 'Reads a file\nas text.\n\nA second paragraph.',
  schema: {
    type: 'object',
    properties: {
      head: { type: 'integer', minimum: 1 },
      path: { type: 'string', description: 'Path of\nthe file.' },
      mode: { enum: ['text', 'binary'], default: 'text' },
    },
    required: ['path'],
  },
  outputSchema: { type: 'object', properties: { content: { type: 'string' } }, required: ['content'] },
};

describe('The stub of a tool', () => {
  test('A stub has typed parameters, required ones first, and the first paragraph of the description', () => {
    expect(stubOf(readFile)).toBe(
      [
        'await files.read_file(path: str, head: int | None = None, mode: Literal["text", "binary"] = "text") -> {"content": str}',
        '    """Reads a file as text.',
        '',
        '    path: Path of the file.',
        '    """',
      ].join('\n'),
    );
  });

  test('Positional arguments have the order of the parameters in the stub', () => {
    expect(positionalOrder(readFile.schema)).toEqual(['path', 'head', 'mode']);
  });

  test('The stub of a tool without a description is one line, and descriptions of parameters are kept', () => {
    expect(stubOf({ path: 'bash', description: '', schema: { type: 'object' } })).toBe('await bash() -> Any');
    const schema = { properties: { a: { description: 'The "a"' } } };
    expect(stubOf({ path: 'bash', description: '', schema })).toBe(
      'await bash(a: Any = None) -> Any\n    """\n    a: The "a"\n    """',
    );
  });

  test('The line of a signature names the tool as programs do', () => {
    expect(signatureOf({ ...readFile, outputSchema: undefined })).toBe(
      'files.read_file(path: str, head: int | None = None, mode: Literal["text", "binary"] = "text") -> Any',
    );
  });

  test('Names that Python does not allow are passed as a dict', () => {
    const schema = {
      properties: { 'a-b': { type: 'string', description: 'Odd.' }, class: {}, '\uff41': {}, a: { type: 'string' } },
      required: ['a-b'],
    };
    expect(stubOf({ path: 'f', description: 'F.', schema })).toBe(
      [
        'await f(a: str | None = None, **others) -> Any',
        '    """F.',
        '',
        '    pass **{"a-b": str} (required): Odd.',
        '    pass **{"class": Any}',
        '    pass **{"\uff41": Any}',
        '    """',
      ].join('\n'),
    );
    expect(positionalOrder(schema)).toEqual(['a']);
  });

  test('Stubs are grouped by module, in their order', () => {
    const tool = (path: string): PythonTool => ({ path, description: `Does ${path}.`, schema: {} });
    expect(stubsOf(['bash', 'files.a', 'mail.b', 'files.c'].map(tool))).toBe(
      [
        'await bash() -> Any\n    """Does bash."""',
        '# module files\nawait files.a() -> Any\n    """Does files.a."""\nawait files.c() -> Any\n    """Does files.c."""',
        '# module mail\nawait mail.b() -> Any\n    """Does mail.b."""',
      ].join('\n\n'),
    );
    expect(stubsOf([])).toBe('');
  });
});

describe('Types', () => {
  const definitions = {
    Node: { properties: { name: { type: 'string' }, next: { $ref: '#/$defs/Node' } }, required: ['name'] },
    'a/b%': { type: 'integer' },
    Loop: { $ref: '#/$defs/Loop' },
  };

  test.each<[object | boolean, string]>([
    [{ type: 'string' }, 'str'],
    [{ type: 'INTEGER' }, 'int'],
    [{ type: 'number' }, 'float'],
    [{ type: 'boolean' }, 'bool'],
    [{ type: 'null' }, 'None'],
    [{ type: ['null', 'string', 'string'] }, 'str | None'],
    [{ type: 'string', nullable: true }, 'str | None'],
    [{ type: 'array' }, 'list'],
    [{ type: 'array', items: { type: ['string', 'null'] } }, 'list[str | None]'],
    [{ items: { items: { type: 'integer' } } }, 'list[list[int]]'],
    [{ enum: ['a', 1, true, null] }, 'Literal["a", 1, True] | None'],
    [{ const: 'a"b' }, 'Literal["a\\"b"]'],
    [{ enum: [{ a: 1 }] }, 'Any'],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }, { type: 'integer' }] }, 'str | int | None'],
    [{ oneOf: [{ type: 'string' }, {}] }, 'Any'],
    [{ type: 'object' }, 'dict'],
    [{ type: 'object', additionalProperties: { type: 'integer' } }, 'dict[str, int]'],
    [{ properties: { a: { type: 'string' }, b: {} }, required: ['a'] }, '{"a": str, "b"?: Any}'],
    [{ properties: { a: { properties: { b: { properties: { c: {} } } } } } }, '{"a"?: {"b"?: dict}}'],
    [
      { allOf: [{ properties: { a: {} } }, { properties: { b: { type: 'null' } }, required: ['b'] }] },
      '{"a"?: Any, "b": None}',
    ],
    [{ $ref: '#/$defs/Node' }, '{"name": str, "next"?: Any}'],
    [{ $ref: '#/$defs/a~1b%25' }, 'int'],
    [{ $ref: '#/$defs/Loop' }, 'Any'],
    [{ $ref: '#/$defs/__proto__' }, 'Any'],
    [{ $ref: 'https://example.com/schema' }, 'Any'],
    [{ $ref: '#/$defs/a~1b%25', description: 'Stays.' }, 'int'],
    [true, 'Any'],
    [{ type: 'nonsense' }, 'Any'],
  ])('The schema %j becomes the type %s', (schema, type) => {
    const tool = {
      path: 'f',
      description: '',
      schema: { properties: { a: schema }, required: ['a'], $defs: definitions },
    };
    expect(signatureOf(tool)).toBe(`f(a: ${type}) -> Any`);
  });

  test('Parameters may be declared by references, parts and alternatives', () => {
    const schema = {
      $ref: '#/$defs/A',
      allOf: [{ properties: { b: {} }, required: ['b'] }],
      anyOf: [{ properties: { c: { type: 'string' } }, required: ['c'] }],
      required: ['d'],
      $defs: { A: { properties: { a: { type: 'string' } } } },
    };
    expect(signatureOf({ path: 'f', description: '', schema })).toBe(
      'f(b: Any, d: Any, a: str | None = None, c: str | None = None) -> Any',
    );
  });

  test.each([
    [{ default: 5 }, 'a: Any = 5'],
    [{ type: 'boolean', default: false }, 'a: bool = False'],
    [{ type: 'string', default: null }, 'a: str = None'],
    [{ type: 'array', default: [1, { b: null }] }, 'a: list = [1, {"b": None}]'],
    [{ default: 'x'.repeat(1000) }, 'a: Any = ...'],
  ])('A default is written in Python: %j', (schema, expected) => {
    expect(signatureOf({ path: 'f', description: '', schema: { properties: { a: schema } } })).toBe(
      `f(${expected}) -> Any`,
    );
  });
});

describe('Help', () => {
  test('Help has the whole description, all parameters and the rules that types do not show', () => {
    expect(helpText(readFile)).toBe(
      [
        `await ${signatureOf(readFile)}`,
        'Reads a file\nas text.\n\nA second paragraph.',
        [
          'Parameters:',
          '  path: str (required)\n    Path of\n    the file.',
          '  head: int\n    {"type":"integer","minimum":1}',
          '  mode: Literal["text", "binary"] = "text"',
        ].join('\n'),
        `Returns: ${JSON.stringify(readFile.outputSchema)}`,
      ].join('\n\n'),
    );
  });

  test('Help lists a long enum completely', () => {
    const values = Array.from({ length: 20 }, (_, index) => index);
    const schema = { properties: { a: { enum: values } } };
    expect(helpText({ path: 'f', description: '', schema })).toContain(JSON.stringify({ enum: values }));
  });

  test('Help includes the definitions that the parameters refer to', () => {
    const schema = { properties: { a: { items: { $ref: '#/$defs/A' } } }, $defs: { A: { type: 'string' } } };
    expect(helpText({ path: 'f', description: '', schema })).toContain('\n\nDefinitions: {"A":{"type":"string"}}');
  });
});

describe('Hostile tools', () => {
  test('The members of a large schema are listed once, however many references lead to it', () => {
    let listings = 0;
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`p${n}`, {}]));
    const properties = new Proxy(many, {
      ownKeys: (target) => {
        listings++;
        return Reflect.ownKeys(target);
      },
    });
    const eight = (part: object) => ({ allOf: Array.from({ length: 8 }, () => part) });
    const schema = { ...eight(eight(eight({ $ref: '#/$defs/large' }))), $defs: { large: { properties } } };
    expect(stubOf({ path: 'a', description: '', schema })).toMatch(
      /^await a\(p0: Any = None, .*, \*\*others\) -> Any$/,
    );
    expect(listings).toBe(1);
  });

  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc
      .array(
        fc.constantFrom('"', '""', '"""', '\\', '\n', '\n\n', '\r', '\0', '\u2028', '\u200b', '\u{e0041}', 'a', ' '),
      )
      .map((parts) => parts.join('')),
  );

  test('A description cannot leave the docstring', async () => {
    await fc.assert(
      fc.asyncProperty(text, text, text, async (description, about, name) => {
        const schema = {
          properties: Object.fromEntries([
            ['a', { type: 'string', description: about }],
            [name, { type: 'string', description: about }],
          ]),
        };
        const stub = stubOf({ path: 'f', description, schema });
        const definition = asDefinition(stub);
        const { root } = parse(definition);
        expect(await isValid(definition)).toBe(true);
        expect(root.children.map((node) => node.name)).toEqual(['FunctionDefinition']);
        expect(stub).not.toMatch(/[\0\r\u2028\u200b\u{e0041}]/u);
        for (const [place, line] of stub.split('\n').entries()) if (place > 0) expect(line).toMatch(/^(?: {4}.*)?$/);
      }),
    );
  });

  test('Any schema gives a stub and help of a bounded size', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (properties, outputSchema) => {
        const tool = {
          path: 'f',
          description: '',
          schema: { properties, required: properties, allOf: [properties], $ref: '#/properties' },
          outputSchema,
        };
        expect(stubOf(tool).length).toBeLessThan(100_000);
        expect(helpText(tool).length).toBeLessThan(200_000);
      }),
    );
  });

  const many = (schema: unknown) =>
    Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`p${index}`, schema]));
  const self = {
    anyOf: Array.from({ length: 8 }, () => ({ allOf: Array.from({ length: 8 }, () => ({ $ref: '#' })) })),
  };
  const chain = Object.fromEntries(
    Array.from({ length: 1000 }, (_, index) => [
      `d${index}`,
      { allOf: [{ $ref: `#/$defs/d${index + 1}` }, { $ref: `#/$defs/d${index + 1}` }] },
    ]),
  );

  test.each<[string, object]>([
    ['many parameters', { properties: many({ type: 'string' }), required: Object.keys(many(1)) }],
    ['many properties', { properties: { a: { properties: many({ properties: many(1) }) } } }],
    ['a schema that refers to itself', { ...self, properties: { a: self } }],
    ['a long chain of references', { properties: { a: { $ref: '#/$defs/d0' } }, $defs: chain }],
    ['a long description', { properties: { a: { description: ' \n"'.repeat(1_000_000) } } }],
    ['a large enum', { properties: { a: { enum: Object.keys(many(1)) } } }],
  ])('Stubs and help take bounded work for %s', (_, schema) => {
    const tool = { path: 'f', description: '\n \\'.repeat(1_000_000), schema, outputSchema: schema };
    expect(stubOf(tool).length).toBeLessThan(20_000);
    expect(helpText(tool).length).toBeLessThan(200_000);
    expect(positionalOrder(schema).length).toBeGreaterThan(0);
  });
});

/** Returns a stub as a function that Python accepts. */
function asDefinition(stub: string): string {
  const [signature = '', ...lines] = stub.split('\n');
  return [`${signature.replace(/^await/, 'async def')}:`, ...lines, '    ...'].join('\n');
}
