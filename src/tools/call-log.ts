import { type Block, type CallFinished, type Log, type Note, type Observer, textOf, truncate } from '../core/index.ts';

/** Logs one line for every tool call, and further lines for renamed parameters, slow calls and progress. */
export function logCalls(observer: Observer, log: Log, slowMs: number): void {
  observer.on('call-finished', (call) => {
    const { outcome } = call;
    const renamed = call.notes.filter((note) => note.kind === 'renamed');
    if (renamed.length > 0) logRename(log, call, renamed);
    const fields = { ...call.labels, tool: call.tool, callId: call.callId, durationMs: outcome.durationMs };
    const shown = { arguments: call.arguments, result: preview(outcome.content) };
    if (outcome.status === 'ok') log.info({ ...fields, ...shown }, 'Tool executed.');
    else {
      const { kind } = outcome.failure;
      const rule = outcome.failure.kind === 'denied' ? { rule: outcome.failure.rule } : {};
      const err = call.cause === undefined ? {} : { err: call.cause };
      log[LEVELS[kind]]({ ...fields, failure: kind, ...rule, ...shown, ...err }, MESSAGES[kind]);
    }
    if (outcome.durationMs > slowMs) log.warn({ ...fields, slowMs }, 'The tool call was slow.');
  });
  observer.on('call-progressed', ({ labels, tool, callId, progress }) => {
    log.info({ ...labels, tool, callId, ...progress }, 'The tool reported progress.');
  });
}

function logRename(log: Log, { tool, callId }: CallFinished, renamed: readonly Extract<Note, { kind: 'renamed' }>[]) {
  const before = renamed.map(({ from }) => from).join(', ');
  const after = renamed.map(({ to }) => to).join(', ');
  log.info({ tool, callId, before, after }, 'Parameters renamed.');
}

const LEVELS = {
  'unknown-tool': 'warn',
  gone: 'warn',
  'bad-arguments': 'warn',
  'bad-schema': 'warn',
  denied: 'warn',
  unavailable: 'error',
  timeout: 'error',
  overloaded: 'warn',
  cancelled: 'info',
  'nested-too-deep': 'warn',
  'too-large': 'warn',
  'tool-error': 'error',
  reported: 'warn',
} as const;

const MESSAGES = {
  'unknown-tool': 'The call names an unknown tool.',
  gone: 'The tool is no longer available.',
  'bad-arguments': 'Tool arguments rejected.',
  'bad-schema': 'The tool has no usable schema.',
  denied: 'Tool call denied.',
  unavailable: 'The tool is unavailable.',
  timeout: 'Tool call timed out. To allow more time, raise "toolMs" in "limits" or of its MCP server.',
  overloaded: 'Tool call not started: too many concurrent calls.',
  cancelled: 'Tool call cancelled.',
  'nested-too-deep': 'Tool call not started: nested too deep.',
  'too-large': 'The result of the tool is too large for an MCP client. The error names the limit.',
  'tool-error': 'The tool threw an error.',
  reported: 'The tool reported an error.',
} as const;

const PREVIEW_LENGTH = 200;

function preview(content: readonly Block[]): string {
  const [first] = content;
  return first === undefined ? '' : truncate(textOf([first]), PREVIEW_LENGTH, '…');
}
