import { type Ground, pick } from './pick.ts';
import { readPieces } from './pieces.ts';
import type { Property } from './properties.ts';

/** What stands behind the property's own name: `city: Vienna`, `subject "Lunch"`; of a required one also `titled It crashes`. */
export function findNamed(property: Property, ground: Ground): string | readonly string[] | undefined {
  const { sheet } = ground;
  const isList = isTextList(property);
  if (!isList && !isText(property)) return undefined;
  const place = sheet.free((_, at) => isNameOf(property, ground, at))[0] ?? -1;
  const name = sheet.sights[place];
  if (name === undefined) return undefined;
  const from = sheet.word(place + 1) === 'of' || sheet.word(place + 1) === 'is' ? place + 2 : place + 1;
  const isQuoted = sheet.sights[from]?.kind === 'quoted';
  if (!isQuoted && !isList && name.end !== ':' && !property.isRequired) return undefined;
  const isOne = (isQuoted && !isList) || sheet.text.charAt(name.to) === '=';
  const value = sheet.take(from, isOne ? from + 1 : endOfValue(ground, from, name.end === ':'));
  if (value === '') return undefined;
  sheet.use(place);
  return isList ? itemsOf(value) : value;
}

/** The first text in quotes. */
export function findQuoted(property: Property, ground: Ground): string | undefined {
  const isFit = (text: string) => isText(property) || readPieces(text)[0]?.piece.kind === property.manner;
  const quoted = ground.sheet.free(({ kind, text }) => kind === 'quoted' && property.kind === 'string' && isFit(text));
  const place = pick(property, ground, quoted);
  return place === undefined ? undefined : ground.sheet.take(place, place + 1);
}

/** The name of somebody or something: words with capitals, or else those behind a preposition. */
export function findProper(property: Property, ground: Ground): string | undefined {
  if (property.kind !== 'string' || property.manner !== 'name') return undefined;
  const { sheet, asking } = ground;
  const isPlain = (at: number) =>
    sheet.isFree(at) &&
    sheet.sights[at]?.kind === 'word' &&
    !sheet.isFiller(at) &&
    !sheet.roots(at).some((root) => asking.has(root));
  const isCapital = (at: number) => isPlain(at) && /^\p{Lu}/u.test(sheet.sights[at]?.text ?? '');
  const goesOn = (at: number) => sheet.sights[at - 1]?.end === undefined;
  const isFirst = (at: number) => isCapital(at) && !(isCapital(at - 1) && goesOn(at));
  const isLed = (at: number) => sheet.isSmall(at - 1);
  const sorts = [(at: number) => isFirst(at) && isLed(at), isFirst, (at: number) => isPlain(at) && isLed(at)];
  const places = sorts.map((isSuch) => sheet.free((_, at) => isSuch(at))).find((some) => some.length > 0) ?? [];
  const place = pick(property, ground, places);
  if (place === undefined) return undefined;
  const isPart = isCapital(place) ? isCapital : isPlain;
  let end = place + 1;
  while (goesOn(end) && isPart(end)) end++;
  return sheet.take(place, end);
}

/** Whatever is left, for the one required text that is still open. */
export function findRest(property: Property, ground: Ground): string | readonly string[] | undefined {
  const isOpen = (each: Property) => each.isRequired && (isText(each) || isTextList(each));
  if (!isOpen(property) || ground.open.filter(isOpen).length > 1) return undefined;
  const rest = ground.sheet.takeRest(ground.asking);
  if (rest === '') return undefined;
  return isTextList(property) ? itemsOf(rest) : rest;
}

function isText({ kind, manner }: Property): boolean {
  return kind === 'string' && (manner === 'text' || manner === 'name' || manner === 'path' || manner === 'expression');
}

function isTextList({ kind, items }: Property): boolean {
  return kind === 'array' && items !== undefined && isText(items);
}

/** `subject`, `titled`, `saying`. The words by which the tool is asked for name no property, unless they are marked. */
function isNameOf({ name, words }: Property, { sheet, asking }: Ground, place: number): boolean {
  const sight = sheet.sights[place];
  if (sight?.kind !== 'word') return false;
  const word = sheet.word(place);
  const roots = sheet.roots(place);
  const isMarked = sight.end === ':' || sheet.sights[place + 1]?.kind === 'quoted';
  if (sight.end === ':' && word === name.toLowerCase()) return true;
  if (!isMarked && roots.some((root) => asking.has(root))) return false;
  const isAlias = ALIASES.get(word)?.some((other) => words.has(other)) === true;
  return isAlias || (roots.length > 0 && words.size <= roots.length + 1 && roots.every((root) => words.has(root)));
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
  const isName = (at: number) => !isMarked && open.some((other) => isNameOf(other, ground, at));
  let end = from;
  while (sheet.isFree(end) && sheet.sights[end]?.end !== ':' && !isName(end)) {
    end++;
    if (!isMarked && sheet.sights[end - 1]?.end === '.') break;
  }
  while (end > from && sheet.isSmall(end - 1)) end--;
  return end;
}

function itemsOf(text: string): readonly string[] {
  const items = text.split(/,| and | or /).map((item) => item.trim().replace(/^["'“`]|["'”`]$/g, ''));
  return items.filter((item) => item !== '');
}
