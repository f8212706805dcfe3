/** Calls as models write them in a text format. Written by hand, so that our reader and writer are not tested by themselves. */
export interface TextFormat {
  /** Name of the format in the settings. */
  readonly name: string;
  calls(calls: readonly TextCall[]): string;
  /** A call that is truncated inside its arguments. */
  cut(call: TextCall): string;
}

export interface TextCall {
  readonly name: string;
  readonly args: Readonly<Record<string, string>>;
}

const object = ({ name, args }: TextCall) => JSON.stringify({ name, arguments: args });

function tagged({ name, args }: TextCall): string {
  const parameters = Object.entries(args).map(([key, value]) => `<parameter=${key}>\n${value}\n</parameter>\n`);
  return `<tool_call>\n<function=${name}>\n${parameters.join('')}</function>\n</tool_call>`;
}

function pythonCall({ name, args }: TextCall): string {
  const words = Object.entries(args).map(([key, value]) => `${key}='${value}'`);
  return `${name}(${words.join(', ')})`;
}

function message({ name, args }: TextCall): string {
  return `<|start|>assistant<|channel|>commentary to=functions.${name} <|constrain|>json<|message|>${JSON.stringify(args)}<|call|>`;
}

/** Returns the text up to one character before the last occurrence of `end`. */
function upTo(text: string, end: string): string {
  return text.slice(0, text.lastIndexOf(end) - 1);
}

export const textFormats: readonly TextFormat[] = [
  {
    name: 'hermes',
    calls: (calls) => calls.map((call) => `<tool_call>\n${object(call)}\n</tool_call>`).join('\n'),
    cut: (call) => `<tool_call>\n${upTo(object(call), '"}}')}`,
  },
  {
    name: 'qwen3_coder',
    calls: (calls) => calls.map(tagged).join('\n'),
    cut: (call) => upTo(tagged(call), '\n</parameter>'),
  },
  {
    name: 'mistral',
    calls: (calls) => `[TOOL_CALLS][${calls.map(object).join(', ')}]`,
    cut: (call) => `[TOOL_CALLS][${upTo(object(call), '"}}')}`,
  },
  {
    name: 'pythonic',
    calls: (calls) => `[${calls.map(pythonCall).join(', ')}]`,
    cut: (call) => `[${upTo(pythonCall(call), "')")}`,
  },
  {
    name: 'pure_json',
    calls: (calls) => `[${calls.map(object).join(', ')}]`,
    cut: (call) => `[${upTo(object(call), '"}}')}`,
  },
  {
    name: 'harmony',
    calls: (calls) => `<|channel|>analysis<|message|>Let me see.<|end|>${calls.map(message).join('')}`,
    cut: (call) => upTo(message(call), '"}<'),
  },
];
