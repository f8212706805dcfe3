/**
 * A way to write tool calls as text: a record of data, read and written by the same machines for every model family.
 *
 * Two layers. Regions say what a stretch of a model's text is: reasoning, answer, calls, or the header of a message. A
 * skeleton says how a call is built; there are five. Whatever differs within a skeleton is a member of the record.
 */
export type Format = EnvelopeFormat | FrameFormat | TaggedFormat | PythonFormat | RawFormat;

export type Skeleton = Format['skeleton'];

interface Regions {
  /** Frozen: settings and transcripts name it. */
  readonly id: string;
  /** Whose models write it. */
  readonly families: readonly string[];
  /** What other engines call their parsers of it. */
  readonly aliases?: readonly string[];
  readonly reasoning?: Reasoning;
  /** Markers around the answer proper: dropped, with the white space inside of them. */
  readonly content?: Brackets & {
    /** What is left of the opening marker where the prompt ended within it. */
    readonly startsInside?: readonly string[];
  };
  /** Markers that say nothing: ends of messages, echoes of the template. Dropped wherever they stand in the answer. */
  readonly ignored?: readonly string[];
  /** A word behind these markers, before the next one, is the writer's own note. */
  readonly labels?: readonly string[];
  /** Each message names its channel or its recipient before its body. */
  readonly header?: Header;
  /** All its tags may carry one suffix: `<tool_calls:a1>`, `<tool_call:a1>`. */
  readonly isSuffixed?: boolean;
  /** Around all calls. Optional when reading unless a call cannot be told without it. */
  readonly section?: Section;
  /** Only names of known tools make a call; its markup would be ordinary text otherwise. */
  readonly onlyKnown?: boolean;
  /** How outcomes are told to the model. Hermes' way where there is none. */
  readonly outcome?: Outcome;
}

export interface Brackets {
  readonly open: readonly string[];
  readonly close: readonly string[];
}

interface Section extends Brackets {
  /** Calls are calls only inside of it. */
  readonly isRequired?: boolean;
}

export interface Reasoning extends Brackets {
  /** The prompt may have opened it already: then the text has the closing marker only. */
  readonly startsInside?: boolean;
  /**
   * What a call's opening marker does among the thoughts. `ends`: they are over, and the call is one (families that
   * leave out the closing marker). `none`: it is a draft, and stays reasoning.
   */
  readonly calls: 'ends' | 'none';
}

/** A message's header, up to the marker before its body: `<|start|>assistant to=functions.f<|channel|>commentary<|message|>`. */
export interface Header {
  readonly open: readonly string[];
  readonly close: readonly string[];
  /** Without an opening marker, where the prompt ended in it. */
  readonly startsInside?: readonly string[];
  /** Markers before a field's value; `to=` is a field by itself. */
  readonly fields: Readonly<Record<string, string>>;
  /** What the body is: the first that fits. */
  readonly bodies: readonly Body[];
  /** What ends a body. */
  readonly end: readonly string[];
  /** Words that may follow a body's end, and say nothing. */
  readonly strays?: readonly string[];
  /** Another header ends a body too. */
  readonly interrupts?: boolean;
}

export interface Body {
  readonly kind: 'reasoning' | 'text' | 'call' | 'calls' | 'nothing';
  /** Field → its values. An empty list: whatever it is, as long as it is there. */
  readonly when: Readonly<Record<string, readonly string[]>>;
}

interface Outcome {
  readonly open: string;
  readonly close: string;
}

/** Objects that hold name and arguments: one, several, or an array of them. */
export interface EnvelopeFormat extends Regions {
  readonly skeleton: 'envelope';
  readonly open: readonly string[];
  readonly close: readonly string[];
  /** May stand without its marker, where a message begins, or behind thoughts or another call; known names only. */
  readonly bare?: boolean;
  /** The opening marker ends in the array's bracket. */
  readonly isArrayOpen?: boolean;
  /** A Markdown fence may stand around the JSON even without another marker. */
  readonly fences?: boolean;
  /** The names of the members; the first is the one that is written. `only-key`: `{"name": {arguments}}`. */
  readonly name: readonly string[] | 'only-key';
  readonly arguments: readonly string[];
  readonly callId?: readonly string[];
  /** Objects around the object: `{"type": "function", "function": {…}}`. */
  readonly wrappers?: readonly string[];
  /** Names that mean: no call. */
  readonly idle?: readonly string[];
  readonly values: Dialect;
  /** A call may be written in Python instead, with this behind the name: `get_weather.call(city="Oslo")`. */
  readonly pythonSuffix?: string;
  /** Several calls are written as one array, as objects in a row, or each with its own markers. */
  readonly several: 'array' | 'row' | 'repeat';
  readonly separator?: string;
}

/** The name stands in the markup, the arguments are one value. */
export interface FrameFormat extends Regions {
  readonly skeleton: 'frame';
  readonly open: readonly string[];
  readonly close: readonly string[];
  /** May stand without its marker, as an envelope may: a server may have stripped special tokens. */
  readonly bare?: boolean;
  readonly head: FrameHead;
  readonly values: Dialect;
  /** A Markdown fence around the value: written, and optional when reading. */
  readonly fence?: string;
  /** Recipients whose body is no JSON but the text of one argument. */
  readonly rawFor?: Readonly<Record<string, string>>;
  readonly separator?: string;
}

export interface FrameHead {
  /** Before the name; optional when reading. */
  readonly before?: string;
  /** What ends the name; `{` is the value's own first letter. */
  readonly until: readonly string[];
  /** Where an id stands: after its own marker behind the name, or before the name. */
  readonly id?: { readonly open?: string; readonly until: readonly string[] };
  /** The name's text is the call's id too, and holds an index: `functions.get_weather:0`. */
  readonly isIndexed?: boolean;
  /** Namespaces that are no part of the name: `functions.`. */
  readonly strip?: readonly string[];
}

/** The name stands in the markup, and each parameter in tags of its own. */
export interface TaggedFormat extends Regions {
  readonly skeleton: 'tagged';
  readonly open: readonly string[];
  readonly close: readonly string[];
  readonly head: TagHead;
  readonly parameter: Parameter | NestedParameter;
  /** Instead of tags the body may be an object: the arguments, or name and arguments. */
  readonly alternative?: 'arguments' | 'envelope';
  /** A parameter that is not in the tool's schema, or comes twice, makes it no call. */
  readonly isStrict?: boolean;
  /** `get_weather.get_weather` means `get_weather`. */
  readonly isDoubled?: boolean;
}

/** What stands in an opening tag: text up to its end, or an attribute. */
export type TagHead =
  | { readonly until: readonly string[] }
  | { readonly attribute: string; readonly until: readonly string[]; readonly id?: string };

export interface Parameter {
  readonly kind: 'tags';
  readonly open: readonly string[];
  readonly key: TagHead;
  /** Between key and value, where the key has a closing tag of its own. */
  readonly valueOpen?: string;
  readonly close: readonly string[];
  /**
   * How text becomes a value, where the tool's schema leaves it open: `json` tries JSON, and takes it as a string
   * otherwise; an attribute says which of both it is.
   */
  readonly typing: 'json' | { readonly attribute: string; readonly string: string };
  /** One line break at either end belongs to the tags. */
  readonly isTrimmed?: boolean;
  /** `cdata`: values may stand in it. `entities`: in attributes only; values are as they are. */
  readonly escapes?: 'cdata' | 'entities';
  /** One parameter for all: an object in these tags. */
  readonly whole?: Brackets;
}

/** Elements within elements, named like the members: `<city>Oslo</city>`. */
export interface NestedParameter {
  readonly kind: 'elements';
  /** Before each tag. */
  readonly prefix: string;
  /** The element of an array. */
  readonly item: string;
}

/** Python calls with keyword arguments. */
export interface PythonFormat extends Regions {
  readonly skeleton: 'python';
  readonly open: readonly string[];
  readonly close: readonly string[];
  /** May stand without its marker, as an envelope may. */
  readonly bare?: boolean;
  /** `list`: in brackets. `lines`: one a line. Both are read. */
  readonly several: 'list' | 'lines';
}

/** The body is one string: a program. */
export interface RawFormat extends Regions {
  readonly skeleton: 'raw';
  readonly open: readonly string[];
  readonly close: readonly string[];
  readonly name: string;
  readonly argument: string;
}

/**
 * How values are written. `json`; `python`: single quotes, True, tuples; `gemma`: bare keys, and strings between
 * delimiters, without escapes.
 */
export type Dialect = 'json' | 'python' | { readonly delimiter: string };
