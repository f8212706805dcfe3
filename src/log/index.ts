export type { LoggerOptions, LogLevel, LogStream } from './logger.ts';
export { createLogger } from './logger.ts';
export { printable } from './printable.ts';
export { quoted } from './quoted.ts';
export type { Redactor } from './redact.ts';
export { createRedactor } from './redact.ts';
export { isSecretParameter, secrecyOf, secrecyOfSetting } from './secret-name.ts';
export type { SecretFinder, SecretStream } from './secret-stream.ts';
export { createSecretFinder } from './secret-stream.ts';
