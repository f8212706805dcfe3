/**
 * Layout details of a family that its record leaves open. The reader accepts any layout, but a model works best with the
 * layout that it was trained on. A format without an entry here is written from its record alone.
 */
export interface FamilyLayout {
  /** True if the family omits the marker of a call that has no text before it. */
  readonly isBare?: boolean;
  /** The markers around calls, if they differ from the first ones in the record. */
  readonly markers?: Around;
  /** The message around a call in a format with message headers. `{to}` is replaced by the recipient. */
  readonly message?: Around;
  /** The message around a call whose body is not JSON. */
  readonly rawMessage?: Around;
  /** True if each call has a section of its own. */
  readonly isSectionEach?: boolean;
  /** Name of an attribute that numbers the calls of a message, from 1. */
  readonly counter?: string;
  /** The words of the family's chat template around the schemas of the tools. They replace our own instructions. */
  readonly template?: Around;
}

export interface Around {
  readonly open: string;
  readonly close: string;
}

export function habitOf(id: string): FamilyLayout {
  return habits.get(id) ?? {};
}

/** The words of Qwen2.5's and Qwen3's chat template. */
const QWEN: Around = {
  open: `# Tools

You may call one or more functions to assist with the user query.

You are provided with function signatures within <tools></tools> XML tags:
<tools>`,
  close: `</tools>

For each function call, return a json object with function name and arguments within <tool_call></tool_call> XML tags:
<tool_call>
{"name": <function-name>, "arguments": <args-json-object>}
</tool_call>`,
};

const habits: ReadonlyMap<string, FamilyLayout> = new Map<string, FamilyLayout>([
  ['hermes', { template: QWEN }],
  ['llama3_json', { isBare: true }],
  ['pythonic', { isBare: true }],
  ['xlam', { isBare: true, markers: { open: '<tool_call>', close: '</tool_call>' } }],
  // No closing marker: a call ends with the message, and the server writes the end of the message.
  ['gigachat3', { markers: { open: '<|message_sep|>\n\nfunction call<|role_sep|>\n', close: '' } }],
  [
    'harmony',
    {
      message: {
        open: '<|start|>assistant<|channel|>commentary to={to} <|constrain|>json<|message|>',
        close: '<|call|>',
      },
      rawMessage: { open: '<|start|>assistant<|channel|>analysis to={to} code<|message|>', close: '<|call|>' },
    },
  ],
  ['muse_glimmer', { message: { open: '<|start|>assistant to={to}<|message|>', close: '<|eom|>' } }],
  ['qwen3_coder', { isSectionEach: true }],
  ['seed_oss', { isSectionEach: true }],
  ['kimi_k3', { counter: 'index' }],
]);
