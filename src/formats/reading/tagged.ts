import { resultMarks } from '../catalogue/markers.ts';
import type { Format, Parameter, TaggedFormat, TagHead } from '../format.ts';
import {
  isStringOnly,
  jsonIn,
  memberNames,
  memberOf,
  type Typed,
  typedArguments,
  typesOf,
  typeText,
} from '../typing.ts';
import { escapeJson, OPEN_BRACE } from '../values/characters.ts';
import { type Ended, isWrapper, readArguments } from './arguments.ts';
import { attributesIn } from './attributes.ts';
import type { ReadingMachine } from './contract.ts';
import { readElements } from './elements.ts';
import { endCall, leaveCall } from './ending.ts';
import { type Envelope, readRow } from './envelope.ts';
import type { PendingCall } from './event-collector.ts';
import { kept, literals, MarkerSet, marksOf } from './marker-set.ts';
import { isName } from './names.ts';
import { readGap, readTagValue } from './tag-value.ts';
import type { Reading } from './tape.ts';

/** Reads one call after its opening marker: its name, then a tag for each parameter. Returns false if it is not a call. */
export function* readTaggedCall(m: ReadingMachine, format: TaggedFormat): Reading<boolean> {
  const { tape } = m;
  if (format.alternative === 'envelope') {
    yield* tape.space();
    if ((yield* tape.peek()) === OPEN_BRACE) return yield* readAlternative(m, format);
  }
  const head = yield* readTag(m, format.head, structureOf(format));
  const name = head === undefined ? '' : nameOf(head.text, m, format);
  if (!isName(name, m.tools) || !(yield* seesBody(m, format, name))) return false;
  const draft = m.begin(name, head?.id, format);
  if (draft === undefined) return false;
  const ended =
    format.parameter.kind === 'tags'
      ? yield* new TagParameters(m, format, format.parameter, draft).read()
      : yield* readElements(m, format, draft);
  yield* endCall(m, format, draft, ended);
  return true;
}

/** Returns true if the body of a call follows its head. Otherwise the head was text. */
function* seesBody(m: ReadingMachine, format: TaggedFormat, name: string): Reading<boolean> {
  const { tape } = m;
  yield* readGap(tape);
  if (!(yield* tape.more())) return m.tools.find(name) !== undefined; // the text ended inside the call
  if (format.alternative === 'arguments' && (yield* tape.peek()) === OPEN_BRACE) return true;
  return (yield* tape.see(bodiesOf(format))) !== undefined;
}

const bodiesOf = kept((format: TaggedFormat) => {
  const { parameter, close, section } = format;
  const parameters =
    parameter.kind === 'tags' ? [...parameter.open, ...(parameter.whole?.open ?? [])] : [`${parameter.prefix}<`];
  return literals([...parameters, ...close, ...(section?.close ?? []), ...resultMarks(format)]);
});

/** Reads a call that is an object with name and arguments instead of tags. Returns false if it is not a call. */
export function* readAlternative(m: ReadingMachine, format: TaggedFormat): Reading<boolean> {
  const row = yield* readRow(m, alternativeOf(format), 0);
  if (row === undefined || row.calls === 0) return false;
  yield* leaveCall(m, format, false);
  return true;
}

const alternativeOf = kept(
  (format: TaggedFormat): Envelope => ({
    format,
    name: ['name'],
    arguments: ['arguments', 'parameters'],
    values: 'json',
    ends: literals([...format.close, ...(format.section?.close ?? [])]),
    isBare: false,
  }),
);

function nameOf(written: string, m: ReadingMachine, { isDoubled }: TaggedFormat): string {
  const text = written.endsWith('\\n') ? written.slice(0, -2) : written; // an escaped line break between tags
  if (isDoubled !== true || m.tools.find(text) !== undefined) return text;
  const half = text.slice(0, (text.length - 1) / 2);
  return text === `${half}.${half}` ? half : text;
}

interface Tag {
  readonly text: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly id?: string;
  /** True if a line break ended the tag. */
  readonly hasBreak: boolean;
}

/** Reads the rest of an opening tag. A marker in `structure` also ends it and stays unread. Undefined if it is not a tag. */
function* readTag({ tape }: ReadingMachine, head: TagHead, structure: ReadonlySet<string>): Reading<Tag | undefined> {
  const found = yield* tape.textUntil(marksOf(head.until), MOST_TAG);
  if (found.mark === undefined) return undefined;
  if (structure.has(found.mark)) tape.at -= found.mark.length;
  const hasBreak = found.mark === '\n';
  if (!('attribute' in head)) return { text: unquoted(found.text.trim()), attributes: NONE, hasBreak };
  const attributes = attributesIn(found.text);
  const text = attributes.get(head.attribute);
  const id = head.id === undefined ? undefined : attributes.get(head.id);
  return text === undefined ? undefined : { text, attributes, hasBreak, ...(id !== undefined && { id }) };
}

/** Removes the quotes that some models add around a name. */
function unquoted(text: string): string {
  return text.length > 2 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;
}

const MOST_TAG = 1024;
const NONE: ReadonlyMap<string, string> = new Map();

/** Reads the parameters of one call and writes them as the fields of an object. */
class TagParameters {
  readonly #m: ReadingMachine;
  readonly #format: TaggedFormat;
  readonly #parameter: Parameter;
  readonly #draft: PendingCall;
  readonly #typed: Typed | undefined;
  readonly #names: ReadonlySet<string> | undefined;
  readonly #seen = new Set<string>();
  #isOpen = false;
  #isWhole = false;

  constructor(m: ReadingMachine, format: TaggedFormat, parameter: Parameter, draft: PendingCall) {
    this.#m = m;
    this.#format = format;
    this.#parameter = parameter;
    this.#draft = draft;
    this.#typed = draft.tool === undefined ? undefined : typedArguments(draft.tool);
    const names = memberNames(this.#typed);
    this.#names = names === undefined ? undefined : new Set(names);
  }

  *read(): Reading<Ended> {
    const { tape } = this.#m;
    const marks = stepsOf(this.#format);
    for (;;) {
      yield* readGap(tape);
      if (!(yield* tape.more())) return this.#endOpen();
      const mark = yield* tape.match(marks);
      if (mark === undefined && tape.endsInside(this.#closers)) return this.#endOpen();
      switch (mark?.kind) {
        case 'parameter': {
          const ended = yield* this.#readParameter();
          if (ended !== 'whole') return ended;
          break;
        }
        case 'whole':
        case undefined: {
          const ended = yield* this.#readWhole(mark !== undefined);
          if (ended !== 'whole') return ended;
          break;
        }
        case 'stray':
          this.#draft.mend('repeated closing tags');
          break;
        case 'next':
          tape.at -= mark.text.length;
          this.#draft.mend('missing closing tags');
          return this.#close();
        default:
          return this.#close();
      }
    }
  }

  #close(): Ended {
    if (!this.#isWhole) this.#draft.write(this.#isOpen ? '}' : '{}');
    return 'whole';
  }

  /** Ends a call at the end of the text. It is a call if its last parameter is complete, or if its tool has no parameters. */
  #endOpen(): Ended {
    if (!this.#isOpen && !this.#isWhole && this.#names?.size !== 0) return 'cut';
    this.#m.tape.skip();
    this.#draft.mend('missing closing tags');
    this.#close();
    return 'open';
  }

  get #closers(): readonly string[] {
    return [...this.#format.close, ...(this.#format.section?.close ?? [])];
  }

  /** Reads all arguments as one object, in its own tags or instead of all tags. */
  *#readWhole(hasTag: boolean): Reading<Ended> {
    const { tape } = this.#m;
    yield* tape.space();
    const isObject = (yield* tape.peek()) === OPEN_BRACE && (hasTag || this.#format.alternative === 'arguments');
    if (this.#isOpen || this.#isWhole || !isObject) return 'broken';
    this.#isWhole = true;
    const ended = yield* readArguments(this.#m, this.#draft, 'json', endsOf(this.#format));
    yield* tape.space();
    if (hasTag) yield* tape.match(marksOf(this.#parameter.whole?.close ?? []));
    return ended;
  }

  *#readParameter(): Reading<Ended> {
    const { tape } = this.#m;
    const { key: head, valueOpen } = this.#parameter;
    const tag = yield* readTag(this.#m, head, structureOf(this.#format));
    if (tag === undefined) return tape.isEnded ? 'cut' : 'broken';
    if (valueOpen !== undefined) {
      yield* readGap(tape);
      if ((yield* tape.match(valueOpenOf(this.#parameter))) === undefined) return tape.isEnded ? 'cut' : 'broken';
    }
    if (this.#isWhole || !this.#admits(tag.text)) return 'broken';
    const isFirst = !this.#isOpen;
    if (isFirst && isWrapper(tag.text, this.#draft)) return yield* this.#readWrapper(tag);
    return yield* this.#readMember(tag);
  }

  readonly #isParameter = (key: string): boolean => this.#names?.has(key) !== false;

  readonly #isTool = (name: string): boolean => isName(name, this.#m.tools);

  /** Returns true if the parameter is allowed. A strict format allows each parameter of the tool once, and no others. */
  #admits(key: string): boolean {
    const isAgain = this.#seen.has(key);
    this.#seen.add(key);
    if (this.#format.isStrict !== true) return true;
    return !isAgain && (this.#isParameter(key) || isWrapper(key, this.#draft));
  }

  /** Reads the value of a parameter. A string is written as it arrives, any other value when it is complete. */
  *#readMember(tag: Tag): Reading<Ended> {
    const typed = memberOf(this.#typed, tag.text);
    const said = this.#saysString(tag.attributes);
    const mayBeString = typesOf(typed)?.has('string') !== false;
    this.#openMember(tag.text);
    if ((isStringOnly(typed) && said !== false) || (mayBeString && said === true)) {
      this.#draft.write('"');
      const ended = yield* this.#readText(tag, (text) => this.#draft.write(escapeJson(text)));
      this.#draft.write('"');
      return ended;
    }
    let text = '';
    const ended = yield* this.#readText(tag, (piece) => {
      text += piece;
    });
    const quoted = said === false && text.trimStart().startsWith('"') ? jsonIn(text, this.#draft.mend) : undefined;
    this.#draft.write(quoted ?? typeText(text, typed, this.#draft.mend));
    return ended;
  }

  #saysString(attributes: ReadonlyMap<string, string>): boolean | undefined {
    const { typing } = this.#parameter;
    const said = typing === 'json' ? undefined : attributes.get(typing.attribute);
    return typing === 'json' || said === undefined ? undefined : said === typing.string;
  }

  #openMember(key: string): void {
    this.#draft.write(`${this.#isOpen ? ', ' : '{'}"${escapeJson(key)}": `);
    this.#isOpen = true;
  }

  /** Reads a parameter that is not one of the tool's and may hold all arguments as an object. */
  *#readWrapper(tag: Tag): Reading<Ended> {
    let text = '';
    const ended = yield* this.#readText(tag, (piece) => {
      text += piece;
    });
    const inner = jsonIn(text, this.#draft.mend);
    const members = inner?.startsWith('{') === true ? Object.keys(JSON.parse(inner)) : undefined;
    if (inner === undefined || members === undefined || !members.every((name) => this.#names?.has(name) === true)) {
      if (this.#format.isStrict === true) return 'broken';
      this.#openMember(tag.text);
      this.#draft.write(typeText(text, undefined));
      return ended;
    }
    this.#draft.mend('a wrapper around the arguments');
    if (members.length > 0) {
      this.#draft.write(inner.slice(0, -1).trimEnd());
      this.#isOpen = true;
    }
    return ended;
  }

  /** Reads the text between a parameter's tags, without the line breaks that belong to the tags. */
  *#readText(tag: Tag, put: (text: string) => void): Reading<Ended> {
    const { tape } = this.#m;
    const { isTrimmed, escapes, close } = this.#parameter;
    if (escapes === 'cdata' && (yield* tape.match(CDATA)) !== undefined) {
      if ((yield* tape.until(CDATA_END, put)) === undefined) return 'cut';
      yield* tape.space();
      return (yield* tape.match(marksOf(close))) === undefined ? 'broken' : 'whole';
    }
    const hasBreak = isTrimmed === true && (tag.hasBreak || (yield* tape.match(LINE_BREAKS)) !== undefined);
    const end = yield* readTagValue(
      tape,
      this.#format,
      { isTrimmed: hasBreak, isParameter: this.#isParameter, isTool: this.#isTool },
      put,
    );
    if (end === 'over') this.#draft.mend('missing closing tags');
    if (end === 'torn') return 'broken';
    return end === 'cut' ? 'cut' : 'whole';
  }
}

const CDATA = literals(['<![CDATA[']);
const CDATA_END = literals([']]>']);
const LINE_BREAKS = literals(['\n', '\r\n']);

const valueOpenOf = kept(({ valueOpen = '' }: Parameter) => literals([valueOpen]));

/** A marker that may appear between parameters. */
interface Step {
  readonly kind: 'parameter' | 'whole' | 'close' | 'stray' | 'next';
  readonly text: string;
}

const stepsOf = kept((format: TaggedFormat): MarkerSet<Step> => {
  const parameter = format.parameter as Parameter;
  const { open = [], close = [] } = format.section ?? {};
  const steps: readonly (readonly [Step['kind'], readonly string[]])[] = [
    ['close', format.close],
    ['whole', parameter.whole?.open ?? []],
    ['parameter', parameter.open],
    ['stray', parameter.close],
    ['next', [...close, ...open, ...format.open, ...resultMarks(format)]],
  ];
  return new MarkerSet(steps.flatMap(([kind, texts]) => texts.map((text) => [text, { kind, text }] as const)));
});

/** Markers that end an opening tag and stay unread. */
const structureOf = kept(
  ({ parameter, close, section }: TaggedFormat): ReadonlySet<string> =>
    new Set([...(parameter.kind === 'tags' ? parameter.open : []), ...close, ...(section?.close ?? [])]),
);

const endsOf = kept((format: Format) => literals([...format.close, ...(format.section?.close ?? [])]));
