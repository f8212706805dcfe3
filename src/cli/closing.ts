import type { House } from '../house.ts';

/** Who runs a command waits for its end, not for that of servers which do not listen: those go with the process. */
export async function closeWithin(mostMs: number, house: Pick<House, 'close'>): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, mostMs);
  await Promise.race([house.close(), late.promise]);
  clearTimeout(timer);
}

/** Shorter than MCP clients wait before they kill. */
export const CLOSE_MS = 1_000;
