import type { Ask, Counts, Event, Failure, Fields, Usage } from '../../core/index.ts';
import type { Rejection } from '../rejection.ts';
import type { AnswerHead, WholeAnswer } from '../whole-answer.ts';
import type { CallShape } from './call-shape.ts';
import { ChatStream } from './stream.ts';
import { writeUsage } from './usage.ts';
import { writeAnswerChoice, writeChatAnswer } from './write-answer.ts';

/** The fields of a request that decide how several answers are written. */
interface SeveralRequest {
  readonly ask: Ask;
  readonly includeUsage: boolean;
  readonly shape: CallShape;
}

/** Returns one Ask for each answer. A seed grows by one from answer to answer: equal seeds would give equal answers. */
export function asksOf({ ask }: Pick<SeveralRequest, 'ask'>): readonly Ask[] {
  return Array.from({ length: ask.answers ?? 1 }, (_, place) => {
    const { sampling, extra } = ask;
    if (place === 0 || sampling.seed === undefined) return ask;
    const seed = sampling.seed + place;
    return { ...ask, sampling: { ...sampling, seed }, extra: { ...extra, chat: { ...extra?.chat, seed } } };
  });
}

/** Writes several complete answers as the choices of one chat completion. */
export function writeChatAnswers(
  answers: readonly WholeAnswer[],
  head: AnswerHead,
  request: Pick<SeveralRequest, 'shape'>,
): Fields {
  const [first] = answers;
  if (first === undefined) throw new Error('A chat completion needs at least one answer.');
  const usage = totalUsage(answers.map(({ finish }) => finish.usage));
  return {
    ...writeChatAnswer(first, head, request),
    choices: answers.map((answer, index) => writeAnswerChoice(answer, index, request.shape)),
    ...(usage !== undefined && { usage: writeUsage(usage) }),
  };
}

/** Writes the events of several turns as one stream, whose choices have the indexes of the turns. */
export class ChatStreams {
  readonly #streams: readonly ChatStream[];
  readonly #usages: (Usage | undefined)[] = [];

  constructor(head: AnswerHead, request: SeveralRequest, reject: (failure: Failure) => Rejection) {
    const { ask, includeUsage, shape } = request;
    this.#streams = Array.from(
      { length: ask.answers ?? 1 },
      (_, index) => new ChatStream(head, includeUsage, reject, { shape, index, isPart: true }),
    );
  }

  /** Returns the chunks for a batch of the turn with this index. Usage and end of the stream follow the last turn's finish. */
  write(batch: readonly Event[], place: number): string {
    const stream = this.#streams[place];
    if (stream === undefined) throw new Error(`There is no answer ${place}.`);
    const written = stream.write(batch);
    const finish = batch.at(-1);
    if (finish?.type !== 'finish') return written;
    this.#usages.push(finish.usage);
    const isOver = this.#usages.length === this.#streams.length && finish.failure === undefined;
    return isOver ? written + stream.end(totalUsage(this.#usages)) : written;
  }
}

/** Adds up the usage of several answers: each of them is a separate request with its own prompt. */
function totalUsage(usages: readonly (Usage | undefined)[]): Usage | undefined {
  const known = usages.filter((usage) => usage !== undefined);
  if (known.length === 0) return undefined;
  const total = (name: 'cachedTokens' | 'cacheWrittenTokens' | 'reasoningTokens') => {
    const counts = known.flatMap((usage) => usage[name] ?? []);
    return counts.length === 0 ? {} : { [name]: sum(counts) };
  };
  const prompt = totalCounts(known.map(({ more }) => more?.prompt ?? {}));
  const completion = totalCounts(known.map(({ more }) => more?.completion ?? {}));
  return {
    promptTokens: sum(known.map(({ promptTokens }) => promptTokens)),
    completionTokens: sum(known.map(({ completionTokens }) => completionTokens)),
    ...total('cachedTokens'),
    ...total('cacheWrittenTokens'),
    ...total('reasoningTokens'),
    more: { prompt, completion },
  };
}

function totalCounts(all: readonly Counts[]): Counts {
  const totals = new Map<string, number>();
  for (const counts of all) {
    for (const [name, count] of Object.entries(counts)) totals.set(name, (totals.get(name) ?? 0) + count);
  }
  return Object.fromEntries(totals);
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
