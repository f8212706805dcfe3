import { resolveSecret } from './env-secret.ts';
import { emptyGathering, type Gathering } from './gathering.ts';
import type { Environment, Layer } from './layer.ts';
import { memberOf, type Outline, outline, type Path } from './outline.ts';
import { resolveServers } from './server-values.ts';

/**
 * Replaces `env:NAME` by the variable's value wherever the schema knows a secret, fills in what else the servers of
 * `mcpServers` ask for, and gathers the secrets.
 */
export function resolveSecrets(layer: Layer, env: Environment): Gathering {
  const gathering = emptyGathering(layer, env);
  const values = resolve(layer.values, outline, [], gathering) as Layer['values'];
  return { ...gathering, layer: { ...layer, values } };
}

function resolve(value: unknown, at: Outline | undefined, path: Path, gathering: Gathering): unknown {
  if (at === undefined) return value;
  if (path.length === 1 && path[0] === 'mcpServers') return resolveServers(value, gathering);
  if (typeof value === 'string') return at.writeOnly === true ? resolveSecret(value, path, gathering) : value;
  if (Array.isArray(value)) {
    return value.map((item, place) => resolve(item, memberOf(at, place), [...path, place], gathering));
  }
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value);
  return Object.fromEntries(
    members.map(([name, member]) => [name, resolve(member, memberOf(at, name), [...path, name], gathering)]),
  );
}
