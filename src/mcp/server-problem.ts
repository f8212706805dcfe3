import type { HttpServer, Server, StdioServer } from '../core/index.ts';

/** Classification of everything that can go wrong with a server or with a call to it. */
export type ServerProblem =
  | {
      readonly kind: 'not-started';
      readonly fault: StartFault;
      readonly program: Pick<StdioServer, 'command' | 'cwd'>;
      /** The system's code and message. */
      readonly code: string | undefined;
      readonly said: string;
    }
  | {
      readonly kind: 'unreachable';
      readonly fault: NetworkFault;
      readonly origin?: string;
      readonly said: string;
      /** True if no connection was made, so that no server can have acted on the request. */
      readonly isUnsent: boolean;
    }
  | { readonly kind: 'unauthorized'; readonly status: 401 | 403; readonly hasToken: boolean }
  | { readonly kind: 'redirected'; readonly to: string }
  /** The server answered with an HTTP error status. `said` is its body. */
  | { readonly kind: 'refused'; readonly status: number; readonly said: string }
  /** The server answered with a success status, but not with an MCP message. */
  | { readonly kind: 'not-mcp'; readonly answer: string }
  /** The server supports only an older MCP than the settings require. */
  | { readonly kind: 'not-modern' }
  /** The server answered `initialize` with a protocol version that the SDK does not support in this handshake. */
  | { readonly kind: 'other-version'; readonly said: string }
  | { readonly kind: 'late'; readonly limitMs?: number }
  /** The connection ended before anything was sent. */
  | { readonly kind: 'not-connected'; readonly said: string }
  /** The connection ended before the answer came. */
  | { readonly kind: 'ended'; readonly ending: string }
  /** The server no longer knows our session, so it did not act on the request. */
  | { readonly kind: 'session-lost'; readonly status: number }
  /** The server answered with a JSON-RPC error. */
  | { readonly kind: 'reported'; readonly said: string }
  /** The server ended its answer before it was complete. */
  | { readonly kind: 'answer-lost'; readonly said: string }
  | { readonly kind: 'too-many-tools'; readonly said: string }
  /** The SDK rejected a result: that of a call, or a tool list. */
  | { readonly kind: 'odd-result'; readonly said: string }
  | { readonly kind: 'other'; readonly said: string };

export type StartFault =
  | 'no-folder'
  | 'not-found'
  | 'path-not-found'
  | 'arguments-in-command'
  | 'no-interpreter'
  | 'not-executable'
  | 'is-folder'
  | 'not-a-program'
  | 'too-large'
  | 'system-full'
  | 'other';

export type NetworkFault = 'no-tls' | 'not-http' | 'blocked-port' | 'refused' | 'unknown-name' | 'other';

/** An error with its classification. Our transports throw it, and the SDK passes it on. */
export class TroubleError extends Error {
  readonly trouble: ServerProblem;

  constructor(trouble: ServerProblem, cause?: unknown) {
    super(reasonOf(trouble), { cause });
    this.trouble = trouble;
    // While negotiating the protocol version, the SDK replaces all errors with its own, except errors with this name.
    this.name = trouble.kind === 'unauthorized' ? 'UnauthorizedError' : 'TroubleError';
  }
}

/** The error of a failed attempt to connect, with the server's stderr output during the attempt. */
export class ConnectError extends TroubleError {
  readonly stderr: string;

  constructor(trouble: ServerProblem, stderr: string, cause?: unknown) {
    super(trouble, cause);
    this.name = 'ConnectError';
    this.stderr = stderr;
  }
}

/** Describes the problem as a clause without a full stop. */
export function reasonOf(trouble: ServerProblem): string {
  switch (trouble.kind) {
    case 'not-started':
      return startWords(trouble).reason;
    case 'unreachable':
      return trouble.origin === undefined ? trouble.said : `cannot reach ${trouble.origin}: ${trouble.said}`;
    case 'unauthorized': {
      const wanted = trouble.status === 401 ? 'the server requires authorization' : 'the server denies access';
      return `${trouble.hasToken ? 'the server rejects the token' : wanted} (HTTP ${trouble.status})`;
    }
    case 'redirected':
      return `the server redirects to ${trouble.to}`;
    case 'refused':
      return `the server answered with HTTP ${trouble.status}${trouble.said === '' ? '' : `: ${trouble.said}`}`;
    case 'not-mcp':
      return `the server answered with ${trouble.answer}`;
    case 'not-modern':
      return 'the server does not support the newer MCP that "protocol": "modern" requires';
    case 'late':
      return trouble.limitMs === undefined
        ? 'the server did not answer in time'
        : `no answer within ${trouble.limitMs / 1000} s`;
    case 'ended':
      return `${trouble.ending} before it answered`;
    case 'session-lost':
      return `the server no longer knows this session (HTTP ${trouble.status}); it was probably restarted`;
    case 'other-version':
    case 'not-connected':
    case 'reported':
    case 'answer-lost':
    case 'too-many-tools':
    case 'odd-result':
    case 'other':
      return trouble.said;
    default:
      return trouble satisfies never;
  }
}

/** Returns what a person should check, in full sentences. It is shown next to the reason and does not repeat it. */
export function adviceOn(trouble: ServerProblem, server: Server): string {
  const { kind } = trouble;
  if (kind === 'not-started') return startWords(trouble).advice;
  if (kind === 'unauthorized') return trouble.hasToken ? RENEW_TOKEN : GIVE_TOKEN;
  if (kind === 'redirected') return 'If the server has moved there, set its "url" to that address.';
  if (kind === 'too-many-tools') return 'Make the server list fewer tools, or raise that limit in the settings.';
  if (kind === 'odd-result') return BAD_ANSWER;
  if (server.transport === 'stdio') return kind === 'late' ? SLOW_PROGRAM : RUN_BY_HAND;
  if (kind === 'refused') return refusalAdvice(trouble.status, server);
  return networkAdvice(kind === 'unreachable' ? trouble.fault : 'other', server);
}

/** True for statuses of servers without streamable HTTP at this address: those that MCP names, and others seen in practice. */
export function isOtherTransport(status: number): boolean {
  return [400, 404, 405, 406, 415, 422, 501].includes(status);
}

const RUN_BY_HAND =
  'Run the same command by hand. Check its arguments, and check that "env" has the variables that it needs: it inherits only a few, such as PATH and HOME.';
const BAD_ANSWER =
  'The server runs, but it gave an answer that is not valid MCP. Update the server, or report this to its author.';
const SLOW_PROGRAM =
  'The program started but did not answer. Check that it speaks MCP on standard input and output. If its first start downloads packages, run it once by hand or raise "connectMs".';
/** Not written as the JSON of the settings, because the log would redact it as a secret. */
const GIVE_TOKEN =
  'Add an Authorization header to its "headers", with the value "Bearer env:NAME", and put the token into that environment variable. Signing in with a browser is not supported.';
const RENEW_TOKEN = 'Check that the token in its "headers" is still valid and has access to this server.';

function networkAdvice(fault: NetworkFault, { url }: HttpServer): string {
  const advice: Readonly<Record<NetworkFault, string>> = {
    'no-tls': 'Try http:// instead of https://.',
    'not-http': 'Try https:// instead of http://, or another port.',
    'blocked-port':
      'Make the server listen on another port: fetch blocks this one because it belongs to another protocol.',
    refused: `Check that the server is running: nothing listens at ${url}.`,
    'unknown-name': `Check the host name in ${url}: it cannot be resolved.`,
    other: `Check that ${url} is the right address and that an MCP server answers there.`,
  };
  return advice[fault];
}

function refusalAdvice(status: number, { transport, url }: HttpServer): string {
  if (transport === 'http' && isOtherTransport(status) && SSE_PATH.test(new URL(url).pathname)) {
    return 'Such an address usually belongs to an older server: omit "type", or set it to "sse".';
  }
  if (status === 404 || status === 405) return `Check the path. ${PATHS[transport]}`;
  if (status === 429) return 'The server receives too many requests at the moment.';
  return status >= 500
    ? 'The server has an internal error: look at its log.'
    : 'The server rejects MCP requests. Check that this is the address of an MCP server.';
}

const SSE_PATH = /\/sse\/?$/;

const PATHS: Readonly<Record<HttpServer['transport'], string>> = {
  any: 'Most servers answer at /mcp, older ones at /sse.',
  http: 'Most servers answer at /mcp. For an older one, omit "type" or set it to "sse".',
  sse: 'Older servers answer at /sse. For a newer one, omit "type" or set it to "http".',
};

interface Words {
  readonly reason: string;
  readonly advice: string;
}

function startWords({ fault, program, code, said }: Extract<ServerProblem, { kind: 'not-started' }>): Words {
  const { command, cwd } = program;
  const [first] = command.trim().split(/\s+/);
  const words: Readonly<Record<StartFault, readonly [reason: string, advice: string]>> = {
    'no-folder': [
      `the working directory "${cwd}" (cwd) of the program "${command}" does not exist`,
      'Create the directory, or change "cwd".',
    ],
    'not-found': ['was not found', 'Check that it is installed and in the PATH, or write its full path.'],
    'path-not-found': ['was not found', 'Check the path.'],
    'arguments-in-command': [
      'was not found',
      `"command" takes only the program: write "${first}" there, and put each of the other words into "args" as a separate item.`,
    ],
    'no-interpreter': [
      'exists, but its interpreter was not found',
      'Check that the interpreter in its first line (#!) is installed.',
    ],
    'not-executable': [
      'is not executable',
      'Make it executable (chmod +x), or write its interpreter (such as "node" or "python3") in "command" and the file in "args".',
    ],
    'is-folder': ['is a directory', 'Write the path of the program in that directory.'],
    'not-a-program': [
      'is not a program that this system can run',
      'Check whether it was built for another system, or lacks its first line (#!).',
    ],
    'too-large': [
      'was not started: its arguments and environment variables are larger than this system allows',
      'Make "args" and "env" smaller.',
    ],
    'system-full': [
      `was not started (${code}): this system allows no more processes or open files`,
      'Close other programs, or raise the limits of this system (ulimit).',
    ],
    other: [`was not started: ${said}`, 'Run the same command by hand. Check "command", "args" and "env".'],
  };
  const [reason, advice] = words[fault];
  return { reason: fault === 'no-folder' ? reason : `the program "${command}" ${reason}`, advice };
}
