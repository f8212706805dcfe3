import { type Fields, type TurnFailure, truncate } from '../../core/index.ts';
import { failureOf } from '../http/refusal.ts';

/**
 * Converts the error result of a run to a failure. Its texts are the agent's own. `error` is the agent's name for the error, which
 * it gives in the message before the result.
 */
export function failureOfResult(
  backend: string,
  result: Fields,
  {
    error,
    hasBegun,
    hide,
  }: { readonly error: unknown; readonly hasBegun: boolean; readonly hide: (text: string) => string },
): TurnFailure {
  const message = messageOf(result, hide);
  const status = statusOf(result, error);
  if (typeof result.api_error_status !== 'number' && NETWORK_CODE.test(message)) {
    return { kind: hasBegun ? 'upstream-broken' : 'upstream-unreachable', backend, reason: message };
  }
  if (status !== undefined) return failureOf(backend, { status, message });
  const { subtype } = result;
  const ending = typeof subtype === 'string' && subtype !== 'success' ? truncate(subtype, MOST_NAME) : 'an error';
  return { kind: 'upstream-broken', backend, reason: `the agent ended with ${ending}: ${message}` };
}

/** Returns the status of the provider's answer. Some errors have none, because the agent found them itself. */
function statusOf({ api_error_status: status, terminal_reason: reason }: Fields, error: unknown): number | undefined {
  if (typeof status === 'number' && status >= 400) return status;
  return reason === 'prompt_too_long' ? 400 : STATUSES.get(error);
}

const STATUSES: ReadonlyMap<unknown, number> = new Map([
  ['authentication_failed', 401],
  ['oauth_org_not_allowed', 403],
  ['account_on_hold', 403],
  ['verification_required', 403],
  ['cloud_credential_error', 401],
  ['billing_error', 402],
  ['rate_limit', 429],
  ['overloaded', 529],
  ['invalid_request', 400],
  ['model_not_found', 404],
  ['server_error', 500],
]);

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

/** The code of a failed connection, as in "Connection dropped (ECONNRESET)". */
const NETWORK_CODE = /\((?:E[A-Z_]+|UND_ERR_[A-Z_]+)\)/;

/** Returns the agent's message without the words that it puts before and after the provider's own. */
function messageOf({ result, errors }: Fields, hide: (text: string) => string): string {
  const listed = Array.isArray(errors) ? errors.filter((each) => typeof each === 'string').join('; ') : '';
  const said = typeof result === 'string' && result.trim() !== '' ? result : listed;
  const own = said.replace(/^(?:API Error: )?(?:Request rejected \(\d+\) · )?(?:\d{3} )?/, '').replace(ADVICE, '');
  return cut(hide(own === '' ? 'the agent gave no reason' : own));
}

/** Claude Code's advice for its own users. It names the address of the backend. */
const ADVICE =
  /\.? (?:This is (?:a server-side issue, )?usually temporary — try again|If it persists, check your inference gateway|Check the gateway set in ANTHROPIC_BASE_URL).*$/s;

function cut(text: string): string {
  return truncate(text, MOST_CHARACTERS, '…');
}

const MOST_CHARACTERS = 2_000;
const MOST_STDERR = 1_500;
const MOST_NAME = 60;
