import type { NestedParameter, TaggedFormat } from '../format.ts';
import { isStringOnly, itemOf, memberOf, type Typed, typedArguments, typesOf, typeText } from '../typing.ts';
import { escapeJson } from '../values/characters.ts';
import type { Ended } from './arguments.ts';
import type { ReadingMachine } from './contract.ts';
import type { PendingCall } from './event-collector.ts';
import { kept, literals, marksOf } from './marker-set.ts';
import type { Reading } from './tape.ts';

/** Reads arguments that are written as nested elements, up to the call's closing marker. */
export function* readElements(m: ReadingMachine, format: TaggedFormat, draft: PendingCall): Reading<Ended> {
  const { tape } = m;
  const tree = new ElementTree(draft, (format.parameter as NestedParameter).item);
  let examples = 0; // open calls inside an element; they are data up to their closing markers
  for (;;) {
    const mark = yield* tape.until(marksIn(format), tree.text);
    if (mark === undefined) return tree.endOpen() ? 'open' : 'cut';
    if (tree.isInElement && (format.open.includes(mark) || examples > 0)) {
      tree.text(mark);
      if (format.open.includes(mark)) examples++;
      if (format.close.includes(mark)) examples--;
      continue;
    }
    if (format.close.includes(mark)) {
      tree.end();
      return 'whole';
    }
    if (!tags(mark)) {
      tape.at -= mark.length;
      tree.end();
      draft.mend('missing closing tags');
      return 'whole';
    }
    const tag = yield* tape.textUntil(TAG_END, MOST_TAG);
    if (tag.mark === undefined) return tape.isEnded ? 'cut' : 'broken';
    const isDone = mark.endsWith('/') ? tree.close(tag.text.trim()) : tree.open(tag.text.trim());
    if (!isDone) return 'broken';
  }
}

const MOST_TAG = 512;
const TAG_END = marksOf(['>']);
const marksIn = kept((format: TaggedFormat) => {
  const { prefix } = format.parameter as NestedParameter;
  return literals([...format.close, ...(format.section?.close ?? []), ...format.open, `${prefix}</`, `${prefix}<`]);
});

/** Returns true for the tag of an element, and false for the end of the section or another call. */
function tags(mark: string): boolean {
  return mark.endsWith('<') || mark.endsWith('</');
}

interface Element {
  readonly name: string;
  readonly typed: Typed | undefined;
  /** Undefined until the first child or the end of the element. */
  kind: 'object' | 'array' | 'string' | undefined;
  text: string;
  hasChildren: boolean;
}

/** Writes elements as JSON while they open and close. */
class ElementTree {
  readonly #draft: PendingCall;
  readonly #item: string;
  readonly #open: Element[];

  constructor(draft: PendingCall, item: string) {
    const typed = draft.tool === undefined ? undefined : typedArguments(draft.tool);
    this.#draft = draft;
    this.#item = item;
    this.#open = [{ name: '', typed, kind: 'object', text: '', hasChildren: false }];
    draft.write('{');
  }

  get isInElement(): boolean {
    return this.#open.length > 1;
  }

  readonly text = (text: string): void => {
    const element = this.#open.at(-1);
    if (element === undefined) return;
    if (element.kind === 'string') this.#draft.write(escapeJson(text));
    else if (element.kind === undefined) element.text += text;
    else if (text.trim() !== '') this.#draft.mend('text between elements');
  };

  open(name: string): boolean {
    const parent = this.#open.at(-1);
    if (parent === undefined || parent.kind === 'string' || this.#open.length > MOST_DEPTH) return false;
    if (parent.kind === undefined) this.#decide(parent, name);
    if (parent.text.trim() !== '') this.#draft.mend('text between elements');
    const isMember = parent.kind === 'object';
    this.#draft.write(`${parent.hasChildren ? ', ' : ''}${isMember ? `"${escapeJson(name)}": ` : ''}`);
    parent.hasChildren = true;
    const typed = isMember ? memberOf(parent.typed, name) : itemOf(parent.typed);
    const isString = isStringOnly(typed);
    if (isString) this.#draft.write('"');
    this.#open.push({ name, typed, kind: isString ? 'string' : undefined, text: '', hasChildren: false });
    return true;
  }

  /** Decides from its first child whether an element is an array or an object. */
  #decide(element: Element, child: string): void {
    const types = typesOf(element.typed);
    const isList = child === this.#item && (types === undefined || types.has('array'));
    element.kind = isList ? 'array' : 'object';
    this.#draft.write(isList ? '[' : '{');
  }

  /** Closes an element, and all elements inside it that are still open. Returns false if no such element is open. */
  close(name: string): boolean {
    const place = this.#open.findLastIndex((element) => element.name === name);
    if (place < 1) return false;
    if (place < this.#open.length - 1) this.#draft.mend('missing closing tags');
    while (this.#open.length > place) this.#closeLast();
    return true;
  }

  /** Ends the arguments at the end of the text. Returns false if an element is open, or if there is none. */
  endOpen(): boolean {
    if (this.isInElement || this.#open[0]?.hasChildren !== true) return false;
    this.#draft.mend('missing closing tags');
    this.end();
    return true;
  }

  end(): void {
    if (this.#open.length > 1) this.#draft.mend('missing closing tags');
    while (this.#open.length > 0) this.#closeLast();
  }

  #closeLast(): void {
    const element = this.#open.pop();
    switch (element?.kind) {
      case 'object':
        this.#draft.write('}');
        return;
      case 'array':
        this.#draft.write(']');
        return;
      case 'string':
        this.#draft.write('"');
        return;
      default:
        if (element !== undefined) this.#draft.write(leafOf(element, this.#draft.mend));
    }
  }
}

const MOST_DEPTH = 50;

function leafOf({ text, typed }: Element, mend: (what: string) => void): string {
  const types = typesOf(typed);
  if (text.trim() === '' && types !== undefined && !types.has('string')) {
    if (types.has('array')) return '[]';
    if (types.has('object')) return '{}';
  }
  return typeText(text, typed, mend);
}
