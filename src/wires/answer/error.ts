import { type Fields, isRecord, type TurnFailure, truncate } from '../../core/index.ts';
import { quoted } from '../../log/index.ts';

/** Returns the error that a server sent instead of an answer, with the server's own message; undefined if there is none. */
export function reportedError(backend: string, value: Fields): TurnFailure | undefined {
  const error = value.object === 'error' ? value : value.error;
  if (error === undefined || error === null || error === false || error === '') return undefined;
  const status = isRecord(error) ? statusOf(error.code) : BAD_GATEWAY;
  return {
    kind: 'upstream-failed',
    backend,
    status,
    message: truncate(messageOf(error), MESSAGE_LENGTH).toWellFormed(),
  };
}

/** Returns a failure if the finish reason means that the server failed, otherwise undefined. */
export function endedByError(backend: string, reason: string): TurnFailure | undefined {
  switch (reason) {
    case 'error':
    case 'abort':
    case 'insufficient_system_resource':
      return {
        kind: 'upstream-failed',
        backend,
        status: BAD_GATEWAY,
        message: `The server ended its answer with the finish reason "${reason}".`,
      };
    default:
      return undefined;
  }
}

/** Quotes an unusable value in an error message, to help find the cause. */
export function quote(value: unknown): string {
  return quoted(typeof value === 'object' && value !== null ? shallowJson(value) : String(value));
}

function messageOf(error: unknown): string {
  if (typeof error === 'string') return error;
  if (!isRecord(error)) return UNSAID;
  const said = [error.message, error.detail, error.type, error.code];
  return said.find((word): word is string => typeof word === 'string' && word !== '') ?? UNSAID;
}

function statusOf(code: unknown): number {
  const status = typeof code === 'string' && code.length === 3 ? Number(code) : code;
  return typeof status === 'number' && Number.isInteger(status) && status >= 400 && status <= 599
    ? status
    : BAD_GATEWAY;
}

/** Writes only the top level: deeper values may overflow the stack of JSON.stringify, and make the message too long. */
function shallowJson(value: object): string {
  const isList = Array.isArray(value);
  const members = Object.entries(value).slice(0, QUOTED_MEMBERS);
  const written = members.map(([name, inner]) => (isList ? '' : `${JSON.stringify(name)}:`) + shallow(inner));
  return isList ? `[${written.join(',')}]` : `{${written.join(',')}}`;
}

function shallow(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  return Array.isArray(value) ? '[…]' : '{…}';
}

const BAD_GATEWAY = 502;
const UNSAID = 'The server reported an error without a message.';
const MESSAGE_LENGTH = 2_000;
const QUOTED_MEMBERS = 20;
