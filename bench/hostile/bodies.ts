/** A request body that is costly for a server that parses it without pausing. */
export interface HostileBody {
  readonly name: string;
  readonly body: Buffer;
}

/** Returns bodies of many small values: as many as fit into `bytes`, but at most about `mostValues`. */
export function manyValues(bytes: number, mostValues = Number.POSITIVE_INFINITY): HostileBody[] {
  /** Repeats a piece of JSON that has this many values. */
  const repeat = (values: number, piece: (n: number) => string): string => {
    const count = Math.min(bytes / (piece(100_000).length + 1), (mostValues - 50) / values);
    return Array.from({ length: Math.floor(count) }, (_, n) => piece(n)).join();
  };
  const call = (n: number) => `{"id":"c${n}","type":"function","function":{"name":"f","arguments":"{}"}}`;
  const assistant = (calls: string) => `{"role":"assistant","tool_calls":[${calls}]}`;
  const properties = Array.from({ length: 600 }, (_, n) => `"p${n}":{"type":"string"}`).join();
  return [
    body('empty arrays', ask(repeat(1, () => '[]'))),
    body('numbers in an unknown field', ask(HELLO, `"x":[${repeat(1, () => '1')}]`)),
    body('nested arrays', ask(HELLO, `"x":[${repeat(30, () => `${'['.repeat(30)}${']'.repeat(30)}`)}]`)),
    body('names', ask(HELLO, `"x":{${repeat(1, (n) => `"n${n}":1`)}}`)),
    body('tiny messages', ask(repeat(3, () => user('"a"')))),
    body('tiny content parts', ask(user(`[${repeat(3, () => '{"type":"text","text":"a"}')}]`))),
    body('tool calls', ask(`${assistant(repeat(6, call))},${HELLO}`)),
    body('results of tools', ask(repeat(13, (n) => `${assistant(call(n))},${result(`c${n}`)}`))),
    body('small tools', ask(HELLO, `"tools":[${repeat(5, (n) => tool(n, '{}'))}]`)),
    body(
      'tools with large schemas',
      ask(HELLO, `"tools":[${repeat(1_207, (n) => tool(n, `{"type":"object","properties":{${properties}}}`))}]`),
    ),
  ];
}

/** Returns a request for embeddings of texts that the client has already divided into tokens. */
export function tokenIds(texts: number, perText: number): HostileBody {
  const input = Array.from({ length: texts }, (_, text) =>
    Array.from({ length: perText }, (_, place) => (text * 7_919 + place * 104_729) % 100_000),
  );
  return body('token ids', JSON.stringify({ model: 'up/whole', input }));
}

/** Returns a body whose only call has arguments of many small values. They are JSON text, so the body itself has few values. */
export function manyValuesInArguments(bytes: number): HostileBody {
  const args = `{\\"a\\":[${'[],'.repeat(bytes / 3)}[]]}`;
  const call = `{"id":"c","type":"function","function":{"name":"f","arguments":"${args}"}}`;
  return body('values in arguments', ask(`${HELLO},{"role":"assistant","tool_calls":[${call}]},${result('c')}`));
}

/** Returns bodies of about this many bytes that are costly if the prompt describes the tools in text. */
export function controlTokens(bytes: number): HostileBody[] {
  const long = (piece: string): string => piece.repeat(bytes / piece.length);
  return [
    body('<think> in an answer', ask(`${HELLO},{"role":"assistant","content":"${long('<think>a</think>')}"},${HELLO}`)),
    body('<tool_call> in a question', ask(user(`"${long('<tool_call>{\\"name\\":')}"`))),
    body('beginnings of control tokens', ask(user(`"${long('<|')}"`))),
  ];
}

/** Returns a body with a tool whose schema is a chain of 20,000 definitions, each of which refers to the next. */
export function chainedDefinitions(): HostileBody {
  const links = Array.from({ length: 20_000 }, (_, n) => `"d${n}":{"$ref":"#/$defs/d${n + 1}"}`).join();
  const schema = `{"type":"object","properties":{"a":{"$ref":"#/$defs/d0"}},"$defs":{${links}}}`;
  return body('chained definitions', ask(HELLO, `"tools":[${tool(0, schema)}]`));
}

/** Returns bodies of about this many bytes with few, long texts. */
export function longTexts(bytes: number): HostileBody[] {
  const long = (piece: string): string => piece.repeat(bytes / Buffer.byteLength(piece));
  const image = `{"type":"image_url","image_url":{"url":"data:image/png;base64,${long('QUJD')}"}}`;
  return [
    body('one text', ask(user(`"${long('a long text ')}"`))),
    body('one text of escapes', ask(user(`"${long('\\n\\"')}"`))),
    body('one text of lone surrogates', ask(user(`"${long('\\ud800')}"`))),
    body('one text of other scripts', ask(user(`"${long('日本語')}"`))),
    body('one long number', ask(HELLO, `"x":1.${long('0')}1`)),
    body('one image', ask(user(`[${image}]`))),
    body('1,000 messages', ask(messagesOf(bytes))),
  ];
}

/** Returns a request for several answers, with a body of about this many bytes. */
export function severalAnswers(bytes: number, count: number): HostileBody {
  return body(`1,000 messages, n = ${count}`, ask(messagesOf(bytes), `"tools":[],"n":${count}`));
}

function messagesOf(bytes: number): string {
  const content = 'some words '.repeat(bytes / 11_000);
  return Array.from({ length: 1_000 }, (_, n) => {
    return `{"role":"${n % 2 ? 'assistant' : 'user'}","content":"${content}"}`;
  }).join();
}

function body(name: string, text: string): HostileBody {
  return { name, body: Buffer.from(text) };
}

function ask(messages: string, more = '"n":1'): string {
  return `{"model":"up/whole","messages":[${messages}],${more}}`;
}

function tool(n: number, schema: string): string {
  return `{"type":"function","function":{"name":"t${n}","parameters":${schema}}}`;
}

function user(content: string): string {
  return `{"role":"user","content":${content}}`;
}

function result(id: string): string {
  return `{"role":"tool","tool_call_id":"${id}","content":"r"}`;
}

const HELLO = user('"Hello"');
