import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { isRecord, type Limits } from '../core/index.ts';
import { TOO_MANY_TOOLS } from './classify-error.ts';
import { admitTool, type DefinitionLimits, type Finding } from './definitions.ts';

export type ListLimits = DefinitionLimits & Pick<Limits, 'serverTools' | 'serverToolsBytes'>;

/**
 * Validates each page of a server's tool list before the SDK sees it. The SDK would reject the complete list for one bad
 * definition, and does not limit its size. Reports each tool that is left out or changed.
 */
export class ToolLists {
  readonly #limits: ListLimits;
  #tell: (finding: Finding) => void = () => {};
  #tools = 0;
  #bytes = 0;

  constructor(limits: ListLimits) {
    this.#limits = limits;
  }

  /** Starts a new list. Must be called before its first page is requested. */
  begin(tell: (finding: Finding) => void): void {
    this.#tell = tell;
    this.#tools = 0;
    this.#bytes = 0;
  }

  /** Returns the message in the form that the SDK may see: with valid tools only, or an error if the list is too long. */
  admit(message: JSONRPCMessage): JSONRPCMessage {
    if (!('result' in message) || !isPage(message.result)) return message;
    const { result, ...head } = message;
    const tools = this.#admitAll(result.tools ?? []);
    if (tools === undefined)
      return { ...head, error: { code: TOO_MANY_TOOLS, message: this.#tooMany() } } as JSONRPCMessage;
    return { ...head, result: { ...frameOf(result), tools } } as JSONRPCMessage;
  }

  #admitAll(given: readonly unknown[]): unknown[] | undefined {
    this.#tools += given.length;
    if (this.#tools > this.#limits.serverTools) return undefined;
    const tools: unknown[] = [];
    for (const each of given) {
      const admitted = admitTool(each, this.#limits);
      if (!admitted.ok) {
        this.#tell(admitted.refusal);
        continue;
      }
      this.#bytes += admitted.bytes;
      if (this.#bytes > this.#limits.serverToolsBytes) return undefined;
      for (const finding of admitted.findings) this.#tell(finding);
      tools.push(admitted.tool);
    }
    return tools;
  }

  #tooMany(): string {
    const { serverTools, serverToolsBytes } = this.#limits;
    return this.#tools > serverTools
      ? `the server lists more than ${serverTools} tools (limits.serverTools)`
      : `the server's tool list is larger than ${serverToolsBytes} bytes (limits.serverToolsBytes)`;
  }
}

interface Page {
  /** Some servers write an empty list as null. */
  readonly tools: readonly unknown[] | null;
}

/** True if the result is a page of a tool list. A call's result may have a `tools` field too, but it also has `content`. */
function isPage(result: unknown): result is Page & Record<string, unknown> {
  if (!isRecord(result) || result.content !== undefined) return false;
  return Array.isArray(result.tools) || result.tools === null;
}

/** Returns the fields around the tools, without values that the SDK rejects although their meaning is clear. */
function frameOf({ nextCursor, ttlMs, cacheScope, ...rest }: Record<string, unknown>): object {
  const isLast = nextCursor === undefined || nextCursor === null || nextCursor === '';
  return {
    ...rest,
    ...(isLast ? {} : { nextCursor }),
    ttlMs: Number.isSafeInteger(ttlMs) && Number(ttlMs) >= 0 ? ttlMs : 0, // the modern era requires both
    cacheScope: cacheScope === 'public' ? 'public' : 'private',
  };
}
