import { z } from 'zod';
import type { Connecting } from '../core/index.ts';
import { count, described, duration, LONGEST_MS } from './kinds.ts';

export const elicitations = z.enum(['decline', 'defaults', 'off']);

/** How connections to MCP servers are made and kept. */
export const connectingSchema = z.strictObject({
  attempts: described(count(100).default(3), 'Attempts to connect to a server.', 3),
  baseDelayMs: described(
    duration().default(2_000),
    'The wait before the second attempt, in milliseconds; it doubles for each further one.',
    2_000,
  ),
  longestDelayMs: described(
    duration().default(300_000),
    'The longest pause between attempts in the background, in milliseconds.',
    300_000,
  ),
  connectMs: described(
    duration().default(30_000),
    'Time for one attempt, in milliseconds; packages may have to be downloaded first.',
    30_000,
  ),
  waitMs: described(
    count(LONGEST_MS, 0).default(5_000),
    'How long a turn waits for servers that are still connecting, in milliseconds.',
    5_000,
  ),
  pingMs: described(
    duration().default(30_000),
    'Silence after which a server is asked whether it is there, in milliseconds.',
    30_000,
  ),
  elicitation: described(
    elicitations.default('decline'),
    'What a server hears that asks the user for input: no, the defaults of its form, or that asking is not possible.',
    'decline',
  ),
}) satisfies z.ZodType<Connecting>;
