import { isRecord } from '../../core/index.ts';
import type { Wire } from '../wire.ts';
import { MessagesAnswer } from './answer/reader.ts';
import { ToolNames } from './names.ts';
import { writeMessagesRequest } from './request.ts';

/** The protocol of Anthropic's Messages API. */
export const messagesWire: Wire = {
  name: 'messages',
  demands: {
    systemFirst: true,
    alternatingRoles: true,
    content: true,
    callIds: /^[a-zA-Z0-9_-]{1,64}$/,
    toolsForCalls: true,
  },
  framing: 'events',
  write: (request) => writeMessagesRequest(request),
  newReader: (backend, request) => {
    const names = new ToolNames(request);
    return new MessagesAnswer({ backend, model: request.model, nameOf: (written) => names.read(written) });
  },
  readModels,
};

function readModels(value: unknown): readonly string[] | undefined {
  if (!isRecord(value) || !Array.isArray(value.data)) return undefined;
  return value.data.flatMap((model: unknown) => (isRecord(model) && typeof model.id === 'string' ? [model.id] : []));
}
