import { PYTHON_ALONE, PYTHON_EXECUTION } from '../../builtins/index.ts';
import { truncate, type VisibleTool } from '../../core/index.ts';
import { type PythonNames, pythonNames, resultTypeOf } from '../../sandbox/index.ts';
import { asPython, nameParts } from './program-tools.ts';

/**
 * Returns the description of `python_execution` for a model that has these tools. It adds what they return, which a
 * declaration with native calls cannot say, and which of them have another name in Python. If the model has no other tools, it is
 * not told how to call them.
 */
export function pythonDescription(tools: readonly VisibleTool[], isAlone: boolean): string {
  if (isAlone) return PYTHON_ALONE;
  const names = pythonNames(tools.map(nameParts));
  const results: string[] = [];
  let left = MOST_CHARACTERS;
  for (const [place, tool] of tools.entries()) {
    if (tool.outputSchema === undefined) continue;
    const path = names.pathOf(place);
    const result = `${path}(…) -> ${truncate(resultTypeOf(asPython(tool, path)), MOST_TYPE, '…')}`;
    left -= result.length;
    if (left < 0) break; // help(tool) describes the others
    results.push(result);
  }
  const shown = results.length === 0 ? '' : ` Results: ${results.join('; ')}.`;
  return `${PYTHON_EXECUTION.description}${renamed(tools, names)}${shown}`;
}

/** Says which tools have another name in Python, because Python itself uses theirs. */
function renamed(tools: readonly VisibleTool[], names: PythonNames): string {
  const pairs = tools.flatMap(({ wireName }, place) => {
    const path = names.pathOf(place);
    return path.startsWith(`${wireName}_`) ? [`${wireName} is ${path}`] : [];
  });
  return pairs.length === 0 ? '' : ` These have another name in Python: ${pairs.join(', ')}.`;
}

const MOST_CHARACTERS = 1_000; // every request pays for them
const MOST_TYPE = 200;
