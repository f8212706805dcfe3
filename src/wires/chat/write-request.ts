import type { Demands, Fields, ModelRequest, VisibleTool } from '../../core/index.ts';
import { narrowTool, type SchemaRules } from '../schema.ts';
import type { Written } from '../wire.ts';
import { writeChoice } from './choice.ts';
import { type MessageTakes, writeMessages } from './message.ts';
import { reasoningMembers } from './reasoning.ts';
import { writeParameters } from './sampling.ts';
import { writeTools } from './tools.ts';

/** How a server that speaks chat completions differs from the common form. */
export interface ChatDialect {
  readonly demands?: Demands;
  /** It knows the role `developer`. To all others it is `system`, which means the same everywhere. */
  readonly developerRole?: true;
  /** It takes no object as a choice: the one tool is declared alone, and required. */
  readonly namedChoice?: false;
  /** Under which names it takes the thoughts of earlier answers back; absent where any will do. */
  readonly thoughts?: readonly string[];
  /** The members of an assistant's message that it takes beside those that we write; absent where any will do. */
  readonly messageMembers?: readonly string[];
  /** The members of a request that it takes, beside those that we write; absent where any will do. */
  readonly members?: readonly string[];
  /** Its own names for members. */
  readonly renamed?: Readonly<Record<string, string>>;
  /** Its name for the limit of an answer, for clients of other wires. Others know `max_tokens`. */
  readonly limitName?: string;
  /** What it reads of JSON Schema; absent where it reads all of it, or takes no harm. */
  readonly schemas?: SchemaRules;
}

/** Some servers reject `tools: []`, and a choice or `parallel_tool_calls` without tools: then none of them goes out. */
export function writeChatRequest(request: ModelRequest, dialect: ChatDialect): Written {
  const { model, messages, parallel, isStreamed } = request;
  const { tools, choice } = dialect.namedChoice === false ? withoutNamed(request) : request;
  const hasTools = tools.length > 0;
  const { kept, left } = admit(writeParameters(request, dialect.limitName), dialect);
  const takes = (member: string) => dialect.members?.includes(member) !== false;
  const body = {
    ...kept,
    ...(model !== '' && { model }),
    messages: writeMessages(messages, takenBy(dialect)),
    ...(hasTools && { tools: writeTools(readable(tools, dialect)) }),
    ...(hasTools && choice.kind !== 'auto' && { tool_choice: writeChoice(choice) }),
    ...(hasTools && parallel !== undefined && takes('parallel_tool_calls') && { parallel_tool_calls: parallel }),
    stream: isStreamed,
    ...(isStreamed && takes('stream_options') && { stream_options: { include_usage: true } }),
  };
  return { body, left };
}

/** A choice that is one tool, for servers that take only words. */
function withoutNamed({ tools, choice }: ModelRequest): Pick<ModelRequest, 'tools' | 'choice'> {
  if (choice.kind !== 'named') return { tools, choice };
  return { tools: tools.filter(({ wireName }) => wireName === choice.name), choice: { kind: 'required' } };
}

function readable(tools: readonly VisibleTool[], { schemas }: ChatDialect): readonly VisibleTool[] {
  return schemas === undefined ? tools : tools.map((tool) => narrowTool(tool, schemas));
}

function takenBy({ developerRole, thoughts, messageMembers }: ChatDialect): MessageTakes {
  const roles = { developerRole: developerRole === true };
  if (thoughts === undefined && messageMembers === undefined) return roles;
  const member = (name: string) =>
    messageMembers?.includes(name) !== false && (!reasoningMembers.has(name) || thoughts?.includes(name) !== false);
  return { ...roles, member };
}

/** Members that this server takes, by its own names. The members that every request has are never the client's to write. */
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
