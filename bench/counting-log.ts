import { createLogger } from '../src/log/index.ts';

/** A real logger whose stream counts the lines and bytes and discards them. */
export interface CountingLog {
  readonly log: ReturnType<typeof createLogger>;
  countExecution(): void;
  executions(): number;
  lines(): number;
  bytesPerLine(): number;
}

export function countingLog(): CountingLog {
  let executions = 0;
  let lines = 0;
  let bytes = 0;
  const stream = {
    write(text: string): void {
      lines++;
      bytes += text.length;
    },
  };
  return {
    log: createLogger({ level: 'info', secrets: ['a-secret-of-the-settings'], stream, pretty: false }),
    countExecution: () => {
      executions++;
    },
    executions: () => executions,
    lines: () => lines,
    bytesPerLine: () => Math.round(bytes / lines),
  };
}
