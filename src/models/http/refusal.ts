import { isRecord, type TurnFailure, truncate } from '../../core/index.ts';
import { quoted } from '../../log/index.ts';
import type { Exchange, Head } from './exchange.ts';
import { retryAfterMs } from './retry-after.ts';

/** What a server says instead of an answer. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly code?: string;
  /** The member of the request that it objects to. */
  readonly param?: string;
  /** When it may be asked again. */
  readonly retryAfterMs?: number;
}

/** The refusal as a failure: what may be repeated, whose fault it is. */
export function failureOf(backend: string, refusal: Refusal): TurnFailure {
  const { status, message, code, param, retryAfterMs } = refusal;
  if (CREDENTIALS.has(status)) return { kind: 'upstream-credentials', backend, status };
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
  };
}

/** Whether a server says that it knows nothing of tools, or not for this model; or that a flag of its own is missing. */
export function refusesTools(message: string): boolean {
  return TOOLLESS.test(message.slice(0, MOST_LETTERS));
}

const TOOLLESS =
  /(?:\btool|\bfunction[ _-]?call)[^.]{0,60}(?:\bnot (?:be )?(?:supported|enabled|available|allowed)|\bunsupported|\brequires? --)|(?:\bnot support|\bunsupported|\bthat support)[^.]{0,40}\b(?:tool|function[ _-]?call)/i;

/** Each has its own words for a prompt that is too long; clients know OpenAI's code for it, and shorten their history. */
function isOverflow(message: string, code: string | undefined): boolean {
  return code === 'context_length_exceeded' || OVERFLOW.test(message.slice(0, MOST_LETTERS));
}

const OVERFLOW =
  /maximum (?:context|model) length|exceed(?:s|ed)? (?:the |max |maximum )?(?:available |model's )?context|prompt(?: is)? too long|longer than the context|context length of only|input token count [^.]{0,40}exceeds|exceed_context_size|reduce the length of the (?:messages|prompt|input)/i;

const CREDENTIALS: ReadonlySet<number> = new Set([401, 402, 403]);
const BUSY: ReadonlySet<number> = new Set([408, 425, 429, 529]);

/** Reads what stands behind a status that is no success; `hide` takes the secrets out. `date`: now, since 1970. */
export async function readRefusal(
  { status, headers }: Head,
  exchange: Exchange,
  hide: (text: string) => string,
  date: number,
): Promise<Refusal> {
  const text = hide(await readBounded(exchange)); // before anything is cut, and again below, out of its JSON
  const { message, code, param } =
    status < 400 ? redirection(hide(headers.get('location') ?? '')) : wordsIn(text, status);
  const waitMs = retryAfterMs(headers, date);
  return {
    status,
    message: cut(hide(message === '' ? `status ${status}, without a word` : message)),
    ...(code !== undefined && { code: cut(hide(code)) }),
    ...(param !== undefined && { param: cut(hide(param)) }),
    ...(waitMs !== undefined && { retryAfterMs: waitMs }),
  };
}

/** As much of it as anybody reads, and no longer than anybody waits. */
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
const MOST_LETTERS = 2_000;

function cut(text: string): string {
  return truncate(text, MOST_LETTERS).toWellFormed();
}

interface Words {
  readonly message: string;
  readonly code?: string;
  readonly param?: string;
}

/** Query and password of the address stay out: they may be secret. */
function redirection(location: string): Words {
  const to = URL.parse(location);
  const place = to === null ? location.split('?', 1)[0] : `${to.origin}${to.pathname}`;
  return { message: `it redirects to ${quoted(place ?? '')}, and redirects are not followed: change the baseUrl` };
}

/** `{error: {message, code}}`, `{error: "…"}`, `{message}`, `{detail}`, the same in a list; otherwise the text itself. */
function wordsIn(text: string, status: number): Words {
  const value = parsed(text);
  const body: unknown = Array.isArray(value) ? value[0] : value;
  if (!isRecord(body)) {
    const said = text.trimStart().startsWith('<') ? quoted(text) : text.trim();
    return { message: status === 404 ? `${said} (is the baseUrl right? Of chat completions most end in /v1)` : said };
  }
  const error = isRecord(body.error) ? body.error : body;
  const said = [error.message, body.error, body.message, body.detail].find(
    (each) => typeof each === 'string' && each !== '',
  );
  const { code, param } = error;
  return {
    message: typeof said === 'string' ? said : text.trim(),
    ...((typeof code === 'string' || typeof code === 'number') && { code: String(code) }),
    ...(typeof param === 'string' && { param }),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
