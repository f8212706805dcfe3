import { searchWords } from './words.ts';

/**
 * True for words that people use whatever the subject is: greetings, feelings, family, filler. Such words rank tools like any
 * other word, but they hardly count when deciding whether a message asks for a tool: one match in a tool's name is not
 * enough, two are.
 */
export function isEveryday(word: string): boolean {
  return EVERYDAY.has(word);
}

/** Weight of an everyday word, relative to other words. */
export const EVERYDAY_WEIGHT = 0.25;

/**
 * Contains no word that may be the subject of a tool (day, sound), and no word with the same stem as one (`joking` as in
 * jokes, `sense` as in sensors).
 */
const EVERYDAY: ReadonlySet<string> = new Set(
  searchWords(
    'hello hi hey hiya welcome thanks thank thankful thx cheers bye goodbye good morning afternoon evening night today ' +
      'tomorrow yesterday tonight yes yeah yep yup nope ok okay alright sure fine great nice wow amazing awesome lovely ' +
      'wonderful beautiful funny haha lol hmm oh ah uh um sorry apologize mistake wrong right true really happy sad bored ' +
      'proud angry mad upset afraid scared lonely excited glad worried ashamed embarrassed jealous hungry sleepy love hate ' +
      'feel feeling think thought know believe miss prefer enjoy laugh cry kidding say said talk seem go going gone went come ' +
      'came made make try tried keep kept sit happen become became thing something anything nothing everything someone ' +
      'somebody anyone anybody everyone everybody nobody stuff kind way lot bit boring else again still already yet never ' +
      'always ever often sometimes maybe perhaps probably actually basically honestly literally absolutely quite rather ' +
      'pretty almost enough together mind forget bother old young little big long short much many more most less few well ' +
      'better best bad worse worst hard easy real late early soon now once only even same different other another own name ' +
      'mother father sister brother daughter son husband wife grandmother grandfather mom mum dad mate buddy guy kid ' +
      'neighbour neighbor alive understand wonder guess hope wish matter anyway though because since until however therefore ' +
      'without between over down off back away around',
  ),
);
