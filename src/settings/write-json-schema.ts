import { writeFileSync } from 'node:fs';
import { isRecord } from '../core/index.ts';
import { type Outline, outline } from './outline.ts';

/** Returns the content of `toolpath.schema.json`. Run this file as a script to write it. */
export function jsonSchemaText(): string {
  const { $schema, ...rest } = outline;
  const properties = { ...rest.properties, mcpServers: asPasted(rest.properties?.mcpServers) };
  const title = 'Toolpath settings';
  const schema = { $schema, title, ...rest, properties, allowComments: true, allowTrailingCommas: true };
  return `${JSON.stringify(schema, null, 2)}\n`;
}

export const jsonSchemaFile = new URL('../../toolpath.schema.json', import.meta.url);

type Member = Outline | boolean | undefined;

/** Allows null, and numbers instead of strings, in MCP servers: other clients write them, and values.ts converts them. */
function asPasted(servers: Member): Member {
  if (!isOutline(servers) || !isOutline(servers.additionalProperties)) return servers;
  const server = servers.additionalProperties;
  const loose = Object.entries(server.properties ?? {}).map(([name, member]) => [
    name,
    orNull(withLooseTexts(name, member)),
  ]);
  return { ...servers, additionalProperties: { ...server, properties: Object.fromEntries(loose) } };
}

function withLooseTexts(name: string, member: Member): Member {
  if (!isOutline(member)) return member;
  const { items, additionalProperties: values } = member;
  if (name === 'args' && isOutline(items)) return { ...member, items: { ...items, type: SCALARS } as Outline };
  if (!isOutline(values) || values.writeOnly !== true) return member;
  return { ...member, additionalProperties: { ...values, type: [...SCALARS, 'null'] } as unknown as Outline };
}

const SCALARS = ['string', 'number', 'boolean'];

function orNull(member: Member): unknown {
  if (!isOutline(member)) return member;
  if (member.anyOf !== undefined) return { ...member, anyOf: [...member.anyOf, { type: 'null' }] };
  if (member.type === undefined) return member;
  return {
    ...member,
    type: [member.type, 'null'].flat(),
    ...(member.enum === undefined ? {} : { enum: [...member.enum, null] }),
  };
}

function isOutline(member: unknown): member is Outline {
  return isRecord(member);
}

if (import.meta.main) writeFileSync(jsonSchemaFile, jsonSchemaText());
