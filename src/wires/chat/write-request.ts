import type { Demands, Fields, ModelRequest, VisibleTool } from '../../core/index.ts';
import { narrowTool, type SchemaRules } from '../schema.ts';
import type { Written } from '../wire.ts';
import { writeChoice } from './choice.ts';
import { type MessageTakes, writeMessages } from './message.ts';
import { reasoningMembers } from './reasoning.ts';
import { writeParameters } from './sampling.ts';
import { writeTools } from './tools.ts';

/** The ways in which a chat-completions server differs from the common form. */
export interface ChatDialect {
  readonly demands?: Demands;
  /** The server knows the role `developer`. For other servers it is written as `system`, which means the same. */
  readonly developerRole?: true;
  /** The server accepts no object as `tool_choice`. A named tool is then declared alone and made required. */
  readonly namedChoice?: false;
  /** The server knows the tool choice `allowed_tools`. */
  readonly allowedTools?: true;
  /** The server knows tools of the type `custom`. For other servers they are functions with one text. */
  readonly customTools?: true;
  /** Fields in which the server accepts the reasoning of earlier answers; unset if it accepts any. */
  readonly thoughts?: readonly string[];
  /** Additional fields of an assistant message that the server accepts; unset if it accepts any. */
  readonly messageMembers?: readonly string[];
  /** Additional fields of a request that the server accepts; unset if it accepts any. */
  readonly members?: readonly string[];
  /** The server's own names for request fields, by their usual names. */
  readonly renamed?: Readonly<Record<string, string>>;
  /** The server's name for the token limit of an answer, for clients of other protocols. The default is `max_tokens`. */
  readonly limitName?: string;
  /** The part of JSON Schema that the server supports; unset if it supports or safely ignores every keyword. */
  readonly schemas?: SchemaRules;
}

/**
 * Writes a request for a chat-completions server. Without tools, `tools`, `tool_choice` and `parallel_tool_calls` are all
 * omitted, because some servers reject an empty list and the other two fields without tools.
 */
export function writeChatRequest(request: ModelRequest, dialect: ChatDialect): Written {
  const { model, messages, parallel, isStreamed, allowed } = request;
  const { tools, choice } = dialect.namedChoice === false ? withoutNamed(request) : request;
  const custom = customIn(tools, dialect);
  const chosen = writeChoice({ tools, choice, ...(dialect.allowedTools === true && allowed && { allowed }) }, custom);
  const hasTools = tools.length > 0;
  const { kept, left } = admit(writeParameters(request, dialect.limitName), dialect);
  const takes = (member: string) => dialect.members?.includes(member) !== false;
  const body = {
    ...kept,
    ...(model !== '' && { model }),
    messages: writeMessages(messages, takenBy(dialect, custom)),
    ...(hasTools && { tools: writeTools(readable(tools, dialect), custom) }),
    ...(hasTools && chosen !== undefined && { tool_choice: chosen }),
    ...(hasTools && parallel !== undefined && takes('parallel_tool_calls') && { parallel_tool_calls: parallel }),
    stream: isStreamed,
    ...(isStreamed && takes('stream_options') && { stream_options: { include_usage: true } }),
  };
  return { body, left };
}

/** Returns the names of the tools that the server knows as tools of the type `custom`. */
function customIn(tools: readonly VisibleTool[], { customTools }: ChatDialect): ReadonlySet<string> {
  if (customTools !== true) return NONE;
  return new Set(tools.filter(({ freeform }) => freeform !== undefined).map(({ wireName }) => wireName));
}

const NONE: ReadonlySet<string> = new Set();

/** Replaces a named choice by a single required tool, for servers that accept only words as `tool_choice`. */
function withoutNamed({ tools, choice }: ModelRequest): Pick<ModelRequest, 'tools' | 'choice'> {
  if (choice.kind !== 'named') return { tools, choice };
  return { tools: tools.filter(({ wireName }) => wireName === choice.name), choice: { kind: 'required' } };
}

function readable(tools: readonly VisibleTool[], { schemas }: ChatDialect): readonly VisibleTool[] {
  return schemas === undefined ? tools : tools.map((tool) => narrowTool(tool, schemas));
}

function takenBy({ developerRole, thoughts, messageMembers }: ChatDialect, custom: ReadonlySet<string>): MessageTakes {
  const roles = { developerRole: developerRole === true, custom };
  if (thoughts === undefined && messageMembers === undefined) return roles;
  const member = (name: string) =>
    messageMembers?.includes(name) !== false && (!reasoningMembers.has(name) || thoughts?.includes(name) !== false);
  return { ...roles, member };
}

/** Selects the fields that the server accepts and renames them. Fields that the gateway writes itself are skipped. */
function admit(
  entries: readonly [string, unknown][],
  { members, renamed = {} }: ChatDialect,
): { kept: Fields; left: string[] } {
  const kept: [string, unknown][] = [];
  const left: string[] = [];
  for (const [given, value] of entries) {
    if (OWN.has(given)) continue;
    const name = Object.hasOwn(renamed, given) ? (renamed[given] ?? given) : given;
    if (members?.includes(name) === false) left.push(name);
    else kept.push([name, value]);
  }
  return { kept: Object.fromEntries(kept), left };
}

const OWN: ReadonlySet<string> = new Set([
  'model',
  'messages',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'functions',
  'function_call',
  'stream',
  'stream_options',
]);
