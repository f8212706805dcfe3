import { isRecord } from '../core/index.ts';
import { type Gathering, variable } from './gathering.ts';

type Entry = Readonly<Record<string, unknown>>;

/**
 * Codex names variables where others write values. They become `env` and `headers` as we write them; what stands there
 * already counts more, and what does not have the right shape is left for the schema.
 */
export function withCodexMembers(server: Entry, gathering: Gathering): Entry {
  const headers = headersNamedBy(server);
  const env = variablesNamedBy(server, gathering);
  return {
    ...server,
    ...(headers.length === 0 ? {} : joined('headers', headers, server.headers ?? server.http_headers ?? {})),
    ...(env.length === 0 ? {} : joined('env', env, server.env ?? server.environment ?? {})),
  };
}

type Members = readonly (readonly [name: string, value: string])[];

function headersNamedBy({ bearer_token_env_var: bearer, env_http_headers: others }: Entry): Members {
  const named = Object.entries(isRecord(others) ? others : {}).filter(([, name]) => typeof name === 'string');
  return [
    ...(typeof bearer === 'string' && bearer !== '' ? [['Authorization', `Bearer env:${bearer}`] as const] : []),
    ...named.map(([header, name]) => [header, `\${${name}}`] as const),
  ];
}

/** Passed on where they are set. A newer Codex writes `{ "name": … }` for some. */
function variablesNamedBy({ env_vars: list }: Entry, gathering: Gathering): Members {
  const names = (Array.isArray(list) ? list : []).map((item) => (isRecord(item) ? item.name : item));
  return names
    .filter((name) => typeof name === 'string' && variable(name, gathering) !== undefined)
    .map((name) => [name, `\${${name}}`]);
}

function joined(member: string, named: Members, written: unknown): Entry {
  if (!isRecord(written)) return {};
  const same = (name: string): string => (member === 'headers' ? name.toLowerCase() : name);
  const taken = new Set(Object.keys(written).map(same));
  const free = named.filter(([name]) => !taken.has(same(name)));
  return { [member]: { ...Object.fromEntries(free), ...written } };
}
