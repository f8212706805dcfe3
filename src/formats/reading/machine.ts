import type { Format, Reasoning } from '../format.ts';
import type { Policy } from '../policy.ts';
import type { KnownTools } from '../tools.ts';
import { Attempts } from './attempts.ts';
import { canBegin, inOrder, readBare, readCandidate } from './calls.ts';
import type { Lead, ReadingMachine } from './contract.ts';
import { skipBroken } from './ending.ts';
import { EventCollector, PendingCall, type Silence } from './event-collector.ts';
import { readMessage, seesHeader } from './header.ts';
import type { KnownOutcomes } from './known-outcomes.ts';
import { marksOf } from './marker-set.ts';
import { isName, MOST_NAME } from './names.ts';
import type { Candidate, Meaning, Regions } from './regions.ts';
import { type Reading, Tape } from './tape.ts';

interface MachineOptions {
  readonly regions: Regions;
  readonly tools: KnownTools;
  readonly policy: Policy;
  /** True if calls are parsed and left out, with a notice. */
  readonly isSilent: boolean;
  readonly startsInReasoning: boolean;
  readonly keepsWritten: boolean;
  readonly newId: (index: number) => string;
  readonly outcomes: KnownOutcomes;
}

/**
 * The state machine that parses all formats. Its top level is the answer: text with markers in it. A marker leads into a
 * region or to calls; a marker that turns out to lead to neither stays text.
 */
export class Machine implements ReadingMachine {
  readonly tape = new Tape();
  readonly telling: EventCollector;
  readonly tools: KnownTools;
  isInWords = false;
  readonly #options: MachineOptions;
  readonly #attempts: Attempts;
  #lead: Lead = 'start';
  /** Whitespace before a marker. It is emitted only if the marker is text. */
  #space = '';
  /** Closing markers that were missing after a call. One of them may still follow. */
  #missing: readonly string[] = [];
  /** True if a call was read inside reasoning that is not closed yet. */
  #isThinking = false;
  /** Id of the format of the last call. */
  #last = '';
  /** True if the notice about calls in code was emitted. */
  #hasToldCode = false;

  constructor(options: MachineOptions) {
    this.#options = options;
    this.tools = options.tools;
    this.telling = new EventCollector(options.policy, options.newId);
    this.#attempts = new Attempts(this.tape, this.tools, this.telling);
  }

  *run(): Reading {
    const { regions, startsInReasoning } = this.#options;
    if (startsInReasoning && regions.inside !== undefined) yield* this.#readThoughts(regions.inside);
    else yield* this.#start();
    for (;;) {
      this.isInWords = this.#lead === 'text';
      const meaning = this.isInWords
        ? yield* this.tape.until(regions.text, this.telling.text, this.#isProse)
        : yield* this.#begin();
      this.isInWords = false;
      if (meaning === undefined && !(yield* this.tape.more())) return;
      if (meaning !== undefined) yield* this.#enter(meaning);
    }
  }

  /** Reads the rest of a header or of an answer marker, if the prompt ended inside one. */
  *#start(): Reading {
    const { headers, begins } = this.#options.regions;
    yield* this.tape.match(begins);
    for (const format of headers) {
      if ((yield* seesHeader(this, format)) && (yield* readMessage(this, format, ''))) return;
    }
  }

  // The answer

  /** Reads the start of a message, or what follows reasoning or a call. Only there may a call appear without a marker. */
  *#begin(): Reading<Meaning | undefined> {
    this.#space = yield* this.tape.space();
    if (!(yield* this.tape.more())) {
      if (this.#lead === 'start') this.telling.text(this.#space);
      return undefined;
    }
    const meaning = yield* this.tape.match(this.#options.regions.text);
    if (meaning !== undefined) return meaning;
    if (this.#readsCalls && this.hasAttemptBudget() && (yield* readBare(this, this.#options.regions.bare)))
      this.#lead = 'call';
    else this.#beginText();
    return undefined;
  }

  #beginText(): void {
    const isKept = this.#lead === 'start' || (this.#lead === 'call' && this.#options.policy.textAround === 'exact');
    if (isKept) this.telling.text(this.#space);
    this.#space = '';
    this.#lead = 'text';
  }

  *#enter(meaning: Meaning): Reading {
    const { mark, calls, reasoning, header } = meaning;
    if (meaning.isResult === true && !this.isShown) return yield* this.readResult(mark);
    if (this.#isQuoted) {
      if (calls.length > 0) this.#tellCode(mark);
      this.telling.text(mark);
      return;
    }
    if (calls.length > 0 && (yield* this.readCalls(mark, calls))) this.#lead = 'call';
    else if (reasoning !== undefined && !this.#isSpokenOf(mark)) yield* this.#readThoughts(reasoning);
    else if (header !== undefined && (yield* readMessage(this, header, mark))) return;
    else if (yield* this.#isSilent(meaning)) {
      this.#space = '';
      if (meaning.isLabel === true && this.hasAttemptBudget()) yield* this.attempt(this.#readLabel());
    } else {
      if (this.#lead !== 'text') this.#beginText();
      this.telling.text(mark);
    }
  }

  /** True if the current position is inside Markdown code. A marker there is only quoted. */
  get #isQuoted(): boolean {
    const { code } = this.telling;
    return this.#lead === 'text' && (code.isInline || (code.isExample && this.#options.policy.inFences === 'text'));
  }

  #tellCode(mark: string): void {
    if (!this.#hasToldCode)
      this.telling.notice('in-code', `"${mark}" inside code is treated as an example, not as a call.`);
    this.#hasToldCode = true;
  }

  get results(): readonly string[] {
    return this.#options.regions.results;
  }

  get programs(): readonly string[] {
    return this.#options.regions.programs;
  }

  *readProgram(mark: string): Reading<boolean> {
    const format = this.#options.regions.formats.find((each) => each.skeleton === 'raw' && each.open.includes(mark));
    if (format === undefined || this.isShown) return false;
    return yield* this.readCalls(mark, [{ format, isSection: false }]);
  }

  get isShown(): boolean {
    if (this.#lead !== 'text') return false;
    const { code } = this.telling;
    const isInline = code.isInline && !this.telling.endsIn('\n'); // a stray backtick hides no result on a separate line
    return isInline || code.isFenced || QUOTATION_MARKS.some((mark) => this.telling.endsIn(mark));
  }

  *readResult(mark: string): Reading {
    this.#space = '';
    yield* this.tape.space();
    if (!(yield* this.tape.more()) && this.#lead === 'call') return; // the server stopped at the marker
    if (yield* this.#repeatsOutcome(mark)) return;
    this.telling.cut(`The model wrote the result of a tool itself ("${mark}"). The text from there on is left out.`);
    yield* this.tape.until(NO_MARKS, () => undefined);
  }

  /**
   * Leaves out a known outcome that the model repeats before it answers. Further down, the same text is more likely the
   * invented outcome of another call. Returns false if it is not a known outcome.
   */
  *#repeatsOutcome(mark: string): Reading<boolean> {
    const { outcomes, regions } = this.#options;
    if (outcomes.isEmpty || this.telling.hasBegun) return false;
    const { text, mark: end = '' } = yield* this.tape.textUntil(regions.resultEnds, outcomes.mostCharacters);
    if (!outcomes.take(mark + text + end)) return false;
    this.telling.notice('left-out', `An outcome that the prompt contains ("${mark}") is repeated and left out.`);
    yield* this.tape.space();
    return true;
  }

  /** Returns true for a plain tag in the middle of a line. Such a tag is only mentioned: reasoning begins on a new line. */
  #isSpokenOf(mark: string): boolean {
    return this.#lead === 'text' && isPlainTag(mark) && !this.telling.endsIn('\n');
  }

  /** Reads a label: a name between two markers. */
  *#readLabel(): Reading<boolean> {
    const { text, mark } = yield* this.tape.textUntil(this.#options.regions.text, MOST_NAME);
    if (mark === undefined || !isName(text, this.tools)) return false;
    this.tape.at -= mark.mark.length;
    return true;
  }

  /** Returns true if the marker has no meaning at this position, so that it is dropped. */
  *#isSilent(meaning: Meaning): Reading<boolean> {
    const { mark, isContent, isIgnored, closes } = meaning;
    const isStray = closes !== undefined && this.#isStray(meaning);
    const isEmpty = isContent === true || isIgnored === true;
    const isSilent = isStray || (isEmpty && (this.#lead !== 'text' || !isPlainTag(mark) || (yield* this.#seesEnd())));
    if (isSilent && (isContent === true || closes === 'reasoning')) this.#lead = 'thoughts';
    return isSilent;
  }

  /** Returns true if, after whitespace, the text ends or another marker follows. */
  *#seesEnd(): Reading<boolean> {
    const space = yield* this.tape.space();
    const isEnd = !(yield* this.tape.more()) || (yield* this.tape.see(this.#options.regions.text)) !== undefined;
    this.tape.unread(space);
    return isEnd;
  }

  /**
   * Returns true if a closing marker is to be dropped: it closes calls or reasoning that were left open, it repeats the end
   * of the last call, or it closes reasoning before the answer has begun.
   */
  #isStray({ mark, closes, closers }: Meaning): boolean {
    if (closes === 'calls') {
      const isMissing = this.#missing.includes(mark);
      if (isMissing) this.#missing = [];
      return isMissing || (this.#lead === 'call' && closers.some(({ id }) => id === this.#last));
    }
    const isStray = this.#isThinking || this.#lead === 'start';
    this.#isThinking = false;
    return isStray;
  }

  get keepsUnknown(): boolean {
    return this.tools.isEmpty || this.#options.policy.unknownTools === 'text';
  }

  leaveOpen(closers: readonly string[]): void {
    this.#missing = closers;
  }

  leave(lead: Lead): void {
    this.#lead = lead;
  }

  // Calls

  get #readsCalls(): boolean {
    return !this.tools.isEmpty;
  }

  /** Reads calls after a marker, in the first format that can parse them. Returns false if the marker is text. */
  *readCalls(mark: string, candidates: readonly Candidate[]): Reading<boolean> {
    if (!this.hasAttemptBudget() || !this.#readsCalls) return false;
    const giveUp = this.#attempts.at(mark);
    for (const candidate of yield* inOrder(this.tape, candidates)) {
      if (!(yield* canBegin(this.tape, candidate))) continue;
      if (yield* this.attempt(readCandidate(this, candidate, mark))) return true;
    }
    giveUp();
    const [first] = candidates;
    if (this.#options.policy.malformed === 'text' || first === undefined) return false;
    yield* skipBroken(this, first.format);
    return true;
  }

  raw(): string {
    return this.#attempts.opener + this.tape.recorded();
  }

  *attempt(reading: Reading<boolean>): Reading<boolean> {
    const missing = this.#missing;
    const isRead = yield* this.#attempts.make(reading);
    if (!isRead) this.#missing = missing;
    return isRead;
  }

  hasAttemptBudget(position?: number): boolean {
    return this.#attempts.hasAttemptBudget(position);
  }

  /** Returns true for a marker that can only open calls, after too many markers have opened none. */
  readonly #isProse = ({ opensOnly }: Meaning, position: number): boolean =>
    opensOnly === true && !this.hasAttemptBudget(position);

  knows(name: string): boolean {
    return this.tools.isOpen || this.tools.find(name) !== undefined;
  }

  begin(name: string, id: string | undefined, format: Format, isBare = false): PendingCall | undefined {
    if (name === '' || name.length > MOST_NAME || hasControls(name)) return undefined;
    const tool = this.tools.find(name);
    const isUnknown = tool === undefined && !this.tools.isOpen;
    if (tool === undefined && isBare && format.onlyKnown === true) return undefined; // only a known name makes it a call
    if (isUnknown && (isBare || format.onlyKnown === true || this.#options.policy.unknownTools === 'text')) {
      this.#attempts.unknown = name;
      return undefined;
    }
    const { keepsWritten } = this.#options;
    this.#last = format.id;
    return new PendingCall(
      this.telling,
      { name, id, format: format.id, keepsWritten },
      tool,
      this.#silence(name, isUnknown),
    );
  }

  #silence(name: string, isUnknown: boolean): Silence | undefined {
    if (this.#options.isSilent)
      return { code: 'suppressed', message: `The call of "${name}" is left out, because the tool choice is "none".` };
    if (this.telling.isOver)
      return {
        code: 'left-out',
        message: `The call of "${name}" is left out, because it follows text after an earlier call.`,
      };
    if (!isUnknown || this.#options.policy.unknownTools !== 'dropped') return undefined;
    return {
      code: 'unknown-tool',
      message: `The call of "${name}" is left out, because there is no tool with this name.`,
    };
  }

  settle(opener = ''): void {
    this.#attempts.opener = opener;
    this.tape.record();
  }

  // Reasoning

  *#readThoughts(reasoning: Reasoning): Reading {
    const { tape, telling } = this;
    this.#space = '';
    yield* tape.space();
    const isAgain = this.#lead === 'start' && (yield* tape.match(marksOf(reasoning.open))) !== undefined;
    if (isAgain) yield* tape.space();
    const marks = this.#options.regions.thoughts(reasoning, this.#readsCalls);
    let isTold = false;
    for (;;) {
      const meaning = yield* tape.until(marks, telling.reasoning);
      this.#lead = 'thoughts';
      if (meaning === undefined || meaning === 'closed') return;
      const isQuoted = telling.thoughtCode.isInline || telling.thoughtCode.isExample;
      const candidates = isQuoted ? [] : meaning.calls.filter(({ format }) => this.#endsThoughts(format));
      if (candidates.length > 0 && (yield* this.readCalls(meaning.mark, candidates))) {
        this.#lead = 'call';
        this.#isThinking = true;
        return;
      }
      telling.reasoning(meaning.mark);
      if (candidates.length < meaning.calls.length && !isTold) {
        telling.notice('in-reasoning', `"${meaning.mark}" inside the reasoning is treated as a draft, not as a call.`);
        isTold = true;
      }
    }
  }

  #endsThoughts({ reasoning }: Format): boolean {
    const { callsInReasoning } = this.#options.policy;
    return callsInReasoning === 'read' || (callsInReasoning === 'by-format' && reasoning?.calls === 'ends');
  }
}

/** Returns true for tags such as `<think>` and `</s>`, which prose or a web page may also contain, unlike special tokens. */
function isPlainTag(mark: string): boolean {
  return /^<\/?[A-Za-z_:]+>$/.test(mark);
}

const QUOTATION_MARKS = ['"', "'", '“', '‘', '«', '„'];
const NO_MARKS = marksOf([]);

function hasControls(name: string): boolean {
  for (let at = 0; at < name.length; at++) if (name.charCodeAt(at) < 0x20) return true;
  return false;
}
