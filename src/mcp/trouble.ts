import type { HttpServer, Server, StdioServer } from '../core/index.ts';

/** Everything that can go wrong with a server, or with a call to it. */
export type Trouble =
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
      /** No connection was made, so no server can have acted on the request. */
      readonly isUnsent: boolean;
    }
  | { readonly kind: 'unauthorized'; readonly status: 401 | 403; readonly hasToken: boolean }
  | { readonly kind: 'redirected'; readonly to: string }
  /** The server answered with an HTTP status of failure. `said` is its body. */
  | { readonly kind: 'refused'; readonly status: number; readonly said: string }
  /** The server answered well, but not with a message of MCP. */
  | { readonly kind: 'not-mcp'; readonly answer: string }
  /** The server speaks an older MCP than the settings ask for. */
  | { readonly kind: 'not-modern' }
  /** The server answered `initialize` with a version that has no such handshake. */
  | { readonly kind: 'other-version'; readonly said: string }
  | { readonly kind: 'late'; readonly limitMs?: number }
  /** The connection ended before anything was sent. */
  | { readonly kind: 'not-connected'; readonly said: string }
  /** The connection ended before the answer came. */
  | { readonly kind: 'ended'; readonly ending: string }
  /** The server does not know our session any more, so it did not act on the request. */
  | { readonly kind: 'session-lost'; readonly status: number }
  /** The server answered with a JSON-RPC error. */
  | { readonly kind: 'reported'; readonly said: string }
  /** The server ended its answer before it was complete. */
  | { readonly kind: 'answer-lost'; readonly said: string }
  | { readonly kind: 'too-many-tools'; readonly said: string }
  /** The SDK refused the result of a call. */
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

/** An error that carries its trouble. Our transports throw it, and the SDK passes it on. */
export class TroubleError extends Error {
  readonly trouble: Trouble;

  constructor(trouble: Trouble, cause?: unknown) {
    super(reasonOf(trouble), { cause });
    this.trouble = trouble;
    // While it looks for the protocol's version, the SDK replaces errors by its own, except those of this name.
    this.name = trouble.kind === 'unauthorized' ? 'UnauthorizedError' : 'TroubleError';
  }
}

/** Why there is no connection, and what the server wrote to its stderr meanwhile. */
export class ConnectError extends TroubleError {
  readonly stderr: string;

  constructor(trouble: Trouble, stderr: string, cause?: unknown) {
    super(trouble, cause);
    this.name = 'ConnectError';
    this.stderr = stderr;
  }
}

/** A trouble in a sentence. */
export function reasonOf(trouble: Trouble): string {
  switch (trouble.kind) {
    case 'not-started':
      return startWords(trouble).reason;
    case 'unreachable':
      return trouble.origin === undefined ? trouble.said : `cannot reach ${trouble.origin}: ${trouble.said}`;
    case 'unauthorized': {
      const wanted = trouble.status === 401 ? 'the server wants authorization' : 'the server refuses access';
      return `${trouble.hasToken ? 'the token is refused' : wanted} (HTTP ${trouble.status})`;
    }
    case 'redirected':
      return `the server redirects to ${trouble.to}`;
    case 'refused':
      return `the server answered with HTTP ${trouble.status}${trouble.said === '' ? '' : `: ${trouble.said}`}`;
    case 'not-mcp':
      return `the server answered with ${trouble.answer}`;
    case 'not-modern':
      return 'the server does not speak the newer MCP that "protocol": "modern" asks for';
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

/** What a person should check. It stands beside the reason and does not repeat it. */
export function adviceOn(trouble: Trouble, server: Server): string {
  const { kind } = trouble;
  if (kind === 'not-started') return startWords(trouble).advice;
  if (kind === 'unauthorized') return trouble.hasToken ? RENEW_TOKEN : GIVE_TOKEN;
  if (kind === 'redirected') return 'Write that address as its "url", if the server is meant to be there.';
  if (kind === 'too-many-tools') return 'Leave tools out at the server, or raise that limit in the settings.';
  if (server.transport === 'stdio') return kind === 'late' ? SLOW_PROGRAM : RUN_BY_HAND;
  if (kind === 'refused') return refusalAdvice(trouble.status, server);
  return networkAdvice(kind === 'unreachable' ? trouble.fault : 'other', server);
}

/** Statuses of a server that does not speak streamable HTTP at this address: those that MCP names, and those that servers send. */
export function isOtherTransport(status: number): boolean {
  return [400, 404, 405, 406, 415, 422, 501].includes(status);
}

const RUN_BY_HAND =
  'Run the same command by hand. Are its arguments right, and the variables that it needs in "env"? It gets no others.';
const SLOW_PROGRAM =
  'It started, and did not answer. Does it speak MCP on its standard input and output? A first start may download packages: try it by hand, or give it more time with "connectMs".';
/** Not written as the JSON of the settings, because the log would take that for a secret. */
const GIVE_TOKEN =
  'Give it an Authorization in its "headers", with the value "Bearer env:NAME", and put the token into that variable. To sign in with a browser is not supported.';
const RENEW_TOKEN = 'Is the token in its "headers" still valid, and is it allowed to use this server?';

function networkAdvice(fault: NetworkFault, { url }: HttpServer): string {
  const advice: Readonly<Record<NetworkFault, string>> = {
    'no-tls': 'Is it http:// instead of https:// ?',
    'not-http': 'Is it https:// instead of http://, or another port?',
    'blocked-port': 'Let the server listen at another port: this one belongs to another protocol, and is blocked.',
    refused: `Is the server running at ${url}? Nothing listens there.`,
    'unknown-name': `Is the name in ${url} right? It cannot be found.`,
    other: `Is ${url} the right address, and does an MCP server answer there?`,
  };
  return advice[fault];
}

function refusalAdvice(status: number, { transport, url }: HttpServer): string {
  if (transport === 'http' && isOtherTransport(status) && SSE_PATH.test(new URL(url).pathname)) {
    return 'An older server answers at such an address: leave the type out, or write "sse".';
  }
  if (status === 404 || status === 405) return `Is the path right? ${PATHS[transport]}`;
  if (status === 429) return 'It has too many requests at the moment.';
  return status >= 500
    ? 'The server has a problem of its own: its log says more.'
    : 'The server refuses what MCP clients send. Is this the address of an MCP server?';
}

const SSE_PATH = /\/sse\/?$/;

const PATHS: Readonly<Record<HttpServer['transport'], string>> = {
  any: 'Most servers answer at /mcp, older ones at /sse.',
  http: 'Most servers answer at /mcp. For an older one leave the type out, or write "sse".',
  sse: 'Older servers answer at /sse. For a newer one leave the type out, or write "http".',
};

interface Words {
  readonly reason: string;
  readonly advice: string;
}

function startWords({ fault, program, code, said }: Extract<Trouble, { kind: 'not-started' }>): Words {
  const { command, cwd } = program;
  const [first] = command.trim().split(/\s+/);
  const words: Readonly<Record<StartFault, readonly [reason: string, advice: string]>> = {
    'no-folder': [
      `the folder "${cwd}" (cwd), to start the program "${command}" in, does not exist`,
      'Make the folder, or change "cwd".',
    ],
    'not-found': ['was not found', 'Is it installed, and in the PATH? Its whole path works too.'],
    'path-not-found': ['was not found', 'Is the path right?'],
    'arguments-in-command': [
      'was not found',
      `"command" is one program: write "${first}" there, and put the rest in "args", each word an item of its own.`,
    ],
    'no-interpreter': [
      'is there, but not what runs it',
      'Is the interpreter installed that its first line (#!) names?',
    ],
    'not-executable': [
      'may not be run',
      'Make it executable (chmod +x), or name the interpreter, such as "node" or "python3", in "command", and the file in "args".',
    ],
    'is-folder': ['may not be run', 'It is a folder: name the program in it.'],
    'not-a-program': [
      'is nothing that this system can run',
      'Was it made for another system, or does its first line (#!) miss?',
    ],
    'too-large': [
      'was not started: its arguments and environment variables are larger than this system takes',
      'Make "args" and "env" smaller.',
    ],
    'system-full': [
      `was not started (${code}): this system has no room for more processes or open files`,
      'End other programs, or raise the limits of this system (ulimit).',
    ],
    other: [`was not started: ${said}`, 'Run the same command by hand. Are "command", "args" and "env" right?'],
  };
  const [reason, advice] = words[fault];
  return { reason: fault === 'no-folder' ? reason : `the program "${command}" ${reason}`, advice };
}
