import { defaultLimits } from '../../src/core/index.ts';
import { SchemaCompiler } from '../../src/tools/arguments/compile.ts';
import { digits, megabytes, printTable, printTitle } from '../print.ts';

type Schema = Readonly<Record<string, unknown>>;

/** Measures what the first call of a tool with a hostile schema costs. */
export function measureSchemas(): void {
  compile({ properties: { a: { pattern: 'a' } } }); // creates the validator
  const rows = Object.entries(schemas()).map(([name, schema]) => {
    globalThis.gc?.();
    const before = process.memoryUsage().heapUsed;
    const startedAt = threadMs();
    const { compiled, verdict } = compile(schema);
    const ms = threadMs() - startedAt;
    globalThis.gc?.();
    const bytes = process.memoryUsage().heapUsed - before;
    return [name, compiled.ok ? verdict : 'refused', `${digits(ms)} ms`, megabytes(Math.max(0, bytes))];
  });
  printTitle('Tool definitions');
  printTable(['schema', 'result', 'processor', 'memory'], rows);
}

function compile(schema: Schema) {
  const compiled = new SchemaCompiler(defaultLimits).compile(schema);
  let verdict = 'compiled';
  try {
    if (compiled.ok) compiled.check({ a: 'x', p1: 'x', p2: 5 });
  } catch {
    verdict = 'check fails';
  }
  return { compiled, verdict };
}

function schemas(): Record<string, Schema> {
  const properties = (count: number, make: (n: number) => object): Schema => ({
    type: 'object',
    properties: Object.fromEntries(Array.from({ length: count }, (_, n) => [`p${n}`, make(n)])),
  });
  const list = (count: number, make: (n: number) => object) => Array.from({ length: count }, (_, n) => make(n));
  return {
    '190 patterns that repeat classes': properties(190, (n) => ({ pattern: `\\p{L}{1,1000}\\p{N}{1,1000}${n}$` })),
    '190 patterns that repeat a group': properties(190, (n) => ({ pattern: `(ab${n}){1000}` })),
    '190 patterns with a class': properties(190, (n) => ({ pattern: `^\\p{L}+${n}$` })),
    '10 patterns of 1,000 repetitions': properties(10, (n) => ({ pattern: `^[a-z${n}]{1,900}$` })),
    '900 branches of oneOf': { properties: { a: { oneOf: list(900, (n) => ({ const: n })) } } },
    '450 branches of oneOf': { properties: { a: { oneOf: list(450, (n) => ({ const: n })) } } },
    '300 conditions': {
      allOf: list(300, (n) => ({ if: { properties: { a: { const: n } } }, else: { required: [`b${n}`] } })),
    },
    '350 nullable properties': properties(350, () => ({ anyOf: [{ type: 'string' }, { type: 'null' }] })),
    '900 typed properties': properties(900, () => ({ type: 'string' })),
    '50,000 subschemas': properties(50_000, () => ({ type: 'string' })),
    'an enum of 7,000 objects': { properties: { a: { enum: list(7_000, (n) => ({ n })) } } },
    'a name of 50,000 characters': {
      properties: { ['x'.repeat(50_000)]: properties(100, () => ({ type: 'string' })) },
    },
    'a reference to itself': { $ref: '#' },
    'a chain of 400 references': {
      $defs: properties(400, (n) => ({ items: { $ref: `#/$defs/p${(n + 1) % 400}` } })).properties,
      $ref: '#/$defs/p0',
    },
  };
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
