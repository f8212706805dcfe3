import type { IncomingHttpHeaders } from 'node:http';
import { Hono } from 'hono';
import { type BadRequest, type Failure, type Limits, refuse } from '../core/index.ts';
import type { Gateway } from '../gateway.ts';
import {
  type AiSdkRequest,
  type AnswerHead,
  aiSdkErrorBody,
  ForV2,
  isEmptyAnswer,
  PartWriter,
  partForV3,
  type Rejection,
  readCallOptions,
  resultForV3,
  type SpecVersion,
  type StreamPart,
  WholeResult,
} from '../wires/index.ts';
import type { TurnDoor } from './turn-door.ts';

/** Serves the protocol of the AI SDK's gateway provider: `createGateway({ baseURL })` of `ai`, and Toolpath's own provider. */
export const aiSdk: TurnDoor<AiSdkRequest> = {
  routes: [['POST', '/v1/ai/language-model']],
  idPrefix: '',
  heartbeat: ': waiting\n\n',
  read: readRequest,
  errorBody: aiSdkErrorBody,
  isAnswer: isEmptyAnswer,
  stream: (head, request, reject) => {
    const writer = new PartWriter(request, head, reject);
    const adapt = adapterOf(request);
    return {
      write: (batch) =>
        adapt(writer.write(batch))
          .map((part) => `data: ${JSON.stringify(part)}\n\n`)
          .join(''),
    };
  },
  whole: () => {
    throw new Error('The answer is collected instead.');
  },
  collect: (head, request, reject) => collect(head, request, reject),
};

function collect(head: AnswerHead, request: AiSdkRequest, reject: (failure: Failure) => Rejection) {
  const writer = new PartWriter(request, head, reject);
  const whole = new WholeResult();
  return {
    add: (batch: Parameters<PartWriter['write']>[0]) => whole.add(writer.write(batch)),
    body: () => {
      const result = whole.result();
      if (request.version === 'v4') return result;
      return request.version === 'v3' ? resultForV3(result) : new ForV2(request).result(result);
    },
  };
}

/** Returns the function that converts parts to the version of the request. */
function adapterOf({ version, gatewayName }: AiSdkRequest): (parts: readonly StreamPart[]) => readonly object[] {
  if (version === 'v4') return (parts) => parts;
  if (version === 'v3') return (parts) => parts.flatMap((part) => partForV3(part) ?? []);
  const converter = new ForV2({ gatewayName });
  return (parts) => parts.flatMap((part) => converter.part(part));
}

/** Reads a request, whose model, version and streaming are in its headers. */
function readRequest(
  body: unknown,
  key: string,
  limits: Limits,
  headers: IncomingHttpHeaders,
): AiSdkRequest | { readonly ok: false; readonly failure: BadRequest } {
  const version = versionIn(headers);
  if (version === undefined) {
    const given = headerOf(headers, VERSION);
    return refuse(VERSION, `The header "${VERSION}" is ${JSON.stringify(given)}; expected 2, 3 or 4.`);
  }
  const model = utf8(headerOf(headers, 'ai-language-model-id') ?? headerOf(headers, 'ai-model-id') ?? '');
  const isStreamed = headerOf(headers, 'ai-language-model-streaming') === 'true';
  return readCallOptions(body, { version, model, key, isStreamed }, limits);
}

const VERSION = 'ai-language-model-specification-version';

/** Returns the version of the specification. A client that names none gets the newest. */
function versionIn(headers: IncomingHttpHeaders): SpecVersion | undefined {
  const given = headerOf(headers, VERSION) ?? '4';
  return given === '2' || given === '3' || given === '4' ? `v${given}` : undefined;
}

function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : value?.[0];
}

/** Reads the bytes of a header as UTF-8. Node gives each byte as a character. */
function utf8(header: string): string {
  return Buffer.from(header, 'latin1').toString('utf8');
}

/** Serves the list of models in the form of the AI gateway. */
export function aiSdkConfigDoor({ backends }: Gateway): Hono {
  const door = new Hono();
  door.get('/', async (context) => {
    const models = await backends.list(context.req.raw.signal);
    const specificationVersion = clientVersion(context.req.header('user-agent'));
    const entries = models.map(({ id }) => ({
      id,
      name: id,
      specification: { specificationVersion, provider: 'toolpath', modelId: id },
      modelType: 'language',
    }));
    return context.json({ models: entries });
  });
  return door;
}

/** Each major version of `@ai-sdk/gateway` accepts one version of the specification only, and tells its own in the user agent. */
function clientVersion(userAgent = ''): SpecVersion {
  const [, major] = /\bai-sdk\/gateway\/(\d+)\./.exec(userAgent) ?? [];
  return major === '2' ? 'v2' : major === '3' ? 'v3' : 'v4';
}
