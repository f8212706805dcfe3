import { isRecord, type Tool, ToolFailure, truncate } from '../core/index.ts';
import { defineTool } from '../tools/index.ts';
import { TOOL_SEARCH } from './definitions.ts';
import { type FindsStyle, findsStyle, type SearchFinds, writeSearch } from './finds.ts';

/** At most as many as asked for, or fewer, where a model may not be told of so many. */
export type SearchTools = (query: string, most: number, style: FindsStyle) => SearchFinds | Promise<SearchFinds>;

/** The built-in tool that finds tools. What it finds is told in its answer; calling it is the caller's to make possible. */
export function toolSearch(search: SearchTools, style: () => FindsStyle = () => findsStyle): Tool {
  return defineTool({
    name: TOOL_SEARCH.name,
    description: TOOL_SEARCH.description,
    schema: LENIENT,
    metadata: {
      builtin: true,
      annotations: { title: 'Tool search', readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    },
    async invoke(args: unknown) {
      const query = queryIn(args);
      if (query === '') throw new ToolFailure({ kind: 'reported', message: BLANK });
      const now = style(); // a search beside it may take of its room
      return writeSearch(query, await search(query, mostIn(args), now), now);
    },
  });
}

const BLANK = 'There is nothing to search for. Write what the tool should do, for example {"query": "send an email"}.';

/** Shown as it is declared; taken in whatever form it comes. Models that know another search tool write that one's arguments. */
const LENIENT = {
  '~standard': {
    version: 1,
    vendor: 'toolpath',
    validate: (value: unknown) => ({ value }),
    jsonSchema: { input: () => TOOL_SEARCH.parameters, output: () => TOOL_SEARCH.parameters },
  },
} as const;

function queryIn(args: unknown): string {
  const given = isRecord(args) ? (args.query ?? args.queries) : args;
  const queries = Array.isArray(given) ? given : [given];
  const words = queries.filter((query) => typeof query === 'string').map((query) => query.trim());
  const text = words.filter((query) => query !== '').join('\n');
  return truncate(text, MOST_LETTERS);
}

function mostIn(args: unknown): number {
  const given = isRecord(args) ? (args.most ?? args.top_k ?? args.limit) : undefined;
  const most = typeof given === 'string' ? Number.parseInt(given, 10) : given;
  if (typeof most !== 'number' || Number.isNaN(most)) return USUAL_TOOLS;
  return Math.min(MOST_TOOLS, Math.max(1, Math.round(most)));
}

/** Where a model does not say; three to five are what other search tools answer with. */
const USUAL_TOOLS = 5;
const MOST_TOOLS = 20;
/** As many as the index looks at. */
const MOST_LETTERS = 4_096;
