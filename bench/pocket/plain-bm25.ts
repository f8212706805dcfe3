import type { Hit, Searchable, SearchIndex } from '../../src/search/index.ts';

/** Textbook BM25: lower-case words split at white space, with name and description as one text. */
export function plainBm25(items: readonly Searchable[]): SearchIndex {
  const texts = items.map(({ name, description }) => wordsOf(`${name} ${description}`));
  const average = texts.reduce((sum, { length }) => sum + length, 0) / Math.max(1, texts.length);
  const postings = new Map<string, Map<number, number>>();
  for (const [place, words] of texts.entries()) {
    for (const word of words) {
      const counts = postings.get(word) ?? new Map<number, number>();
      postings.set(word, counts.set(place, (counts.get(place) ?? 0) + 1));
    }
  }
  return {
    search(query, most) {
      const scores = new Map<number, number>();
      for (const word of new Set(wordsOf(query))) {
        const counts = postings.get(word) ?? new Map<number, number>();
        const rarity = Math.log(1 + (items.length - counts.size + 0.5) / (counts.size + 0.5));
        for (const [place, count] of counts) {
          const norm = K1 * (1 - B + (B * (texts[place]?.length ?? 0)) / average);
          scores.set(place, (scores.get(place) ?? 0) + (rarity * count * (K1 + 1)) / (count + norm));
        }
      }
      const hits = [...scores].map(([place, score]): Hit => ({ place, score }));
      return hits.sort((a, b) => b.score - a.score || a.place - b.place).slice(0, most);
    },
  };
}

const K1 = 1.2;
const B = 0.75;

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}
