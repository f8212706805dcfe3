import { type Fields, type TurnFailure, truncate } from '../../core/index.ts';
import { failureOf } from '../http/refusal.ts';

/** Converts the error result of a run to a failure. Its texts are the agent's own. */
export function failureOfResult(backend: string, result: Fields, hide: (text: string) => string): TurnFailure {
  const message = messageOf(result, hide);
  const { api_error_status: status, subtype } = result;
  if (typeof status === 'number' && status >= 400) return failureOf(backend, { status, message });
  if (result.terminal_reason === 'prompt_too_long') return failureOf(backend, { status: 400, message });
  const ending = typeof subtype === 'string' ? truncate(subtype, MOST_NAME) : 'an error';
  const reason = `the agent ended with ${ending}: ${message}`;
  return { kind: 'upstream-broken', backend, reason };
}

/** Converts the end of a child process to a failure. */
export function failureOfExit(
  backend: string,
  { error, stderr, hasBegun }: { readonly error?: unknown; readonly stderr: string; readonly hasBegun: boolean },
  hide: (text: string) => string,
): TurnFailure {
  const said = Error.isError(error) ? error.message : 'the agent ended without a result';
  const lines = hide(stderr.trim()).slice(-MOST_STDERR).toWellFormed();
  const reason = `${cut(hide(said))}${lines === '' ? '' : ` Its last output on stderr: ${lines}`}`;
  return hasBegun
    ? { kind: 'upstream-broken', backend, reason }
    : { kind: 'upstream-unreachable', backend, reason: `its agent could not answer: ${reason}` };
}

/** Returns the agent's message without the words that it puts before the provider's own. */
function messageOf({ result, errors }: Fields, hide: (text: string) => string): string {
  const listed = Array.isArray(errors) ? errors.filter((each) => typeof each === 'string').join('; ') : '';
  const said = typeof result === 'string' && result.trim() !== '' ? result : listed;
  const own = said.replace(/^(?:API Error: )?(?:Request rejected \(\d+\) · )?(?:\d{3} )?/, '');
  return cut(hide(own === '' ? 'the agent gave no reason' : own));
}

function cut(text: string): string {
  return truncate(text, MOST_CHARACTERS, '…');
}

const MOST_CHARACTERS = 2_000;
const MOST_STDERR = 1_500;
const MOST_NAME = 60;
