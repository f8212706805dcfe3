import { type Fields, isRecord, parseJson, type TurnFailure, truncate } from '../../core/index.ts';
import { quoted } from '../../log/index.ts';
import type { Exchange, Head } from './exchange.ts';
import { retryAfterMs } from './retry-after.ts';

/** A response with an error status. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly code?: string;
  /** The request field that the server rejects. */
  readonly param?: string;
  /** Advice for the user, in full sentences. */
  readonly advice?: string;
  /** How long the server asks us to wait before the next attempt. */
  readonly retryAfterMs?: number;
}

/** Returns the failure for a refusal. Its kind decides whether the request is retried and who is at fault. */
export function failureOf(backend: string, refusal: Refusal): TurnFailure {
  const { status, message, code, param, advice, retryAfterMs } = refusal;
  if (CREDENTIALS.has(status)) return { kind: 'upstream-credentials', backend, status, message };
  if (BUSY.has(status) || (status === 503 && retryAfterMs !== undefined)) {
    return { kind: 'upstream-busy', backend, message, ...(retryAfterMs !== undefined && { retryAfterMs }) };
  }
  const isTooLong = isOverflow(message, code);
  if (status >= 500 && !isTooLong) return { kind: 'upstream-failed', backend, status, message };
  return {
    kind: 'upstream-rejected',
    backend,
    status: isTooLong ? 400 : status,
    message,
    ...(code !== undefined && { code }),
    ...(isTooLong && { code: 'context_length_exceeded' }),
    ...(param !== undefined && { param }),
    ...(advice !== undefined && { advice }),
  };
}

/** Returns true if the message says that the server or model does not support tools, or that tools need a server flag. */
export function refusesTools(message: string): boolean {
  return TOOLLESS.test(message.slice(0, MAX_CHARACTERS));
}

const TOOLLESS =
  /(?:\btool|\bfunction[ _-]?call)[^.]{0,60}(?:\bnot (?:be )?(?:supported|enabled|available|allowed)|\bunsupported|\brequires? --)|(?:\bnot support|\bunsupported|\bthat support)[^.]{0,40}\b(?:tool|function[ _-]?call)/i;

/**
 * Returns true if the prompt is too long for the model. Each server has its own message for that; clients know OpenAI's
 * code for it and then shorten their history.
 */
function isOverflow(message: string, code: string | undefined): boolean {
  return code === 'context_length_exceeded' || OVERFLOW.test(message.slice(0, MAX_CHARACTERS));
}

const OVERFLOW =
  /maximum (?:context|model) (?:length|limit)|maximum input length is \d+ tokens|input tokens exceed the configured limit|`inputs` tokens \+ `max_new_tokens` must be|exceed(?:s|ed)? (?:the |max |maximum )?(?:available |model's )?context|prompt(?: is)? too long|longer than the (?:model's )?context|context length of only|input token count [^.]{0,40}exceeds|exceed_context_size|reduce the length of the (?:messages|prompt|input)/i;

const CREDENTIALS: ReadonlySet<number> = new Set([401, 402, 403]);
const BUSY: ReadonlySet<number> = new Set([408, 425, 429, 529]);

/** Reads the body of an error response. `hide` redacts secrets; `date` is the current time in milliseconds since 1970. */
export async function readRefusal(
  { status, headers }: Head,
  exchange: Exchange,
  hide: (text: string) => string,
  date: number,
): Promise<Refusal> {
  const text = hide(await readBounded(exchange)); // before truncating; again below, for texts decoded from JSON
  const { message, code, param, advice } =
    status < 400 ? redirection(hide(headers.get('location') ?? '')) : wordsIn(text, status);
  const waitMs = retryAfterMs(headers, date);
  return {
    status,
    message: cut(hide(message === '' ? `The server sent status ${status} without a message.` : message)),
    ...(code !== undefined && { code: cut(hide(code)) }),
    ...(param !== undefined && { param: cut(hide(param)) }),
    ...(advice !== undefined && { advice }),
    ...(waitMs !== undefined && { retryAfterMs: waitMs }),
  };
}

/** Reads the body up to a limit of size and time, then closes the connection. */
async function readBounded(exchange: Exchange): Promise<string> {
  const timer = setTimeout(() => exchange.leave(), MOST_MS);
  let text = '';
  while (text.length < MOST_BYTES) {
    const more = await exchange.read();
    if (more === undefined) break;
    text += more;
  }
  clearTimeout(timer);
  exchange.leave();
  return truncate(text, MOST_BYTES);
}

const MOST_BYTES = 64 * 1024;
const MOST_MS = 5_000;
const MAX_CHARACTERS = 2_000;

function cut(text: string): string {
  return truncate(text, MAX_CHARACTERS).toWellFormed();
}

interface Words {
  readonly message: string;
  readonly code?: string;
  readonly param?: string;
  readonly advice?: string;
}

/** Leaves out the query and the password of the address because they may be secret. */
function redirection(location: string): Words {
  const to = URL.parse(location);
  const place = to === null ? location.split('?', 1)[0] : `${to.origin}${to.pathname}`;
  return {
    message: `The server redirects to ${quoted(place ?? '')}.`,
    advice: 'Toolpath does not follow redirects. Change its "baseUrl".',
  };
}

/**
 * Finds the message, code and field in an error body: `{error: {message, code}}`, `{error: "…"}`, `{message}`, `{detail}`
 * or a list of these. For any other body the message is its text. If the status is 404, the path is probably wrong.
 */
function wordsIn(text: string, status?: number): Words {
  const value = parseJson(text);
  const body: unknown = Array.isArray(value) ? value[0] : value;
  if (!isRecord(body)) {
    const message = text.trimStart().startsWith('<') ? quoted(text) : text.trim();
    return status === 404 ? { message, advice: NO_SUCH_PATH } : { message };
  }
  const error = isRecord(body.error) ? body.error : body;
  const said = [error.message, body.error, body.message, body.detail].find(
    (each) => typeof each === 'string' && each !== '',
  );
  const { code, param } = error;
  const byProvider = errorOfProvider(error);
  return {
    message: typeof said === 'string' ? said : text.trim(),
    ...((typeof code === 'string' || typeof code === 'number') && { code: String(code) }),
    ...(typeof param === 'string' && { param }),
    ...(byProvider !== undefined && wordsIn(byProvider)),
  };
}

/** Returns the error body of the provider if the error is OpenRouter's, which may have only a general message of its own. */
function errorOfProvider({ message, metadata }: Fields): string | undefined {
  if (message !== 'Provider returned error' || !isRecord(metadata)) return undefined;
  const { raw } = metadata;
  return typeof raw === 'string' && raw.trim() !== '' ? raw : undefined;
}

const NO_SUCH_PATH = 'Check its "baseUrl" (for OpenAI\'s APIs, most end in /v1), and that the server has this API.';
