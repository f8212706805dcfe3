import { isRecord } from '../../core/index.ts';
import type { Wire } from '../wire.ts';
import { ChatAnswer } from './answer/reader.ts';
import { type ChatDialect, writeChatRequest } from './write-request.ts';

/** Creates the chat-completions protocol for a server with the given differences from the common form. */
export function chatWire(dialect: ChatDialect): Wire {
  return {
    name: 'chat',
    demands: { ...dialect.demands, mediaAfterOutcomes: true },
    framing: 'events',
    restrictsTools: dialect.allowedTools === true,
    write: (request) => writeChatRequest(request, dialect),
    newReader: (backend, { separatesReasoning }) => new ChatAnswer(backend, undefined, separatesReasoning),
    readModels,
  };
}

/** Reads `{data: [{id}]}`, or the bare list that some servers send. */
function readModels(value: unknown): readonly string[] | undefined {
  const list = isRecord(value) ? value.data : value;
  if (!Array.isArray(list)) return undefined;
  return list.flatMap((model: unknown) => (isRecord(model) && typeof model.id === 'string' ? [model.id] : []));
}
