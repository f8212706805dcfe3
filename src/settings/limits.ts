import { z } from 'zod';
import { defaultLimits, type Limits } from '../core/index.ts';
import { count, described, duration, named } from './kinds.ts';

const MEBIBYTE = 1024 * 1024;

/** The bounds and their defaults are core's; here each gets its words and the range in which it makes sense. */
export const limitsSchema = z.strictObject({
  steps: bound('steps', count(1_000), 'Model calls in one turn.'),
  toolMs: bound('toolMs', duration(), 'Time a tool may take before it is cancelled, in milliseconds.'),
  slowToolMs: bound('slowToolMs', duration(), 'A tool that takes longer is logged as slow, in milliseconds.'),
  permitMs: bound('permitMs', duration(), 'Time to wait for a permission, in milliseconds.'),
  callsAtOnce: bound('callsAtOnce', count(100_000), 'Tool calls that run at once.'),
  callsPerTool: bound('callsPerTool', count(100_000), 'Calls of one tool that run at once.'),
  callsQueued: bound('callsQueued', count(1_000_000, 0), 'Tool calls that may wait for their place.'),
  nestedCalls: bound('nestedCalls', count(100), 'Levels of tools that call tools.'),
  argumentValues: bound('argumentValues', count(10_000_000), "Values in one call's arguments."),
  argumentDepth: bound('argumentDepth', count(500), "Levels of nesting in a call's arguments."),
  schemaBytes: bound('schemaBytes', count(64 * MEBIBYTE), "Size of a tool's parameter schema, in bytes."),
  schemaParts: bound('schemaParts', count(1_000_000), "Values inside a tool's parameter schema."),
  schemaDepth: bound('schemaDepth', count(500), "Levels of nesting in a tool's parameter schema."),
  compiledSchemas: bound('compiledSchemas', count(100_000), 'Compiled schemas that are kept.'),
  outcomeBytes: bound('outcomeBytes', count(256 * MEBIBYTE), 'Text of an outcome before it is cut, in bytes.'),
  mediaBytes: bound('mediaBytes', count(256 * MEBIBYTE), 'Images and audio of an outcome, in bytes.'),
  bodyBytes: bound('bodyBytes', count(256 * MEBIBYTE), 'Size of a request body, in bytes.'),
  headersMs: bound('headersMs', duration(), "Time for a request's headers to arrive, in milliseconds."),
  requestMs: bound('requestMs', duration(), 'Time for a whole request to arrive, in milliseconds.'),
  drainMs: bound('drainMs', duration(), 'Time for running requests to finish when the server stops, in milliseconds.'),
  tools: described(
    named(
      z.strictObject({
        toolMs: described(duration(), 'Time this tool may take, in milliseconds.', 120_000).exactOptional(),
        callsAtOnce: described(count(100_000), 'Calls of this tool that run at once.', 1).exactOptional(),
      }),
    ).prefault({}),
    'Exceptions for single tools, by `server::tool` or by name.',
    { 'files::search': { toolMs: 120_000 } },
  ),
}) satisfies z.ZodType<Limits>;

function bound(name: Exclude<keyof Limits, 'tools'>, range: z.ZodInt, description: string) {
  return described(range.default(defaultLimits[name]), description, defaultLimits[name]);
}
