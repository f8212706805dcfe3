import { type Fields, isRecord } from '../../core/index.ts';

/** Reads a prompt-cache breakpoint: `providerOptions.toolpath.cacheControl`, or Anthropic's, whose form backends know. */
export function cacheMarkerIn({ providerOptions }: Fields): { readonly cacheMarker?: Fields } {
  if (!isRecord(providerOptions)) return {};
  for (const provider of ['toolpath', 'anthropic']) {
    const own = Object.hasOwn(providerOptions, provider) ? providerOptions[provider] : undefined;
    if (!isRecord(own)) continue;
    const marker = own.cacheControl ?? own.cache_control;
    if (isRecord(marker)) return { cacheMarker: marker };
  }
  return {};
}
