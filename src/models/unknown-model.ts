import { matchesGlob, nearest, nearestFirst, type TurnFailure } from '../core/index.ts';

/** Returns the failure for a model that does not exist, with the known names, the nearest first. */
export function unknownModel(model: string, known: readonly string[], reason?: string): TurnFailure {
  return {
    kind: 'unknown-model',
    model,
    known: nearestFirst(model, known),
    ...(reason !== undefined && { reason }),
  };
}

/** Returns the backend whose name the prefix of a model name seems to mean; undefined for a bare name or another prefix. */
export function mistypedBackend(model: string, backends: Iterable<string>): string | undefined {
  const slash = model.indexOf('/');
  return slash < 1 ? undefined : nearest(model.slice(0, slash), backends);
}

/**
 * Returns true if a server lists the model. Servers accept more spellings than they list, so this is generous: another
 * letter case, a tag or variant that only one of the two names has (`llama3` and `llama3:latest`), or the last part of a path.
 * A list may also have patterns: LiteLLM lists `openai/*` if it passes on every name of that provider.
 */
export function isListed(model: string, models: readonly string[]): boolean {
  const asked = model.toLowerCase();
  return models.some((each) => {
    const listed = each.toLowerCase();
    return (
      listed === asked ||
      listed.endsWith(`/${asked}`) ||
      isVariant(asked, listed) ||
      isVariant(listed, asked) ||
      isPattern(listed, asked)
    );
  });
}

function isPattern(listed: string, asked: string): boolean {
  return listed.includes('*') && matchesGlob(listed, asked);
}

function isVariant(name: string, base: string): boolean {
  return name.startsWith(`${base}:`) || name.startsWith(`${base}@`);
}
