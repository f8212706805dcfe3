import type { StreamPart } from '../wires/index.ts';

/**
 * Returns a stream of adapted parts. Nothing is read ahead: a reader that stops pulling pauses the turn. Cancelling the stream ends
 * the turn, also while a part is awaited.
 */
export function streamOf<Part>(
  parts: AsyncIterator<readonly StreamPart[], void, undefined>,
  adapt: (batch: readonly StreamPart[]) => readonly Part[],
  cancel: () => void,
): ReadableStream<Part> {
  return new ReadableStream<Part>(
    {
      async pull(controller) {
        for (;;) {
          const next = await parts.next();
          if (next.done === true) return controller.close();
          const adapted = adapt(next.value);
          for (const part of adapted) controller.enqueue(part);
          if (adapted.length > 0) return;
        }
      },
      async cancel() {
        cancel();
        await parts.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
