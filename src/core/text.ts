import type { Part, ReasoningPart } from './ask.ts';

/** Returns content as one text, for a text-only model. Other media become placeholders; reasoning is left out. */
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
      return `[${part.type}: ${'url' in part ? shortUrl(part.url) : part.mimeType}]`;
    case 'resource':
      return part.resource.text ?? `[resource: ${part.resource.uri}]`;
    case 'resource_link':
      return `[resource: ${part.uri}]`;
    case 'file':
      return `[file: ${part.name ?? part.id ?? 'without a name'}]`;
    case 'wire':
      return JSON.stringify(part.value);
    default:
      return part satisfies never;
  }
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
