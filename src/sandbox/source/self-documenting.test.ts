import { describe, expect, test } from 'vitest';
import { rewrite } from './rewrite.ts';

const known = { modules: new Set<string>(), functions: new Set(['bash']) };

describe('Fields with "=" in f-strings', () => {
  test.each([
    ['f"{a % b=}"', 'f"{"a % b="}{__mod(a ,  b)!r}"'],
    ['f"{ bash(1) = }"', 'f"{" bash(1) = "}{ __tool_0(1)  !r}"'],
    ['f"{bash()=!s:>{w}}{x:.2f}"', 'f"{"bash()="}{__tool_0()!s:>{w}}{x:.2f}"'],
    ['f"{bash()=:>4}"', 'f"{"bash()="}{__tool_0():>4}"'],
    ['f\'{d["a\\\\"]=}\'', 'f\'{"d[\\"a\\\\\\\\\\"]="}{d["a\\\\"]!r}\''],
    ['f"""{\nx\n=\n}"""', 'f"""{"\\nx\\n=\\n"}{\nx\n\n!r}"""'],
    ['f"{f\'{x=}\'=}"', 'f"{"f\'{x=}\'="}{f\'{"x="}{x!r}\'!r}"'],
  ])('%j becomes %j', (code, expected) => {
    expect(rewrite(code, known).code).toBe(expected);
  });

  test.each([['f"{x}"'], ['f"{x == y} {x != y} {{x=}}"'], ['"{x=}"'], ['f"{x:=^5}"'], ['f"{x="']])(
    '%j stays',
    (code) => {
      expect(rewrite(code, known).code).toBe(code);
    },
  );
});
