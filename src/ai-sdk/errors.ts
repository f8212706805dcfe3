import { APICallError, NoSuchModelError } from '@ai-sdk/provider';
import { isRecord } from '../core/index.ts';
import type { AiSdkError } from '../wires/index.ts';

/** A failed call, in the form of an error body, with the headers of its answer. */
export interface FailedCall {
  readonly error: AiSdkError;
  readonly url: string;
  readonly model: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly cause?: unknown;
}

/** Returns the error with which `doGenerate` and `doStream` reject: the AI SDK retries it if `isRetryable` is set. */
export function callError({ error, url, model, headers, body, cause }: FailedCall): APICallError | NoSuchModelError {
  const { message, code, status, isRetryable } = error;
  if (code === 'model_not_found') return new NoSuchModelError({ modelId: model, modelType: 'languageModel', message });
  const data = { error };
  return new APICallError({
    message,
    url,
    requestBodyValues: body,
    statusCode: status,
    responseHeaders: { ...headers },
    responseBody: JSON.stringify(data),
    isRetryable,
    data,
    ...(cause !== undefined && { cause }),
  });
}

/** Reads an error body, which another server may have sent. `status` is that of the answer. */
export function readErrorBody(body: unknown, status: number): AiSdkError {
  const given = isRecord(body) && isRecord(body.error) ? body.error : {};
  const { message, type, code, param, isRetryable, hint } = given;
  return {
    message: typeof message === 'string' && message !== '' ? message : `The server answered with the status ${status}.`,
    type: typeof type === 'string' ? type : 'internal_server_error',
    code: typeof code === 'string' ? code : 'unknown',
    param: typeof param === 'string' ? param : null,
    status: typeof given.status === 'number' ? given.status : status,
    isRetryable: typeof isRetryable === 'boolean' ? isRetryable : isRetried(status),
    ...(typeof hint === 'string' && { hint }),
  };
}

function isRetried(status: number): boolean {
  return status === 408 || status === 409 || status === 429 || status >= 500;
}

/** Returns the reason of an aborted signal as an error that the AI SDK takes for an abort. */
export function abortError({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new DOMException('The call was aborted.', 'AbortError');
}
