import type { Call, Event, FinishEvent } from '../../../src/core/index.ts';

/**
 * What is wrong with the events of one step, measured by the contract of `Backend.stream`; empty when nothing is. For
 * tests of whatever makes such a stream.
 */
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
        this.#expect(event.text !== '', `an empty ${event.type}`);
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
        this.#violate('a backend runs no tools, but here is an outcome');
        break;
      case 'notice':
        this.#expect(event.message !== '', 'an empty notice');
        break;
      case 'reasoning-blocks':
        this.#expect(event.parts.length > 0, 'reasoning-blocks without a block');
        break;
      case 'extra':
        this.#expect(Object.keys(event.fields).length > 0, `an extra of the ${event.at} without fields`);
        break;
      case 'finish':
        this.#finish ??= event;
        break;
      default:
        event satisfies never;
    }
  }

  end(): readonly string[] {
    if (this.#finish === undefined) this.#violate('finish never comes');
    else this.#checkFinish(this.#finish);
    return this.#violations;
  }

  #start(id: string, name: string, owner: string): void {
    this.#expect(id !== '', 'a call without an id starts');
    this.#expect(name !== '', `call ${id} starts without a name`);
    this.#expect(owner === 'gateway', `call ${id} is the ${owner}'s: a backend does not know owners`);
    this.#expect(!this.#calls.has(id), `call ${id} starts twice`);
    this.#calls.set(id, { name, text: '', isWhole: false });
  }

  #continue(id: string, text: string): void {
    const call = this.#calls.get(id);
    this.#expect(text !== '', `empty arguments of call ${id}`);
    this.#expect(call !== undefined, `arguments of call ${id}, which has not started`);
    this.#expect(call?.isWhole !== true, `more arguments of call ${id}, which was whole`);
    if (call !== undefined) call.text += text;
  }

  #call({ id, name, arguments: text }: Call, owner: string): void {
    const call = this.#calls.get(id);
    this.#expect(call !== undefined, `call ${id} comes without a start`);
    if (call === undefined) return;
    this.#expect(!call.isWhole, `call ${id} comes twice`);
    this.#expect(owner === 'gateway', `call ${id} is the ${owner}'s: a backend does not know owners`);
    this.#expect(name === call.name, `call ${id} starts as ${call.name} and ends as ${name}`);
    const expected = call.text.trim() === '' ? '{}' : call.text;
    this.#expect(text === expected, `the arguments of call ${id} are not what its pieces say`);
    call.isWhole = true;
  }

  #checkFinish({ reason, failure, usage }: FinishEvent): void {
    const calls = [...this.#calls.values()];
    const isFailed = reason === 'failed';
    this.#expect(
      isFailed === (failure !== undefined),
      `finish says ${reason} ${failure ? 'with' : 'without'} a failure`,
    );
    this.#expect(isFailed || calls.every((call) => call.isWhole), 'a call starts and never comes');
    this.#expect(reason !== 'calls' || calls.length > 0, 'finish says calls, but there are none');
    this.#expect(reason !== 'stop' || calls.length === 0, 'finish says stop, but there are calls');
    if (usage === undefined) return;
    this.#expect(isCount(usage.promptTokens) && isCount(usage.completionTokens), 'usage is not made of counts');
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
