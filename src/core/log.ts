/** The part of a logger that modules use; a pino logger satisfies it. Fields come first, then the message. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  isLevelEnabled?(level: string): boolean;
}

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {}, isLevelEnabled: () => false };
