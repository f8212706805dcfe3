import type { InvokeConfig, Tool } from '../core/index.ts';
import { defineTool } from '../tools/index.ts';
import { PYTHON_EXECUTION } from './definitions.ts';
import { lenient } from './lenient.ts';

/** Creates the built-in tool `python_execution`, which runs a program with this function. */
export function pythonExecution(invoke: (args: unknown, config: InvokeConfig) => unknown): Tool {
  return defineTool({
    name: PYTHON_EXECUTION.name,
    description: PYTHON_EXECUTION.description,
    schema: lenient(PYTHON_EXECUTION.parameters),
    metadata: { builtin: true, annotations: ANNOTATIONS },
    invoke,
  });
}

/** A program by itself changes nothing. The permit rules judge each of its calls. */
const ANNOTATIONS = { title: 'Python program', readOnlyHint: true, openWorldHint: false };
