import type { Log } from '../core/index.ts';

/** A log whose every line says of what it speaks. */
export function labelled(log: Log, labels: object): Log {
  return {
    debug: (fields, message) => log.debug({ ...labels, ...fields }, message),
    info: (fields, message) => log.info({ ...labels, ...fields }, message),
    warn: (fields, message) => log.warn({ ...labels, ...fields }, message),
    error: (fields, message) => log.error({ ...labels, ...fields }, message),
    isLevelEnabled: (level) => log.isLevelEnabled?.(level) ?? true,
  };
}
