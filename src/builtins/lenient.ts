import type { Fields, ToolSchema } from '../core/index.ts';

/**
 * Returns a schema that shows these parameters but accepts any arguments, because models write the arguments of similar tools
 * that they know.
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
