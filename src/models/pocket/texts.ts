import { searchWords } from '../../search/index.ts';
import { type Ground, mannerOf, pick } from './ground.ts';
import { readPieces } from './pieces.ts';
import { kindOf, type Property, resolved } from './properties.ts';
import { isFiller, isPreposition } from './sheet.ts';

/** What stands behind the property's own name: `city: Vienna`, `subject "Lunch"`; of a required one also `titled It crashes`. */
export function findNamed(property: Property, ground: Ground): string | readonly string[] | undefined {
  const { sheet } = ground;
  const isList = isTextList(property, ground);
  if (!isList && !isText(property)) return undefined;
  const place = sheet.free((_, at) => isNameOf(property, ground, at))[0];
  const name = sheet.sights[place ?? -1];
  if (place === undefined || name === undefined) return undefined;
  const from = isSmall(sheet.word(place + 1)) ? place + 2 : place + 1;
  const isQuoted = sheet.sights[from]?.kind === 'quoted';
  if (!isQuoted && !isList && name.end !== ':' && !property.isRequired) return undefined;
  const isOne = (isQuoted && !isList) || sheet.text.charAt(name.to) === '=';
  const value = sheet.take(from, isOne ? from + 1 : endOfValue(ground, from, name.end === ':'));
  if (value === '') return undefined;
  sheet.use(place);
  return isList ? listed(value) : value;
}

/** The first text in quotes. */
export function findQuoted(property: Property, ground: Ground): string | undefined {
  if (kindOf(property.schema) !== 'string') return undefined;
  const { sheet } = ground;
  const manner = mannerOf(property);
  const isFit = (text: string) => isText(property) || readPieces(text)[0]?.piece.kind === manner;
  const place = pick(
    property,
    ground,
    sheet.free(({ kind, text }) => kind === 'quoted' && isFit(text)),
  );
  return place === undefined ? undefined : sheet.take(place, place + 1);
}

/** The name of somebody or something: words with capitals, or else those behind a preposition. */
export function findProper(property: Property, ground: Ground): string | undefined {
  if (kindOf(property.schema) !== 'string' || mannerOf(property) !== 'name') return undefined;
  const { sheet, asking } = ground;
  const isPlain = (at: number) => {
    const isWord =
      sheet.isFree(at) &&
      sheet.sights[at]?.kind === 'word' &&
      !isFiller(sheet.word(at)) &&
      !isPreposition(sheet.word(at));
    return isWord && !searchWords(sheet.word(at)).some((root) => asking.has(root));
  };
  const isCapital = (at: number) => isPlain(at) && /^\p{Lu}/u.test(sheet.sights[at]?.text ?? '');
  const isInside = (at: number) => sheet.sights[at - 1]?.end === undefined;
  const capitals = sheet.free((_, at) => isCapital(at) && !(isCapital(at - 1) && isInside(at)));
  const place =
    pick(property, ground, capitals) ??
    pick(
      property,
      ground,
      sheet.free((_, at) => isPlain(at) && isPreposition(sheet.word(at - 1))),
    );
  if (place === undefined) return undefined;
  const isPart = isCapital(place) ? isCapital : isPlain;
  let end = place + 1;
  while (isInside(end) && isPart(end)) end++;
  return sheet.take(place, end);
}

/** Whatever is left, for the one required text that is still open. */
export function findRest(property: Property, ground: Ground): string | readonly string[] | undefined {
  const isList = isTextList(property, ground);
  const isOpen = (each: Property) => each.isRequired && (isText(each) || isTextList(each, ground));
  if (!isOpen(property) || ground.open.filter(isOpen).length > 1) return undefined;
  const rest = ground.sheet.takeRest(ground.asking);
  if (rest === '') return undefined;
  return isList ? listed(rest) : rest;
}

function isText(property: Property): boolean {
  return kindOf(property.schema) === 'string' && ['text', 'name', 'path', 'expression'].includes(mannerOf(property));
}

function isTextList({ schema }: Property, { root }: Ground): boolean {
  return kindOf(schema) === 'array' && kindOf(resolved(schema.items, root)) === 'string';
}

/** `subject`, `start date` of `start_date`, `titled`, or a word that is used for it. What asks for the tool names no property, unless it is marked. */
function isNameOf({ name, words }: Property, { sheet, asking }: Ground, place: number): boolean {
  const sight = sheet.sights[place];
  if (sight?.kind !== 'word') return false;
  if (sight.end === ':' && sight.text.toLowerCase() === name.toLowerCase()) return true;
  const roots = searchWords(sight.text);
  const isAsking =
    sight.end !== ':' && sheet.sights[place + 1]?.kind !== 'quoted' && roots.some((root) => asking.has(root));
  if (isAsking) return false;
  const alias = ALIASES.get(sight.text.toLowerCase()) ?? [];
  return (
    alias.some((other) => words.has(other)) ||
    (roots.length > 0 && roots.every((root) => words.has(root)) && searchWords(name).length === roots.length)
  );
}

const ALIASES: ReadonlyMap<string, readonly string[]> = new Map([
  ['saying', ['body', 'message', 'text', 'content']],
  ['says', ['body', 'message', 'text', 'content']],
  ['called', ['title', 'name']],
  ['named', ['title', 'name']],
  ['titled', ['title', 'name']],
  ['about', ['subject', 'topic']],
]);

/** Up to the name of another property, the end of the sentence, or what was taken; of a marked one up to the next mark. */
function endOfValue(ground: Ground, from: number, isMarked: boolean): number {
  const { sheet, open } = ground;
  let end = from;
  const isEnd = (at: number) =>
    !sheet.isFree(at) ||
    sheet.sights[at]?.end === ':' ||
    (!isMarked && open.some((other) => isNameOf(other, ground, at)));
  while (!isEnd(end)) if (sheet.sights[end++]?.end === '.' && !isMarked) break;
  while (end > from && isPreposition(sheet.word(end - 1))) end--;
  return end;
}

function listed(text: string): readonly string[] {
  return text.split(/,| and | or /).flatMap((item) => item.trim().replace(/^["'“`]|["'”`]$/g, '') || []);
}

function isSmall(word: string): boolean {
  return word === 'of' || word === 'is' || word === 'as';
}
