import { DatabaseError } from '../database-error.ts';
import type { Engine, Opening } from './protocol.ts';

export async function openDuckdb(_opening: Opening): Promise<Engine> {
  throw new DatabaseError('no-driver', 'DuckDB is not built yet.');
}
