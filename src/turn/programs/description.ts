import { PYTHON_ALONE, PYTHON_EXECUTION } from '../../builtins/index.ts';
import { truncate, type VisibleTool } from '../../core/index.ts';
import { pythonNames, resultTypeOf } from '../../sandbox/index.ts';
import { asPython, nameParts } from './program-tools.ts';

/**
 * Returns the description of `python_execution` for a model that has these tools. It adds what they return, which a
 * declaration with native calls cannot say. If the model has no other tools, it is not told how to call them.
 */
export function pythonDescription(tools: readonly VisibleTool[], isAlone: boolean): string {
  if (isAlone) return PYTHON_ALONE;
  const promising = tools.filter(({ outputSchema }) => outputSchema !== undefined).slice(0, MOST_TOOLS);
  if (promising.length === 0) return PYTHON_EXECUTION.description;
  const names = pythonNames(promising.map(nameParts));
  const results = promising.map((tool, place) => {
    const path = names.pathOf(place);
    return `${path}(…) -> ${truncate(resultTypeOf(asPython(tool, path)), MOST_TYPE, '…')}`;
  });
  return `${PYTHON_EXECUTION.description} Results: ${results.join('; ')}.`;
}

const MOST_TOOLS = 20;
const MOST_TYPE = 200;
