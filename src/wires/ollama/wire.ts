import { isRecord } from '../../core/index.ts';
import type { Wire } from '../wire.ts';
import { OllamaAnswer } from './answer/reader.ts';
import { type OllamaSettings, writeOllamaRequest } from './request.ts';

/** Creates the protocol of Ollama's native API. */
export function ollamaWire(settings: OllamaSettings): Wire {
  return {
    name: 'ollama',
    demands: {
      // Templates put all system messages first, but some renderers (qwen3-coder, olmo3, cogito) keep only the first one.
      systemFirst: true,
      // Ollama merges neighbouring messages with the same role: both texts are kept, but the calls of the second are lost.
      alternatingRoles: true,
      // The renderers of Qwen's vision models ignore the images of tool messages.
      mediaAfterOutcomes: true,
    },
    framing: 'lines',
    restrictsTools: true,
    write: (request) => writeOllamaRequest(request, settings),
    newReader: (backend, { separatesReasoning }) => new OllamaAnswer(backend, undefined, separatesReasoning),
    readModels,
  };
}

function readModels(value: unknown): readonly string[] | undefined {
  if (!isRecord(value) || !Array.isArray(value.models)) return undefined;
  return value.models.flatMap((entry: unknown) => {
    const name = isRecord(entry) ? (entry.name ?? entry.model) : undefined;
    return typeof name === 'string' ? [name] : [];
  });
}
