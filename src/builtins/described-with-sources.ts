import { truncate } from '../core/index.ts';
import { type Databases, DIALECT_NAMES } from '../databases/index.ts';
import { printable } from '../log/index.ts';
import type { BuiltinDefinition } from './definitions.ts';

/** Adds the databases to a description, so that the model knows what it can ask, in which dialect, and what it may change. */
export function describedWithSources({ description }: BuiltinDefinition, { sources }: Databases): string {
  const shown = sources.slice(0, MOST_SOURCES).map(({ name, dialect, isWritable, description: contents }) => {
    const facts = `${DIALECT_NAMES[dialect]}, ${isWritable ? 'can be changed' : 'read-only'}`;
    const about = contents === undefined ? '' : `: ${truncate(contents, MOST_CHARACTERS, '…')}`;
    return printable(`${name} (${facts})${about}`);
  });
  const more = sources.length - shown.length;
  return `${description} Databases: ${shown.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`;
}

const MOST_SOURCES = 20;
const MOST_CHARACTERS = 200;
