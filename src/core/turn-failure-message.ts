import { truncate } from './truncate.ts';
import type { Stage, TurnFailure } from './turn-failure.ts';

/** A failure as an error shows it. */
export interface FailureWords {
  /** The server's own message if a backend reported the failure: clients recognise failures by a provider's phrases. */
  readonly message: string;
  /** Our explanation and advice, if `message` is not ours or must keep to a known phrase. */
  readonly hint?: string;
}

/** Returns the failure as an error message for clients. */
export function turnFailureWords(failure: TurnFailure): FailureWords {
  switch (failure.kind) {
    case 'upstream-credentials':
      // The server's message about a refused key would blame the client's key, and may show a part of ours.
      return failure.status === 401
        ? { message: hintOf(failure) }
        : { message: failure.message, hint: hintOf(failure) };
    case 'upstream-rejected':
      return { message: failure.message, hint: isOverflow(failure) ? overflowHint(failure) : hintOf(failure) };
    case 'upstream-busy':
    case 'upstream-failed':
      return { message: failure.message, hint: hintOf(failure) };
    case 'prompt-too-long':
      return tooLong(failure);
    default:
      return { message: turnFailureMessage(failure) };
  }
}

/** Returns the failure as one text, for logs and terminals. */
export function turnFailureMessage(failure: TurnFailure): string {
  switch (failure.kind) {
    case 'bad-request':
    case 'backend-unusable':
      return failure.message;
    case 'unknown-model':
      return [`Unknown model ${quoted(failure.model)}.`, failure.reason, known(failure)].filter(Boolean).join(' ');
    case 'prompt-too-long': {
      const { message, hint } = tooLong(failure);
      return `${message} ${hint}`;
    }
    case 'upstream-unreachable':
      return `The backend "${failure.backend}" cannot be reached (${failure.reason}). Check that it is running and that its "baseUrl" is right.`;
    case 'upstream-credentials':
    case 'upstream-rejected':
    case 'upstream-busy':
    case 'upstream-failed': {
      const { event, advice } = reported(failure);
      return `${event}: ${failure.message}${advice === '' ? '' : ` (${advice})`}`;
    }
    case 'upstream-silent':
      return `The backend "${failure.backend}" sent nothing for ${failure.limitMs} ms: ${silence[failure.stage]}`;
    case 'upstream-broken':
      return `The backend "${failure.backend}" sent an unusable answer: ${failure.reason}. Try again; if it happens again, see the log of that server.`;
    case 'empty-answer':
      return `The model "${failure.model}" answered twice with neither text nor a tool call. Try again, or use another model.`;
    case 'stuck':
      return `The model "${failure.model}" was stopped: ${failure.reason}`;
    case 'turn-timeout':
      return `The turn was stopped because one of its steps took longer than ${failure.limitMs} ms. To allow more time, raise "limits.turnMs".`;
    case 'turn-cancelled':
      return `The turn was cancelled: ${failure.reason}`;
    case 'bug':
      return 'The gateway failed to handle this request because of an internal error. See its log for the cause.';
    case 'too-many-turns':
      return `The gateway is busy: ${failure.limit} turns are already running. Try again shortly, or raise "limits.turnsAtOnce".`;
    default:
      return failure satisfies never;
  }
}

/** A failure that a backend reported with its own message. */
type Reported = Extract<TurnFailure, { readonly backend: string; readonly message: string }>;

function hintOf(failure: Reported): string {
  const { event, advice } = reported(failure);
  return advice === '' ? `${event}.` : `${event}. ${advice}`;
}

/** Returns what happened, as a sentence without its full stop, and what the user can do about it, in full sentences. */
function reported(failure: Reported): { readonly event: string; readonly advice: string } {
  const { backend } = failure;
  switch (failure.kind) {
    case 'upstream-credentials':
      return credentials(failure);
    case 'upstream-rejected':
      return { event: `The backend "${backend}" refused the request`, advice: failure.advice ?? toolless(failure) };
    case 'upstream-busy':
      return { event: `The backend "${backend}" is busy`, advice: 'Try again later.' };
    case 'upstream-failed':
      return { event: `The backend "${backend}" failed (status ${failure.status})`, advice: toolless(failure) };
    default:
      return failure satisfies never;
  }
}

/** Explains a refused or missing backend key. The client's own key is never the cause: it is not sent to any backend. */
function credentials({ backend, status, isKeyless }: Extract<TurnFailure, { kind: 'upstream-credentials' }>) {
  if (status === 402) {
    const advice = 'Add credit to the account of its "apiKey".';
    return { event: `The backend "${backend}" requires payment (status 402)`, advice };
  }
  if (isKeyless === true) {
    const event = `The backend "${backend}" requires a key (status ${status}), but none is configured`;
    return { event, advice: 'Set its "apiKey".' };
  }
  const advice = 'Check its "apiKey" in the settings. The key in the client\'s request is not the cause.';
  const refused = status === 403 ? 'denied access' : 'refused its configured key';
  return { event: `The backend "${backend}" ${refused} (status ${status})`, advice };
}

/** Names the setting that fixes the failure: with it, tools are shown to the model as text. */
function toolless({ toolless }: { readonly toolless?: string }): string {
  if (toolless === undefined) return '';
  return `If this model has no native tool calls on this server, set models.${JSON.stringify(toolless)}.nativeTools to false.`;
}

function isOverflow({ code }: Extract<TurnFailure, { kind: 'upstream-rejected' }>): boolean {
  return code === 'context_length_exceeded';
}

/**
 * Returns a hint that begins with OpenAI's phrase: by it, clients recognise an overflow whatever the server's words are.
 * Python libraries search for the phrase in the text of the whole error. Python escapes the apostrophe there if the hint
 * also has double quotes, so it has none.
 */
function overflowHint({ backend }: Extract<TurnFailure, { kind: 'upstream-rejected' }>): string {
  return `This model's maximum context length is exceeded, according to the backend ${backend}. Shorten the conversation, or list fewer tools.`;
}

/** Returns OpenAI's message, without double quotes for the same reason, and our advice. The numbers are estimates. */
function tooLong(failure: Extract<TurnFailure, { kind: 'prompt-too-long' }>): Required<FailureWords> {
  const { model, promptTokens, toolTokens, neededTokens, contextTokens } = failure;
  const parts = `${promptTokens - toolTokens} in the messages, ${toolTokens} in the functions, and ${neededTokens - promptTokens} in the completion`;
  const larger = `"models": { ${JSON.stringify(model)}: { "contextTokens": ${neededTokens} } }`;
  return {
    message: `This model's maximum context length is ${contextTokens} tokens. However, you requested ${neededTokens} tokens (${parts}). Please reduce the length of the messages, functions, or completion.`,
    hint: `The model ${JSON.stringify(model)} was not asked: Toolpath estimated these numbers, with a margin. Shorten the conversation, list fewer tools, or give the model a larger window if its server allows that (${larger}).`,
  };
}

const silence: Readonly<Record<Stage, string>> = {
  connect: 'it did not accept the connection. To allow more time, raise "limits.connectMs".',
  'first-byte': 'it did not begin its answer. To allow more time, raise "limits.firstByteMs".',
  'between-chunks': 'it stopped in the middle of its answer. To allow more time, raise "limits.silenceMs".',
};

function known({ model, known: models, reason }: Extract<TurnFailure, { kind: 'unknown-model' }>): string {
  if (models.length > 0) {
    const left = models.length - MOST_NAMES;
    return `Known models: ${models.slice(0, MOST_NAMES).join(', ')}${left > 0 ? `, and ${left} more` : ''}.`;
  }
  if (reason !== undefined) return '';
  const slash = model.indexOf('/');
  return slash > 0
    ? `No backend has the name ${quoted(model.slice(0, slash))}: see "backends" in the settings.`
    : 'Name the model as "backend/name".';
}

const MOST_NAMES = 40;

/** Quotes a name that the client chose, which can be of any length. */
function quoted(name: string): string {
  return JSON.stringify(truncate(name, MAX_CHARACTERS, '…'));
}

const MAX_CHARACTERS = 200;
