import type { MediaType } from '../core/index.ts';

/**
 * Returns the media that a model accepts, as far as its name tells; undefined if the name does not tell. Servers know better:
 * a local server may have loaded a model without the part that reads images.
 */
export function mediaByName(model: string): readonly MediaType[] | undefined {
  const name = model.slice(0, MAX_CHARACTERS).toLowerCase();
  return KNOWN.find(({ names }) => names.test(name))?.media;
}

const MAX_CHARACTERS = 200; // real names are shorter

const IMAGES: readonly MediaType[] = ['image'];
const BOTH: readonly MediaType[] = ['image', 'audio'];

/** The first match counts. A separator before a name is required, so that a part of another word does not match. */
const KNOWN: readonly { readonly names: RegExp; readonly media: readonly MediaType[] }[] = [
  { names: /(?:^|[^a-z\d])(?:gpt-4o(?:-mini)?-audio|gpt-audio)/, media: ['audio'] },
  { names: /(?:^|[^a-z\d])(?:gemini-|phi-?4-multimodal|qwen[\d.]*-omni|minicpm-o)/, media: BOTH },
  // Hosted models.
  { names: /(?:^|[^a-z\d])claude-(?!2|instant)/, media: IMAGES },
  {
    names:
      /(?:^|[^a-z\d])(?:chatgpt-4o|gpt-4(?:o|\.1|\.5|-turbo)|gpt-5|o1(?!-mini|-preview)|o3(?!-mini)|o4)(?![a-z\d])/,
    media: IMAGES,
  },
  { names: /(?:^|[^a-z\d])(?:grok-4|nova-(?:lite|pro|premier)|mistral-medium-(?:3|25|latest)|pixtral)/, media: IMAGES },
  // Open models.
  {
    names: /(?:^|[^a-z\d])(?:gemma-?3(?!n|[-:_](?:270m|1b))|gemma-?4|llama-?4|mistral-small-?(?:3\.[12]|2503|2506))/,
    media: IMAGES,
  },
  {
    names: /(?:^|[^a-z\d])(?:qwen-?3\.[56]|qvq|kimi-k2\.5|glm-4(?:\.\d)?v|internvl|smolvlm|molmo|moondream|minicpm-v)/,
    media: IMAGES,
  },
  // Names that say it: qwen3-vl, llama3.2-vision, bakllava.
  { names: /(?:^|[^a-z])(?:vl|vlm|vision|multimodal)(?![a-z])|llava/, media: IMAGES },
];
