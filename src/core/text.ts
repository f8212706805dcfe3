import type { Part, ReasoningPart } from './ask.ts';
import { describeData, describeSize } from './media.ts';
import type { Resource } from './outcome.ts';

/** Returns content as one text, for a text-only model. Other media become descriptions; reasoning is left out. */
export function textOf(content: readonly Part[]): string {
  if (content.length === 1 && content[0]?.type === 'text') return content[0].text;
  return content.flatMap((part) => (part.type === 'reasoning' ? [] : [textOfPart(part)])).join('\n');
}

/** Returns the reasoning parts of an assistant message's content. */
export function reasoningIn(content: readonly Part[]): readonly ReasoningPart[] {
  for (const { type } of content) if (type === 'reasoning') return content.filter((part) => part.type === 'reasoning');
  return NONE;
}

const NONE: readonly ReasoningPart[] = [];

function textOfPart(part: Exclude<Part, ReasoningPart>): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'json':
      return JSON.stringify(part.value);
    case 'image':
    case 'audio':
      return `[${part.type}: ${'url' in part ? shortUrl(part.url) : describeData(part.mimeType, part.data)}]`;
    case 'resource':
      return textOfResource(part.resource);
    case 'resource_link':
      return textOfLink(part.uri, part.extra ?? {});
    case 'file':
      return `[file: ${part.name ?? part.id ?? 'without a name'}]`;
    case 'wire':
      return JSON.stringify(part.value);
    default:
      return part satisfies never;
  }
}

function textOfResource({ uri, mimeType, text, blob }: Resource): string {
  const about = describeData(mimeType, blob);
  const head = `[resource: ${uri}${about === '' ? '' : ` (${about})`}]`;
  return text === undefined ? head : `${head}\n${text}`;
}

/** Describes a link as `[resource: name (type, size): description <uri>]`. `given` has the fields that MCP defines for it. */
function textOfLink(uri: string, given: object): string {
  const { name, description, mimeType, size } = given as Readonly<Record<string, unknown>>;
  const kind = typeof mimeType === 'string' ? [mimeType] : [];
  const about = typeof size === 'number' && size >= 0 ? [...kind, describeSize(size)] : kind;
  const isNamed = typeof name === 'string' && name !== uri;
  const head = `${isNamed ? name : uri}${about.length === 0 ? '' : ` (${about.join(', ')})`}`;
  const tail = `${typeof description === 'string' ? `: ${description}` : ''}${isNamed ? ` <${uri}>` : ''}`;
  return `[resource: ${head}${tail}]`;
}

/** Reduces a data URL to its media type, since the data may be megabytes. */
function shortUrl(url: string): string {
  return url.startsWith('data:') ? url.slice('data:'.length, 200).split(/[;,]/, 1)[0] || 'data' : url;
}

/** Returns the text parts only, joined without a separator. */
export function wordsOf(content: readonly Part[]): string {
  if (content.length === 1 && content[0]?.type === 'text') return content[0].text;
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}
