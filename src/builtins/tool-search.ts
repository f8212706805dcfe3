import { isRecord, type Tool, ToolFailure, truncate } from '../core/index.ts';
import { defineTool } from '../tools/index.ts';
import { TOOL_SEARCH } from './definitions.ts';
import { type FindsStyle, findsStyle, type SearchFinds, writeSearch } from './finds.ts';
import { lenient } from './lenient.ts';

/** Searches for at most `most` tools; returns fewer if the model may not be shown so many. */
export type SearchTools = (query: string, most: number, style: FindsStyle) => SearchFinds | Promise<SearchFinds>;

/** Creates the built-in tool `tool_search`. Its outcome describes the found tools; the caller must make them callable. */
export function toolSearch(search: SearchTools, style: () => FindsStyle = () => findsStyle): Tool {
  return defineTool({
    name: TOOL_SEARCH.name,
    description: TOOL_SEARCH.description,
    schema: lenient(TOOL_SEARCH.parameters),
    metadata: {
      builtin: true,
      annotations: { title: 'Tool search', readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    },
    async invoke(args: unknown) {
      const query = queryIn(args);
      if (query === '') throw new ToolFailure({ kind: 'reported', message: BLANK });
      const now = style(); // read for each call: a parallel search may have used some of the bytes
      return writeSearch(query, await search(query, mostIn(args), now), now);
    },
  });
}

const BLANK = 'The query is empty. Say what the tool should do, for example {"query": "send an email"}.';

function queryIn(args: unknown): string {
  const given = isRecord(args) ? (args.query ?? args.queries) : args;
  const queries = Array.isArray(given) ? given : [given];
  const words = queries.filter((query) => typeof query === 'string').map((query) => query.trim());
  const text = words.filter((query) => query !== '').join('\n');
  return truncate(text, MAX_CHARACTERS);
}

function mostIn(args: unknown): number {
  const given = isRecord(args) ? (args.most ?? args.top_k ?? args.limit) : undefined;
  const most = typeof given === 'string' ? Number.parseInt(given, 10) : given;
  if (typeof most !== 'number' || Number.isNaN(most)) return USUAL_TOOLS;
  return Math.min(MOST_TOOLS, Math.max(1, Math.round(most)));
}

/** Number of tools to return if the model does not give one. Other search tools return three to five. */
const USUAL_TOOLS = 5;
const MOST_TOOLS = 20;
/** The search index reads no more characters of a query. */
const MAX_CHARACTERS = 4_096;
