import type { Fields } from '../../core/index.ts';
import { readTool } from '../tools.ts';

/** A tool as it is described to a model. */
export interface WrittenTool {
  readonly name: string;
  readonly description: string;
  /** The JSON Schema of the arguments object. */
  readonly parameters: Fields;
}

/** Converts tools from any shape that a Reader accepts. Values that are not tools are dropped. */
export function toolsToWrite(given: readonly unknown[]): readonly WrittenTool[] {
  return given.flatMap((each) => {
    const tool = readTool(each);
    if (tool === undefined) return [];
    const { name, description, schema } = tool;
    return [{ name, description, parameters: schema ?? { type: 'object' } }];
  });
}
