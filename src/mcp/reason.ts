import { SdkError, SdkErrorCode, SdkHttpError, type Transport } from '@modelcontextprotocol/client';
import { messageOf } from '../core/index.ts';
import { endingOf } from './endings.ts';
import { isClosed, isNegotiation, isNotConnected, isTimeout } from './errors.ts';
import { answeredWith } from './http/index.ts';
import { StdioTransport } from './stdio/index.ts';

/**
 * Why a handshake failed. How a program ended says more than that it did; and the SDK's words, which speak of what it does
 * inside, are replaced.
 */
export function reasonOf(error: unknown, transport: Transport): string {
  const cause = isNegotiation(error) && error.cause instanceof Error ? error.cause : error;
  const hasExited = transport instanceof StdioTransport && transport.exit !== undefined;
  const isLost = isNotConnected(cause) || (isNegotiation(cause) && cause.message.includes('closed')); // it has no code for it
  if (isClosed(cause) || (hasExited && isLost)) return `${endingOf(transport)} before it answered`;
  if (isTimeout(cause)) return 'the server did not answer in time';
  if (isNegotiation(cause)) return cause instanceof SdkHttpError ? answeredWith(cause.data) : NOT_MODERN;
  return oddAnswer(cause) ?? messageOf(cause);
}

const NOT_MODERN = 'the server does not speak the newer MCP that "protocol": "modern" asks for';

/** For an answer with a good status, and nothing in it that MCP knows. */
function oddAnswer(error: unknown): string | undefined {
  if (error instanceof SdkError && error.code === SdkErrorCode.ClientHttpUnexpectedContent) {
    return `the server answered with ${error.message.replace(/^[^:]*: /, '')}, and not with a message of MCP`;
  }
  if (!(error instanceof Error)) return undefined;
  if (error.name === 'SyntaxError') return 'the server answered with something that is not JSON';
  return error.name.endsWith('ZodError') ? 'the server answered with JSON that is not a message of MCP' : undefined;
}
