import { stem } from './stem.ts';

/** Returns the synonyms of a stemmed word, stemmed as well. */
export type Synonyms = (word: string) => readonly string[];

/** Makes synonyms of rings of words, such as `file document; folder directory`. If a word is in several rings, the last one counts. */
export function synonymsOf(rings: string): Synonyms {
  const kindred = new Map(
    rings
      .split('; ')
      .map((ring) => ring.split(' ').map(stem))
      .flatMap((ring) => ring.map((word) => [word, ring.filter((other) => other !== word)] as const)),
  );
  return (word) => kindred.get(word) ?? NONE;
}

const NONE: readonly string[] = [];

/** Weight of a synonym, relative to the word itself. */
export const KINDRED_WEIGHT = 0.25;

const RINGS =
  'create add new make insert; delete remove erase; update edit modify change; find search lookup query; email mail inbox; ' +
  'message chat; file document; folder directory; picture image photo; movie film; song music track; buy purchase order; ' +
  'price cost; convert transform translate; calculate compute evaluate; weather forecast; fetch retrieve read download; ' +
  'send post; list browse; show display view; start begin launch run execute; stop end terminate; ' +
  'website webpage url page site; user account member; meeting event appointment calendar; job work career; car vehicle; ' +
  'house home property apartment; trip travel; book reserve; company business; location place address; ' +
  'test check verify validate; date time datetime';

/** The synonyms that suit tools. */
export const kindredOf: Synonyms = synonymsOf(RINGS);
