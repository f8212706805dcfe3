import type { Ground } from './mentions.ts';
import { isText, type Property } from './properties.ts';

/** What stands behind the property's own name: `city: Vienna`, `subject "Lunch"`; of a required one also `titled It crashes`. */
export function takeNamed(property: Property, ground: Ground): string | readonly string[] | undefined {
  const { sheet } = ground;
  const isList = isTextList(property);
  if (!isList && !isText(property)) return undefined;
  const place = sheet.free((_, at) => isNameOf(property, ground, at))[0] ?? -1;
  const name = sheet.sights[place];
  if (name === undefined) return undefined;
  const from = sheet.word(place + 1) === 'of' || sheet.word(place + 1) === 'is' ? place + 2 : place + 1;
  const isQuoted = sheet.sights[from]?.kind === 'quoted';
  if (!isQuoted && !isList && name.end !== ':' && !property.isRequired) return undefined;
  const value = sheet.take(from, isQuoted && !isList ? 1 : lengthOfValue(ground, from, name.end === ':'));
  if (value === '') return undefined;
  sheet.take(place);
  return isList ? itemsOf(value) : value;
}

/** Whatever is left, for the one required text that is still open. */
export function takeRest(property: Property, { sheet, open, asking }: Ground): string | readonly string[] | undefined {
  const isOpen = (each: Property) => each.isRequired && (isText(each) || isTextList(each));
  if (!isOpen(property) || open.filter(isOpen).length > 1) return undefined;
  const rest = sheet.takeRest(asking);
  if (rest === '') return undefined;
  return isTextList(property) ? itemsOf(rest) : rest;
}

function isTextList({ items }: Property): boolean {
  return items !== undefined && isText(items);
}

/** `subject`, `titled`, `saying`. The words by which the tool is asked for name no property, unless they are marked. */
function isNameOf({ name, words }: Property, { sheet, asking }: Ground, place: number): boolean {
  const sight = sheet.sights[place];
  if (sight?.kind !== 'word') return false;
  const word = sheet.word(place);
  if (sight.end === ':' && word === name.toLowerCase()) return true;
  const isMarked = sight.end === ':' || sheet.sights[place + 1]?.kind === 'quoted';
  if (!isMarked && sheet.isOneOf(place, asking)) return false;
  const isAlias = ALIASES.get(word)?.some((other) => words.has(other)) === true;
  return isAlias || (words.size <= 2 && sheet.isOneOf(place, words) && !sheet.isSmall(place));
}

const BODY = ['body', 'message', 'text', 'content'];
const TITLE = ['title', 'name'];
const ALIASES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({ saying: BODY, called: TITLE, titled: TITLE, about: ['subject', 'topic'] }),
);

/** Up to the name of another property, the end of the sentence, or what was taken; of a marked one up to the next mark. */
function lengthOfValue(ground: Ground, from: number, isMarked: boolean): number {
  const { sheet, open } = ground;
  const isName = (at: number) => !isMarked && open.some((other) => isNameOf(other, ground, at));
  let end = from;
  while (sheet.isFree(end) && sheet.sights[end]?.end !== ':' && !isName(end)) {
    end++;
    if (!isMarked && sheet.sights[end - 1]?.end === '.') break;
  }
  while (end > from && sheet.isSmall(end - 1)) end--;
  return end - from;
}

function itemsOf(text: string): readonly string[] {
  const items = text.split(/,| and | or /).map((item) => item.trim().replace(/^["'“`]|["'”`]$/g, ''));
  return items.filter((item) => item !== '');
}
