import { type Asker, post, textOfStream } from './asking.ts';
import { cancelledReport, startedReport } from './question.ts';

/**
 * Disconnects while the model answers or a tool runs; in a streamed answer, after its first text. Checks that the gateway
 * cancels the model's answer or the tool, and that the text is a part of `head`, the beginning of the own answer.
 */
export async function leave(
  messages: readonly object[],
  { isStreamed, isAnswer, own, head }: Leaving,
  asker: Asker,
): Promise<void> {
  const leaving = new AbortController();
  const hasText = Promise.withResolvers<void>();
  let body = '';
  const read = async (): Promise<string> => {
    const response = await post(messages, isStreamed, asker, leaving.signal);
    for await (const piece of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
      body += piece;
      if (textOfStream(body) !== '') hasText.resolve();
    }
    return `status ${response.status}, ${body}`;
  };
  const reading = read().catch((error: Error) => error.name);
  await Promise.race([asker.reports.wait(startedReport(own)), reading]);
  if (isStreamed && isAnswer) await Promise.race([hasText.promise, reading]);
  leaving.abort();
  const ending = await reading;
  if (ending !== 'AbortError') throw new Error(`The turn ended before the client disconnected: ${ending}`);
  await asker.reports.wait(cancelledReport(own));
  if (isStreamed && !head.startsWith(textOfStream(body))) throw new Error(`Received ${body} instead of "${head}".`);
}

interface Leaving {
  readonly isStreamed: boolean;
  /** True to disconnect while the model answers, false while a tool runs. */
  readonly isAnswer: boolean;
  readonly own: string;
  readonly head: string;
}
