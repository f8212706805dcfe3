/** Bytes as text, as they come: a letter that was cut in two waits for its other half. */
export async function* decoded(input: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const bytes of input) yield decoder.decode(bytes, { stream: true });
  yield decoder.decode();
}

/** The same text in pieces of so many letters, however it comes; an emoji is one letter. */
export async function* cut(texts: AsyncIterable<string>, letters: number): AsyncGenerator<string> {
  let piece = '';
  let count = 0;
  for await (const text of texts) {
    for (const letter of text) {
      piece += letter;
      if (++count < letters) continue;
      yield piece;
      piece = '';
      count = 0;
    }
  }
  if (piece !== '') yield piece;
}
