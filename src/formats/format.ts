/**
 * A way to write tool calls as text. A format is a data record; the same reader and writer serve every model family.
 *
 * A record has two layers. The regions say which parts of a model's text are reasoning, answer, calls or message headers.
 * The skeleton says how a call is built; there are five skeletons. Differences within a skeleton are fields of the record.
 */
export type Format = EnvelopeFormat | FrameFormat | TaggedFormat | PythonFormat | RawFormat;

export type Skeleton = Format['skeleton'];

interface Regions {
  /** Id of the format. It must never change, because settings and transcripts refer to it. */
  readonly id: string;
  /** Names of the model families that write this format. */
  readonly families: readonly string[];
  /** Names that other inference engines give to their parsers of this format. */
  readonly aliases?: readonly string[];
  readonly reasoning?: Reasoning;
  /** Markers around the answer. They are removed, with the whitespace after them. */
  readonly content?: Brackets & {
    /** The rest of the opening marker, for a prompt that ends inside the marker. */
    readonly startsInside?: readonly string[];
  };
  /**
   * Markers without a meaning, such as ends of messages and echoes of the template. They are removed from the answer. A
   * plain tag such as `</s>` is kept if answer text surrounds it.
   */
  readonly ignored?: readonly string[];
  /** Markers that a label may follow. A name between such a marker and the next marker is removed. */
  readonly labels?: readonly string[];
  /** Set if each message begins with a header that names its channel or its recipient. */
  readonly header?: Header;
  /** True if all tags may carry the same suffix: `<tool_calls:a1>`, `<tool_call:a1>`. */
  readonly isSuffixed?: boolean;
  /** Markers around all calls. When reading, they are optional unless `isRequired` is set. */
  readonly section?: Section;
  /** True if a call must name a known tool, because the same markup also occurs in ordinary text. */
  readonly onlyKnown?: boolean;
  /** Markers around outcomes in the prompt. If omitted, those of Hermes are used. */
  readonly outcome?: Outcome;
  /**
   * Markers with which the model begins an outcome that it invents. If omitted, it is the tag that opens `outcome`. Empty if
   * ordinary text may contain that tag.
   */
  readonly results?: readonly string[];
}

export interface Brackets {
  readonly open: readonly string[];
  readonly close: readonly string[];
}

interface Section extends Brackets {
  /** True if calls are recognised only inside the section. */
  readonly isRequired?: boolean;
}

export interface Reasoning extends Brackets {
  /** True if the prompt may have opened the reasoning already. Then the text has only the closing marker. */
  readonly startsInside?: boolean;
  /**
   * Effect of a call's opening marker inside the reasoning. `ends`: the reasoning ends and the call is read, because
   * these families often omit the closing marker. `none`: the call is a draft and stays reasoning.
   */
  readonly calls: 'ends' | 'none';
}

/**
 * The header of a message, up to the marker before its body:
 * `<|start|>assistant to=functions.f<|channel|>commentary<|message|>`.
 */
export interface Header {
  readonly open: readonly string[];
  readonly close: readonly string[];
  /** Texts with which an answer begins if the prompt ended inside the header. */
  readonly startsInside?: readonly string[];
  /** Header field → the marker before its value, such as `<|channel|>` or `to=`. */
  readonly fields: Readonly<Record<string, string>>;
  /** Kinds of body. The first one whose condition matches the header applies; otherwise the body is text. */
  readonly bodies: readonly Body[];
  /** Markers that end a body. */
  readonly end: readonly string[];
  /** Words that may follow the end of a body. They are dropped. */
  readonly strays?: readonly string[];
  /** True if another header also ends a body. */
  readonly interrupts?: boolean;
}

export interface Body {
  /** `result`: the outcome of a call, which only the prompt may contain. */
  readonly kind: 'reasoning' | 'text' | 'call' | 'calls' | 'result';
  /** Header field → the values that match. An empty list matches any value, but the field must be set. */
  readonly when: Readonly<Record<string, readonly string[]>>;
}

export interface Outcome {
  readonly open: string;
  readonly close: string;
  /** Text that follows the closing tag. */
  readonly advice?: string;
}

/** A call is an object that holds the name and the arguments. Several calls are several objects or an array. */
export interface EnvelopeFormat extends Regions {
  readonly skeleton: 'envelope';
  readonly open: readonly string[];
  readonly close: readonly string[];
  /**
   * True if a call may appear without its marker: at the start of a message, after reasoning or after another call. Such a
   * call must name a known tool.
   */
  readonly bare?: boolean;
  /** True if the opening marker includes the array's opening bracket. */
  readonly isArrayOpen?: boolean;
  /** True if a Markdown fence may surround the JSON even without another marker. */
  readonly fences?: boolean;
  /** Keys of the tool name; the first one is written. `only-key`: the name is itself the only key, `{"name": {arguments}}`. */
  readonly name: readonly string[] | 'only-key';
  readonly arguments: readonly string[];
  readonly callId?: readonly string[];
  /** Keys of objects around the call: `{"type": "function", "function": {…}}`. */
  readonly wrappers?: readonly string[];
  /** Tool names that mean that no tool is called. */
  readonly idle?: readonly string[];
  readonly values: Dialect;
  /** Set if a call may be written in Python instead, with this suffix after the name: `get_weather.call(city="Oslo")`. */
  readonly pythonSuffix?: string;
  /** How several calls are written: as one array, as adjacent objects, or each with its own markers. */
  readonly several: 'array' | 'row' | 'repeat';
  readonly separator?: string;
}

/** A call has its name in the markup, and its arguments are one value. */
export interface FrameFormat extends Regions {
  readonly skeleton: 'frame';
  readonly open: readonly string[];
  readonly close: readonly string[];
  /** True if a call may appear without its marker, as in an envelope format: a server may have removed special tokens. */
  readonly bare?: boolean;
  readonly head: FrameHead;
  readonly values: Dialect;
  /** The Markdown fence that is written around the value. When reading, it is optional. */
  readonly fence?: string;
  /** Tool name → argument name, for tools whose body is not JSON but the text of that argument. */
  readonly rawFor?: Readonly<Record<string, string>>;
  readonly separator?: string;
}

export interface FrameHead {
  /** Text before the name. Optional when reading. */
  readonly before?: string;
  /** Markers that end the name. `{` and `[` are part of the value and stay unread. */
  readonly until: readonly string[];
  /** Markers of the call's id. The id comes after the name and the marker `open`, or before the name if `open` is omitted. */
  readonly id?: { readonly open?: string; readonly until: readonly string[] };
  /** True if the text of the name is also the call's id and contains an index: `functions.get_weather:0`. */
  readonly isIndexed?: boolean;
  /** Namespaces that are removed from the name: `functions.`. */
  readonly strip?: readonly string[];
}

/** A call has its name in the markup, and each parameter in its own tags. */
export interface TaggedFormat extends Regions {
  readonly skeleton: 'tagged';
  readonly open: readonly string[];
  readonly close: readonly string[];
  readonly head: TagHead;
  readonly parameter: Parameter | NestedParameter;
  /** Set if the body may be an object instead of tags: the arguments, or name and arguments. */
  readonly alternative?: 'arguments' | 'envelope';
  /** True if a parameter that is repeated or not in the tool's schema makes the call malformed. */
  readonly isStrict?: boolean;
  /** True if a doubled name counts once: `get_weather.get_weather` means `get_weather`. */
  readonly isDoubled?: boolean;
}

/** The content of an opening tag: text up to its end, or an attribute. */
export type TagHead =
  | { readonly until: readonly string[] }
  | { readonly attribute: string; readonly until: readonly string[]; readonly id?: string };

export interface Parameter {
  readonly kind: 'tags';
  readonly open: readonly string[];
  readonly key: TagHead;
  /** Marker between key and value, if the key has its own closing tag. */
  readonly valueOpen?: string;
  readonly close: readonly string[];
  /**
   * How text becomes a value if the tool's schema does not decide. `json`: valid JSON becomes that value, any other text a
   * string. With an attribute, the attribute says whether the value is a string.
   */
  readonly typing: 'json' | { readonly attribute: string; readonly string: string };
  /** True if one line break at each end of the value belongs to the tags. */
  readonly isTrimmed?: boolean;
  /** `cdata`: values may be CDATA sections. `entities`: attributes use XML entities, and values are not escaped. */
  readonly escapes?: 'cdata' | 'entities';
  /** Tags around one object that holds all parameters. */
  readonly whole?: Brackets;
}

/** Nested elements that are named like the parameters: `<city>Oslo</city>`. */
export interface NestedParameter {
  readonly kind: 'elements';
  /** Text before each tag. */
  readonly prefix: string;
  /** Name of the elements of an array. */
  readonly item: string;
}

/** A call is a Python call with keyword arguments. */
export interface PythonFormat extends Regions {
  readonly skeleton: 'python';
  readonly open: readonly string[];
  readonly close: readonly string[];
  /** True if calls may appear without a marker, as in an envelope format. */
  readonly bare?: boolean;
  /** `list`: calls are written in brackets. `lines`: one call per line. Both are read. */
  readonly several: 'list' | 'lines';
}

/** The body of a call is one string, such as a program. */
export interface RawFormat extends Regions {
  readonly skeleton: 'raw';
  readonly open: readonly string[];
  readonly close: readonly string[];
  readonly name: string;
  readonly argument: string;
}

/**
 * How values are written. `json`: as JSON. `python`: as Python literals, with single quotes, `True` and tuples. With a
 * delimiter: as Gemma writes them, with unquoted keys, and strings between delimiters without escapes.
 */
export type Dialect = 'json' | 'python' | { readonly delimiter: string };
