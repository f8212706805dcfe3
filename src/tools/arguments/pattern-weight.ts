/**
 * Estimates what compiling and running a pattern costs, in instructions of its RE2 program, without compiling it. RE2 writes a
 * repetition out (`a{1,1000}` has 2,000 instructions), so that a short pattern can take seconds and hundreds of megabytes.
 * `source` is in RE2's syntax. The estimate is at least the size of the program, and takes linear time.
 */
export function patternWeight(source: string): number {
  const isFolded = FOLDING.test(source);
  const groups: Group[] = [];
  let group: Group = { weight: 0, last: 0 };
  let setup = PROGRAM;
  const add = (weight: number): void => {
    group.weight += weight;
    group.last = weight;
  };
  const multiply = (times: number, more: number): void => {
    const weight = group.last * times + more;
    group.weight += weight - group.last;
    group.last = weight;
  };

  let place = 0;
  while (place < source.length) {
    const start = place;
    switch (source[place]) {
      case '\\':
        if (source[place + 1] === 'Q') {
          const end = source.indexOf('\\E', place + 2);
          place = end === -1 ? source.length : end + 2;
          group.weight += place - start;
          group.last = 1;
        } else {
          place += 2;
          const isUnicode = source[start + 1] === 'p' || source[start + 1] === 'P';
          if (isUnicode) setup += UNICODE_SETUP;
          add(isUnicode ? UNICODE_INSTRUCTION : 1);
        }
        break;
      case '[': {
        place = endOfClass(source, place);
        const written = source.slice(start, place);
        const unicode = written.split(/\\[pP]/).length - 1;
        setup += unicode * UNICODE_SETUP + (isFolded && !PLAIN_CLASS.test(written) ? foldingSetup(written) : 0);
        add((unicode > 0 ? UNICODE_INSTRUCTION : 1) + written.length / RANGES_AN_INSTRUCTION);
        break;
      }
      case '(':
        FLAGS.lastIndex = place;
        if (FLAGS.test(source)) {
          place = FLAGS.lastIndex; // no expression: a repetition after it multiplies what is before it
          break;
        }
        place++;
        groups.push(group);
        group = { weight: GROUP, last: 0 };
        break;
      case ')': {
        place++;
        const { weight } = group;
        group = groups.pop() ?? { weight: 0, last: 0 };
        add(weight);
        break;
      }
      case '*':
      case '+':
      case '?':
        place++;
        multiply(1, 1);
        break;
      case '{': {
        REPETITION.lastIndex = place;
        const [all = '', least = '', comma = '', most = ''] = REPETITION.exec(source) ?? [];
        place += Math.max(1, all.length);
        if (all === '') add(1);
        // Each optional repetition takes an instruction of its own, as does the loop of a repetition without an end.
        else multiply(Math.max(1, Number(least), Number(most)), comma === '' ? 0 : 1 + Number(most));
        break;
      }
      default:
        place++;
        add(1);
    }
  }
  for (const open of groups) group.weight += open.weight;
  return group.weight + setup;
}

interface Group {
  /** The weight of everything in the group so far. */
  weight: number;
  /** The part of it that a repetition would multiply. */
  last: number;
}

/** Returns the offset after a character class. In RE2 a `]` at its beginning is a character of the class. */
function endOfClass(source: string, start: number): number {
  let place = start + 1;
  if (source[place] === '^') place++;
  if (source[place] === ']') place++;
  while (place < source.length && source[place] !== ']') {
    const named = source.startsWith('[:', place) ? source.indexOf(':]', place + 2) : -1;
    if (named !== -1) place = named + 2;
    else place += source[place] === '\\' ? 2 : 1;
  }
  return place + 1;
}

/** Ignoring letter case, RE2 looks at every character of a range. */
function foldingSetup(written: string): number {
  return FOLDED_RANGE * (written.split('-').length - 1) + UNICODE_SETUP;
}

const FOLDING = /\(\?[a-zA-Z]*i/;
/** Flags for the rest of a group, such as `(?i)`. */
const FLAGS = /\(\?[a-zA-Z-]*\)/y;
const PLAIN_CLASS = /^(?:[ -[\]-~]|\\[^pPxu])*$/;
/** A number with a leading zero makes no repetition: RE2 reads `a{03}` as six characters. */
const REPETITION = /\{(0|[1-9]\d*)(?:(,)(|0|[1-9]\d*))?\}/y;

/** Instructions of every program, besides those of the pattern. */
const PROGRAM = 6;
/** Instructions of a group: its beginning, its end, and one for a branch. */
const GROUP = 3;
/** A class such as `\p{L}` has hundreds of ranges. Collecting them takes as long as this many instructions. */
const UNICODE_SETUP = 80;
/** The same ranges are visited again for each instruction with that class. */
const UNICODE_INSTRUCTION = 5;
const FOLDED_RANGE = 1_000;
/** Characters of a written class that make an instruction with this class as expensive as another instruction. */
const RANGES_AN_INSTRUCTION = 20;
