/**
 * How a family lays out what its record leaves open. A reader takes it either way; a model does best with what it was
 * trained on. A format without an entry is written from its record alone.
 */
export interface Habit {
  /** Written without its marker where no text is before it: the family leaves it out. */
  readonly isBare?: boolean;
  /** The markers around calls, where they are not the first of the record's lists. */
  readonly markers?: Around;
  /** The message around a call, where messages have headers; `{to}` is whom it is addressed to. */
  readonly message?: Around;
  /** The same, around a body that is no JSON. */
  readonly rawMessage?: Around;
  /** Each call has a section of its own. */
  readonly isSectionEach?: boolean;
  /** An attribute that counts a message's calls, from 1. */
  readonly counter?: string;
}

export interface Around {
  readonly open: string;
  readonly close: string;
}

export function habitOf(id: string): Habit {
  return habits.get(id) ?? {};
}

const habits: ReadonlyMap<string, Habit> = new Map<string, Habit>([
  ['llama3_json', { isBare: true }],
  ['pythonic', { isBare: true }],
  ['xlam', { isBare: true, markers: { open: '<tool_call>', close: '</tool_call>' } }],
  // Its end is the end of the message, which is not ours to write.
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
