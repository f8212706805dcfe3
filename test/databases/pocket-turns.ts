import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startAsking } from '../../src/asking.ts';
import { ensureSampleDatabase } from '../../src/cli/sample-database.ts';
import { sampleTools } from '../../src/cli/sample-tools.ts';
import { testGateway } from '../gateway.ts';

/** A turn of pocket: its calls and its answer. */
export interface PocketTurn {
  readonly calls: readonly { readonly name: string; readonly arguments: Record<string, unknown> }[];
  readonly answer: string;
}

export interface PocketTurns {
  ask(question: string): Promise<PocketTurn>;
  close(): Promise<void>;
}

/** A gateway as a first run has it: pocket, the sample tools and the sample database, under each of these names. */
export function pocketTurns(names: readonly string[] = ['sample']): PocketTurns {
  const folder = mkdtempSync(path.join(tmpdir(), 'toolpath-pocket-'));
  const url = `sqlite:${path.join(folder, 'sample.db')}`;
  const problem = ensureSampleDatabase(path.join(folder, 'sample.db'));
  if (problem !== undefined) throw new Error(problem);
  const databases = Object.fromEntries(names.map((name) => [name, { url }]));
  const gateway = testGateway(sampleTools, { databases: JSON.stringify(databases), discover: 'none' });
  const services = {
    turns: gateway.turns,
    limits: gateway.settings.limits,
    ready: Promise.resolve({ ok: true } as const),
  };
  return {
    async ask(question) {
      const asking = startAsking(services, question);
      const calls: PocketTurn['calls'][number][] = [];
      for await (const event of asking) {
        if (event.type === 'call')
          calls.push({ name: event.call.name, arguments: JSON.parse(String(event.call.arguments)) });
      }
      return { calls, answer: (await asking.message).content ?? '' };
    },
    async close() {
      await gateway.close();
      rmSync(folder, { recursive: true });
    },
  };
}
