import type { Call, Event, FinishEvent } from '../../../src/core/index.ts';

/** Returns the violations of the `Backend.stream` contract in the events of one step; empty if there are none. */
export function checkStream(events: readonly Event[]): readonly string[] {
  const law = new StreamLaw();
  for (const event of events) law.see(event);
  return law.end();
}

class StreamLaw {
  readonly #violations: string[] = [];
  readonly #calls = new Map<string, SeenCall>();
  #finish: FinishEvent | undefined;

  see(event: Event): void {
    if (this.#finish !== undefined) this.#violate(`${event.type} comes after finish`);
    switch (event.type) {
      case 'text':
      case 'reasoning':
        this.#expect(event.text !== '', `a ${event.type} event is empty`);
        break;
      case 'call-start':
        this.#start(event.id, event.name, event.owner);
        break;
      case 'call-args':
        this.#continue(event.id, event.text);
        break;
      case 'call':
        this.#call(event.call, event.owner);
        break;
      case 'outcome':
        this.#violate('there is an outcome event, but a backend runs no tools');
        break;
      case 'notice':
        this.#expect(event.message !== '', 'a notice event is empty');
        break;
      case 'reasoning-blocks':
        this.#expect(event.parts.length > 0, 'a reasoning-blocks event has no blocks');
        break;
      case 'extra':
        this.#expect(Object.keys(event.fields).length > 0, `an extra event of the ${event.at} has no fields`);
        break;
      case 'finish':
        this.#finish ??= event;
        break;
      default:
        event satisfies never;
    }
  }

  end(): readonly string[] {
    if (this.#finish === undefined) this.#violate('there is no finish event');
    else this.#checkFinish(this.#finish);
    return this.#violations;
  }

  #start(id: string, name: string, owner: string): void {
    this.#expect(id !== '', 'a call-start has no id');
    this.#expect(name !== '', `the call-start of call ${id} has no name`);
    this.#expect(owner === 'gateway', `call ${id} has the owner ${owner} instead of gateway`);
    this.#expect(!this.#calls.has(id), `call ${id} starts twice`);
    this.#calls.set(id, { name, text: '', isWhole: false });
  }

  #continue(id: string, text: string): void {
    const call = this.#calls.get(id);
    this.#expect(text !== '', `a call-args of call ${id} is empty`);
    this.#expect(call !== undefined, `a call-args of call ${id} comes before its call-start`);
    this.#expect(call?.isWhole !== true, `a call-args of call ${id} comes after its call`);
    if (call !== undefined) call.text += text;
  }

  #call({ id, name, arguments: text }: Call, owner: string): void {
    const call = this.#calls.get(id);
    this.#expect(call !== undefined, `call ${id} has no call-start`);
    if (call === undefined) return;
    this.#expect(!call.isWhole, `call ${id} comes twice`);
    this.#expect(owner === 'gateway', `call ${id} has the owner ${owner} instead of gateway`);
    this.#expect(name === call.name, `call ${id} starts as ${call.name} and ends as ${name}`);
    const expected = call.text.trim() === '' ? '{}' : call.text;
    this.#expect(text === expected, `the arguments of call ${id} differ from its call-args`);
    call.isWhole = true;
  }

  #checkFinish({ reason, failure, usage }: FinishEvent): void {
    const calls = [...this.#calls.values()];
    const isFailed = reason === 'failed';
    this.#expect(
      isFailed === (failure !== undefined),
      `finish has the reason ${reason} ${failure ? 'with' : 'without'} a failure`,
    );
    this.#expect(isFailed || calls.every((call) => call.isWhole), 'a call-start has no call');
    this.#expect(reason !== 'calls' || calls.length > 0, 'finish has the reason calls, but there are no calls');
    this.#expect(reason !== 'stop' || calls.length === 0, 'finish has the reason stop, but there are calls');
    if (usage === undefined) return;
    this.#expect(isCount(usage.promptTokens) && isCount(usage.completionTokens), 'usage has an invalid count');
  }

  #expect(isTrue: boolean, otherwise: string): void {
    if (!isTrue) this.#violate(otherwise);
  }

  #violate(violation: string): void {
    this.#violations.push(violation);
  }
}

interface SeenCall {
  readonly name: string;
  text: string;
  isWhole: boolean;
}

function isCount(value: number): boolean {
  return Number.isFinite(value) && value >= 0;
}
