import type { StreamPart } from '../wires/index.ts';

/** Follows a stream of parts, so that a stream that ends too early can be closed properly. */
export class OpenParts {
  readonly #blocks = new Map<string, 'text-end' | 'reasoning-end' | 'tool-input-end'>();
  /** The calls of the gateway without a result, by id. */
  readonly #calls = new Map<string, { readonly name: string; isWritten: boolean }>();

  follow(part: StreamPart): void {
    switch (part.type) {
      case 'text-start':
        this.#blocks.set(part.id, 'text-end');
        return;
      case 'reasoning-start':
        this.#blocks.set(part.id, 'reasoning-end');
        return;
      case 'tool-input-start':
        this.#blocks.set(part.id, 'tool-input-end');
        if (part.providerExecuted === true) this.#calls.set(part.id, { name: part.toolName, isWritten: false });
        return;
      case 'text-end':
      case 'reasoning-end':
      case 'tool-input-end':
        this.#blocks.delete(part.id);
        return;
      case 'tool-call':
        if (part.providerExecuted === true) this.#calls.set(part.toolCallId, { name: part.toolName, isWritten: true });
        return;
      case 'tool-result':
        this.#calls.delete(part.toolCallId);
        return;
      default:
    }
  }

  /** Returns the parts that close what is open. Calls of the gateway get an error as their result. */
  end(): readonly StreamPart[] {
    const parts: StreamPart[] = [...this.#blocks].map(([id, type]) => ({ type, id }));
    for (const [toolCallId, { name: toolName, isWritten }] of this.#calls) {
      const own = { toolCallId, toolName, providerExecuted: true, dynamic: true };
      if (!isWritten) parts.push({ type: 'tool-call', input: '{}', ...own });
      parts.push({ type: 'tool-result', result: CUT_OFF, isError: true, ...own });
    }
    this.#blocks.clear();
    this.#calls.clear();
    return parts;
  }
}

const CUT_OFF = 'This call was interrupted before it had a result.';
