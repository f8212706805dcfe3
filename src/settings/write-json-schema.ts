import { writeFileSync } from 'node:fs';
import { outline } from './outline.ts';

/** What `toolpath.schema.json` must hold. Run as a script, this file writes it. */
export function jsonSchemaText(): string {
  const { $schema, ...rest } = outline;
  const schema = { $schema, title: 'Toolpath settings', ...rest, allowComments: true, allowTrailingCommas: true };
  return `${JSON.stringify(schema, null, 2)}\n`;
}

export const jsonSchemaFile = new URL('../../toolpath.schema.json', import.meta.url);

if (import.meta.main) writeFileSync(jsonSchemaFile, jsonSchemaText());
