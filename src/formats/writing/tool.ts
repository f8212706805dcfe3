import type { Fields } from '../../core/index.ts';
import { readTool } from '../tools.ts';

/** A tool as a model is told of it. */
export interface WrittenTool {
  readonly name: string;
  readonly description: string;
  /** A JSON Schema of an object. */
  readonly parameters: Fields;
}

/** Tools in any shape that a Reader takes; what is none is left out. */
export function toolsToWrite(given: readonly unknown[]): readonly WrittenTool[] {
  return given.flatMap((each) => {
    const tool = readTool(each);
    if (tool === undefined) return [];
    const { name, description, schema } = tool;
    return [{ name, description, parameters: schema ?? { type: 'object' } }];
  });
}
