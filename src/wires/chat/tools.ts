import type { Fields, VisibleTool } from '../../core/index.ts';

/** The tools of a plan as chat completions declares them. Reading them is the business of select/, on every wire. */
export function writeTools(tools: readonly VisibleTool[]): Fields[] {
  return tools.map(({ name, description, parameters, extra }) => ({
    type: 'function',
    function: { ...extra, name, description, parameters },
  }));
}
