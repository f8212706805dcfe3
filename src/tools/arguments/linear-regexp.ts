import type { Options } from 'ajv';
import { RE2JS } from 're2js';

type RegExpEngine = NonNullable<NonNullable<Options['code']>['regExp']>;

/**
 * Patterns of a schema run on RE2: in linear time, whatever the pattern and the text. What RE2 cannot run (look-around,
 * back-references) is not enforced, and reported: refusing the tool would refuse ordinary schemas, and the
 * tool checks its own input anyway.
 */
export function linearRegExp(onUnchecked: (pattern: string) => void): RegExpEngine {
  const engine = (pattern: string) => {
    const compiled = compile(pattern);
    if (compiled === undefined) onUnchecked(pattern);
    return {
      test: (text: string) => compiled === undefined || compiled.test(text),
      // ajv tells compiled patterns apart by this text; without it all patterns become the first one.
      toString: () => `re2:${pattern}`,
    };
  };
  return Object.assign(engine, { code: 're2' }) as unknown as RegExpEngine;
}

function compile(pattern: string): RE2JS | undefined {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(pattern));
  } catch {
    return undefined;
  }
}
