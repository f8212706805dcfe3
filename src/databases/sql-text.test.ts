import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Dialect } from './database.ts';
import { firstWord, fromSecondStatement, fromStatement, looksLikeWrite, sqlTokens, unquoted } from './sql-text.ts';

const DIALECTS: readonly Dialect[] = ['sqlite', 'postgres', 'mysql', 'duckdb'];

/** Returns the tokens without white space, each as `kind text`. */
function tokens(sql: string, dialect: Dialect): string[] {
  return [...sqlTokens(sql, dialect)].filter(({ kind }) => kind !== 'space').map(({ kind, text }) => `${kind} ${text}`);
}

describe('Tokens', () => {
  test.each<[Dialect, string, string[]]>([
    ['sqlite', 'SELECT a.b', ['word SELECT', 'word a', 'mark .', 'word b']],
    ['sqlite', `'it''s' "a""b" [c d] \`e\``, [`string 'it''s'`, 'name "a""b"', 'name [c d]', 'name `e`']],
    ['sqlite', String.raw`'a\' b`, [String.raw`string 'a\'`, 'word b']],
    ['mysql', String.raw`'a\'b' "c"`, [String.raw`string 'a\'b'`, 'string "c"']],
    ['postgres', String.raw`E'a\'b' 'c\'`, [String.raw`string E'a\'b'`, String.raw`string 'c\'`]],
    ['postgres', `$$a;'b$$ $t$ $$ $t$ $1`, [`string $$a;'b$$`, 'string $t$ $$ $t$', 'placeholder $1']],
    ['postgres', 'a$b$c', ['word a$b$c']],
    ['postgres', 'a::text ? b', ['word a', 'mark ::', 'word text', 'mark ?', 'word b']],
    [
      'duckdb',
      'FROM t WHERE x = $1 OR y = ?',
      [
        'word FROM',
        'word t',
        'word WHERE',
        'word x',
        'mark =',
        'placeholder $1',
        'word OR',
        'word y',
        'mark =',
        'placeholder ?',
      ],
    ],
    ['sqlite', '?1 :a @b $c', ['placeholder ?1', 'placeholder :a', 'placeholder @b', 'placeholder $c']],
    ['postgres', '/* a /* b */ c */ d', ['comment /* a /* b */ c */', 'word d']],
    ['sqlite', '/* a /* b */ c', ['comment /* a /* b */', 'word c']],
    ['sqlite', 'a -- b\nc', ['word a', 'comment -- b', 'word c']],
    ['mysql', '1--1 -- b', ['number 1', 'mark -', 'mark -', 'number 1', 'comment -- b']],
    ['mysql', 'a # b', ['word a', 'comment # b']],
    ['mysql', '/*!50001 DROP */', ['mark /*!50001', 'word DROP', 'mark */']],
    ['mysql', '2024_sales 1e5 1.5', ['word 2024_sales', 'number 1e5', 'number 1.5']],
    ['postgres', 'a[1]', ['word a', 'mark [', 'number 1', 'mark ]']],
    ['sqlite', 'straße 😀', ['word straße', 'word 😀']],
    ['postgres', `'open`, [`string 'open`]],
  ])('In %s, the text %s is split as the database splits it', (dialect, sql, expected) => {
    expect(tokens(sql, dialect)).toEqual(expected);
  });

  test('The tokens of any text concatenate to the text, and none is empty', () => {
    const piece = fc.constantFrom(
      "'",
      '"',
      '`',
      '[',
      ']',
      '$',
      '$a$',
      '$$',
      '/*',
      '*/',
      '/*!',
      '--',
      '#',
      '\\',
      '\n',
      ' ',
      ';',
      '?',
      '$1',
      ':a',
      '::',
      'E',
      '1',
      '1.',
      'é',
      '\ud800',
      '😀',
      'select',
      '\0',
    );
    const text = fc.oneof(
      fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join('')),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(text, fc.constantFrom(...DIALECTS), (sql, dialect) => {
        const all = [...sqlTokens(sql, dialect)];
        expect(all.map((token) => token.text).join('')).toBe(sql);
        expect(all.every((token) => token.text !== '')).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    `'`,
    `"`,
    '$',
    '$a',
    '$a$',
    '/*',
    '*/',
    '/*/',
    '[',
    '`',
    '\\',
    `'\\`,
    '-',
    '--',
    '#',
    ';',
    '?',
    ':',
    '1',
    '1.',
    '1e',
    'a',
    '(',
    '\ud83d',
    ' ',
    "E'",
    '$$ $a$ ',
  ])(
    'A megabyte of %j takes less than a second of processor time in every dialect',
    (piece) => {
      const sql = piece.repeat(Math.ceil(1e6 / piece.length));
      const start = process.threadCpuUsage();
      for (const dialect of DIALECTS) {
        looksLikeWrite(`SELECT ${sql.slice(0, 99_000)}`, dialect);
        firstWord(sql, dialect);
      }
      const { user, system } = process.threadCpuUsage(start);
      expect(user + system).toBeLessThan(1_000_000); // a tenth of that is usual
    },
    10_000,
  );

  test.each([
    ['"a""b"', 'postgres', 'a"b'],
    ['[a b]', 'sqlite', 'a b'],
    ['`a``b`', 'mysql', 'a`b'],
    ['"open', 'sqlite', 'open'],
    ['word', 'sqlite', 'word'],
  ] as const)('The name %s of %s means %s', (sql, dialect, name) => {
    const [token] = sqlTokens(sql, dialect);
    expect(token && unquoted(token)).toBe(name);
  });
});

describe('Statements', () => {
  test.each([
    ['select 1', 'SELECT'],
    ['-- a\n /* b */ ; Insert into t', 'INSERT'],
    ['(select 1)', ''],
    ['', ''],
  ])('The first word of %j is %j', (sql, word) => {
    expect(firstWord(sql, 'sqlite')).toBe(word);
  });

  test.each<[string, Dialect, string]>([
    ['', 'sqlite', ''],
    [' ; -- a\n; /* b */ ', 'sqlite', ''],
    [' ;; -- a\n select 1; select 2', 'sqlite', 'select 1; select 2'],
    ['/* a /* b */ c */ d', 'postgres', 'd'],
    ['/* a /* b */ c */ d', 'sqlite', 'c */ d'],
    ['/*!50001 drop table t */', 'mysql', '/*!50001 drop table t */'],
    ["'a' -- b", 'sqlite', "'a' -- b"],
  ])('The statement of %j in %s begins at %j', (sql, dialect, expected) => {
    expect(fromStatement(sql, dialect)).toBe(expected);
  });

  test.each<[string, Dialect, string]>([
    ['select 1', 'mysql', ''],
    ['select 1; -- a', 'mysql', ''],
    [`select ';' ; /* ; */ drop table t`, 'mysql', 'drop table t'],
    ['select $$;$$; drop table t', 'postgres', 'drop table t'],
  ])('The second statement of %j in %s is %j', (sql, dialect, expected) => {
    expect(fromSecondStatement(sql, dialect)).toBe(expected);
  });

  test('The second statement of a long text is found behind a short one, not behind a long one', () => {
    const long = `select ${'1+'.repeat(100_000)}1`;
    expect(fromSecondStatement(`select 1; ${long}`, 'sqlite')).toBe(long);
    expect(fromSecondStatement(`${long}; select 1`, 'sqlite')).toBe('');
  });
});

describe('Statements that look like a change', () => {
  test.each<[string, Dialect?]>([
    ['insert into t values (1)'],
    ['update t set a = 1'],
    ['delete from t'],
    ['replace into t values (1)', 'mysql'],
    ['create table t (a int)'],
    ['drop table t'],
    ['analyze'],
    ['vacuum', 'sqlite'],
    ["attach 'x' as y", 'sqlite'],
    ["copy t to 'x'", 'duckdb'],
    ['set x = 1', 'mysql'],
    ['do $$ begin end $$', 'postgres'],
    ['with x as (delete from t returning *) select * from x', 'postgres'],
    ['with x as (select 1) insert into t select * from x'],
    ['select * into t2 from t', 'postgres'],
    ["select 1 into outfile 'x'", 'mysql'],
    ['select * from t for update', 'postgres'],
    ['select * from t for key share', 'postgres'],
    ['select * from t lock in share mode', 'mysql'],
    ["select nextval('s')", 'postgres'],
    ["select pg_catalog.setval('s', 1)", 'postgres'],
    ['select next value for s', 'mysql'],
    ['explain analyze delete from t', 'postgres'],
    ['select 1; drop table t'],
    ['show tables; drop table t', 'mysql'],
    ['/*!50001 drop table t */', 'mysql'],
    ['select 1 /*! into outfile "x" */', 'mysql'],
    ['pragma journal_mode = wal', 'sqlite'],
    ['pragma user_version', 'postgres'],
    ['from t', 'sqlite'],
    ['"select"'],
    [''],
    [' -- nothing'],
  ])('The text %j may change something', (sql, dialect = 'sqlite') => {
    expect(looksLikeWrite(sql, dialect)).toBe(true);
  });

  test('A text that is too long to be examined may change something', () => {
    expect(looksLikeWrite(`select '${'a'.repeat(100_000)}'`, 'sqlite')).toBe(true);
  });

  test.each<[string, Dialect?]>([
    ['select * from t'],
    [' (select 1) union (select 2)', 'postgres'],
    ['with recursive a as (select 1) select * from a'],
    ['values (1), (2)'],
    ['table t', 'postgres'],
    ['show create table t', 'mysql'],
    ['describe t', 'mysql'],
    ['explain analyze select 1', 'postgres'],
    ['explain (analyze, buffers) select 1', 'postgres'],
    ['explain query plan select 1', 'sqlite'],
    ['pragma table_info(t)', 'sqlite'],
    ['from t select a', 'duckdb'],
    ['summarize t', 'duckdb'],
    ["select replace(a, 'x', 'y'), truncate(b, 2), insert('a', 1, 1, 'b') from t", 'mysql'],
    ['select \'drop table t\', "delete", a.update, 1 as call from t -- insert into', 'sqlite'],
    ['select * replace (a as b) from t', 'duckdb'],
    ["select $$drop table t$$, E'\\' delete'", 'postgres'],
    ['select 1; select 2;'],
    ['select updated_at, deleted from inserts'],
  ])('The text %j only reads', (sql, dialect = 'sqlite') => {
    expect(looksLikeWrite(sql, dialect)).toBe(false);
  });
});
