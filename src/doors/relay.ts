import type { ServerResponse } from 'node:http';
import {
  type Fields,
  found,
  isAbsent,
  isRecord,
  type Limits,
  newCallId,
  refuse as refuseRequest,
  refuseValue,
  type TurnFailure,
  tell,
} from '../core/index.ts';
import type { Gateway } from '../gateway.ts';
import { isEventStream, type Relayed, type RelayedAnswer, type RelayedApi } from '../models/index.ts';
import { abortedBy, withNearestModels } from '../turn/index.ts';
import { chatErrorBody, type Rejection } from '../wires/index.ts';
import type { Bodies } from './body.ts';
import { closeIfUnread, type RawRoute, sendText } from './raw.ts';
import { SseStream } from './sse.ts';
import { OK, rejectionOf, STOPPING } from './status.ts';
import { type AskReader, askRoute } from './turn-door.ts';
import { modelHeader } from './turn-response.ts';
import { WholeEvents } from './whole-events.ts';

/**
 * Passes requests on to a backend that has the API, and its answers back to the client. Only the model's name in the request
 * is replaced, and secrets are removed from the answer. No tool is involved, so this is not a turn, but it counts as one for
 * the limits.
 */
export function relayRoute(api: RelayedApi, gateway: Gateway, bodies: Bodies, stopping: AbortSignal): RawRoute {
  const { backends, turns, settings, log } = gateway;
  return askRoute(relayed, gateway, bodies, stopping, async ({ body, model: asked }, response, abort) => {
    const target = await backends.relay(api, asked, abort.signal);
    if (!target.ok) return rejectionOf(target.failure);
    const slot = turns.takeSlot(abort);
    if (!slot.ok) return rejectionOf(slot.failure);
    slot.slot.pull();
    const { id, model, isSubstitute } = target;
    const headers = () => ({ 'x-request-id': newCallId(), ...modelHeader(id, isSubstitute ? asked : undefined) });
    const sending = new Sending(response, headers, body.stream === true, settings.limits);
    const named = { ...body, ...(model !== '' && { model }) };
    const startedAt = performance.now();
    const failure = await sending
      .pass(target.relay({ api, body: named }, abort.signal))
      .finally(() => slot.slot.leave());
    const failed =
      failure && (abort.signal.aborted ? abortedBy(abort.signal) : await withNearestModels(failure, target, backends));
    const fields = { api, model: id, durationMs: Math.round(performance.now() - startedAt) };
    if (failed === undefined) {
      log.info(fields, 'Passed a request on to a backend.');
      return undefined;
    }
    log.warn({ ...fields, failure: failed.kind, reason: tell(failed) }, 'Passing a request on to a backend failed.');
    return sending.fail(stopping.aborted ? STOPPING : rejectionOf(failed));
  });
}

/** A request that is passed on. Only its model is read; the backend validates the rest. */
interface RelayedRequest {
  readonly ok: true;
  readonly body: Fields;
  readonly model: string;
}

const relayed: AskReader<RelayedRequest> = {
  read: (body) => {
    if (!isRecord(body)) return refuseRequest('', `The body is ${found(body)}; expected an object with "model".`);
    const { model } = body;
    if (!isAbsent(model) && typeof model !== 'string') {
      return refuseValue('model', model, 'the name of a model, as a string');
    }
    return { ok: true, body, model: model ?? '' };
  },
  errorBody: chatErrorBody,
  isPassedOn: true,
};

/** Sends an answer of a backend to the client: a stream event by event, anything else when it is complete. */
class Sending {
  readonly #response: ServerResponse;
  readonly #headers: () => Record<string, string>;
  readonly #limits: Limits;
  /** Set if the client wants a stream. It sends heartbeats while the backend is silent. */
  readonly #sse: SseStream | undefined;

  constructor(response: ServerResponse, headers: () => Record<string, string>, isStreamed: boolean, limits: Limits) {
    this.#response = response;
    this.#headers = headers;
    this.#limits = limits;
    this.#sse = isStreamed ? new SseStream(response, headers, ': waiting\n\n', limits) : undefined;
  }

  /** Sends the answer. Returns the failure that ended it. */
  async pass(relaying: Promise<Relayed>): Promise<TurnFailure | undefined> {
    const relayed = await relaying;
    if (!relayed.ok) return relayed.failure;
    const { answer } = relayed;
    const isStream = this.#sse !== undefined && isEventStream(answer.contentType);
    return isStream ? this.#stream(answer, this.#sse) : this.#whole(answer);
  }

  /** Reports a failure. Returns the rejection if it can still be the response. */
  fail(rejection: Rejection): Rejection | undefined {
    if (this.#sse?.isOpen !== true) {
      this.#sse?.giveUp();
      return rejection;
    }
    void this.#sse.end(`data: ${JSON.stringify(chatErrorBody(rejection))}\n\n`);
    return undefined;
  }

  async #stream(answer: RelayedAnswer, sse: SseStream): Promise<TurnFailure | undefined> {
    const events = new WholeEvents();
    for (let text = await answer.read(); text !== undefined; text = await answer.read()) {
      const whole = events.push(text);
      const waiting = whole === '' ? undefined : sse.write(whole);
      if (waiting !== undefined) await waiting;
    }
    if (answer.failure === undefined) await sse.end(events.end());
    return answer.failure;
  }

  async #whole(answer: RelayedAnswer): Promise<TurnFailure | undefined> {
    const texts: string[] = [];
    for (let text = await answer.read(); text !== undefined; text = await answer.read()) texts.push(text);
    if (answer.failure !== undefined) return answer.failure;
    const text = texts.join('');
    if (this.#sse?.isOpen === true) {
      await this.#sse.end(`data: ${text.replaceAll(/[\r\n]+/g, ' ')}\n\n`); // heartbeats have begun a stream
      return undefined;
    }
    this.#sse?.giveUp();
    sendText(this.#response, OK, { ...this.#headers(), 'content-type': answer.contentType }, text);
    closeIfUnread(this.#response, this.#limits.slowClientMs);
    return undefined;
  }
}
