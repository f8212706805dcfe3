import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Dialect } from './database.ts';
import { countStatements, firstWord, looksLikeWrite, sqlTokens, unquoted } from './sql-text.ts';

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
    'A megabyte of %j takes less than two seconds in every dialect',
    (piece) => {
      const sql = piece.repeat(Math.ceil(1e6 / piece.length));
      const startedAt = performance.now();
      for (const dialect of DIALECTS) {
        countStatements(sql, dialect);
        looksLikeWrite(`SELECT ${sql}`, dialect);
        firstWord(sql, dialect);
      }
      expect(performance.now() - startedAt).toBeLessThan(2_000); // an idle machine needs a tenth of that
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

  test.each<[string, number, Dialect]>([
    ['', 0, 'sqlite'],
    [' ; -- a\n;', 0, 'sqlite'],
    ['select 1', 1, 'sqlite'],
    ['select 1;', 1, 'sqlite'],
    ['select 1; select 2', 2, 'sqlite'],
    [`select ';' ; /* ; */`, 1, 'postgres'],
    ['select $$;$$; drop table t', 2, 'postgres'],
    ['select 1;'.repeat(10_000), 10_000, 'sqlite'],
    [
      'create trigger x after insert on t begin delete from a; select case when 1 then 2 end; end; select 1',
      2,
      'sqlite',
    ],
    ['create procedure p() begin if a then select 1; end if; case a when 1 then select 2; end case; end', 1, 'mysql'],
    ['begin; select 1; end', 3, 'postgres'],
  ])('The text %j has %i statements', (sql, count, dialect) => {
    expect(countStatements(sql, dialect)).toBe(count);
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
