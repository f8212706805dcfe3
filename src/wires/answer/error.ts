import { type Fields, isRecord, type TurnFailure, truncate } from '../../core/index.ts';
import { quoted } from '../../log/index.ts';

/** The error that a server reports where an answer should be, in its own words. */
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

/** Of finish reasons that say nothing but that the server failed. */
export function endedByError(backend: string, reason: string): TurnFailure | undefined {
  switch (reason) {
    case 'error':
    case 'abort':
    case 'insufficient_system_resource':
      return {
        kind: 'upstream-failed',
        backend,
        status: BAD_GATEWAY,
        message: `it ended its answer with the reason "${reason}"`,
      };
    default:
      return undefined;
  }
}

/** What came instead of an answer, for whoever has to find out why. */
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

/** Nesting is left out: it may be deeper than JSON.stringify can go, and longer than anybody reads. */
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
const UNSAID = 'it reported an error without saying which';
const MESSAGE_LENGTH = 2_000;
const QUOTED_MEMBERS = 20;
