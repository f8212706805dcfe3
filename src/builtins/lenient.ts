import type { Fields, ToolSchema } from '../core/index.ts';

/**
 * Returns a schema that shows these parameters but accepts any arguments, because models that know a similar tool write the
 * arguments of that one.
 */
export function lenient(parameters: Fields): ToolSchema {
  return {
    '~standard': {
      version: 1,
      vendor: 'toolpath',
      validate: (value: unknown) => ({ value }),
      jsonSchema: { input: () => parameters, output: () => parameters },
    },
  };
}
