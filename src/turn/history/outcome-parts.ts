import {
  type Block,
  type Content,
  type ContinuationStep,
  describeData,
  isMediaPart,
  type MediaPart,
  mediaFormatOf,
  type Outcome,
  type Part,
  textOf,
} from '../../core/index.ts';

/**
 * Converts an outcome to message parts: images and audio that models can accept, and one text for all neighbouring blocks
 * of other types. An empty result says that it is empty, because models take an empty text for a missing result.
 */
export function partsOf({ content }: Outcome): readonly Part[] {
  const parts: Part[] = [];
  let words: Content[] = [];
  const flush = (): void => {
    const text = textOf(words);
    if (text.trim() !== '') parts.push({ type: 'text', text });
    words = [];
  };
  for (const block of content) {
    const media = mediaIn(block);
    if (media === undefined) words.push(isMediaPart(block) ? described(block) : block);
    else {
      if (block.type === 'resource') words.push(block); // names the resource
      flush();
      parts.push(media);
    }
  }
  flush();
  return parts.length === 0 ? EMPTY : parts;
}

const EMPTY: readonly Part[] = [{ type: 'text', text: 'The tool returned an empty result.' }];

/** Describes media that a model is not shown. */
export function described(media: MediaPart): { readonly type: 'text'; readonly text: string } {
  if ('url' in media) return { type: 'text', text: textOf([media]) };
  return { type: 'text', text: `[${media.type}: ${describeData(media.mimeType, media.data)}; not shown]` };
}

/** Returns the step with descriptions instead of images and audio. */
export function withoutMedia(step: ContinuationStep): ContinuationStep {
  const calls = step.calls.map((call) => {
    if (call.outcome?.content.some(isMediaPart) !== true) return call;
    const content = call.outcome.content.map((part) => (isMediaPart(part) ? described(part) : part));
    return { ...call, outcome: { ...call.outcome, content } };
  });
  return { ...step, calls };
}

/**
 * Returns the image or audio in a block, with standard base64 and its real type, whatever type was declared. Undefined if
 * models do not accept the data, and for an address: a model server that fetches it could be made to reach any host.
 */
function mediaIn(block: Block): MediaPart | undefined {
  const data = 'data' in block ? block.data : block.type === 'resource' ? block.resource.blob : undefined;
  const format = data === undefined ? undefined : mediaFormatOf(standard(data.slice(0, HEAD_LENGTH)));
  return data === undefined || format === undefined ? undefined : { ...format, data: standard(data) };
}

const HEAD_LENGTH = 64; // characters: enough to recognise a format, even after a few line breaks

/** Rewrites base64 without line breaks, in the standard alphabet and with padding. */
function standard(base64: string): string {
  return Buffer.from(base64, 'base64').toString('base64');
}
