import { isValid, NAMES, parseInSlices, textOf } from './tree.ts';

/**
 * Restores the characters of a program that was written as HTML (`&lt;`), or with quotation marks and spaces for print. It
 * changes a program only if that makes it valid Python. Strings of a valid program stay.
 */
export async function withPlainCharacters(code: string): Promise<string> {
  if (!(ENTITY.test(code) || PRINTED.test(code)) || (await isSound(code))) return code;
  const unescaped = code.replace(ENTITIES, (entity) => CHARACTERS.get(entity) ?? entity);
  for (const restored of [unescaped, withoutPrinted(code), withoutPrinted(unescaped)]) {
    if (await isSound(restored)) return restored;
  }
  return code;
}

const CHARACTERS: ReadonlyMap<string, string> = new Map([
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&amp;', '&'],
  ['&quot;', '"'],
  ['&apos;', "'"],
  ['&#39;', "'"],
  ['&#x27;', "'"],
  ['&#34;', '"'],
]);
const ENTITIES = /&(?:lt|gt|amp|quot|apos|#39|#x27|#34);/g;
const ENTITY = new RegExp(ENTITIES.source);
const LONGEST_ENTITY = '&quot;'.length;

function withoutPrinted(code: string): string {
  return code
    .replace(/[“”„]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/[\u00a0\u202f]/g, ' ')
    .replace(/[\u200b\u2060\ufeff]/g, '');
}

const PRINTED = /[“”„‘’\u00a0\u202f\u200b\u2060\ufeff]/;

/** The parser takes printed characters for letters, and `a &lt; b` for two statements. */
async function isSound(code: string): Promise<boolean> {
  if (!(await isValid(code))) return false;
  if (!(ENTITY.test(code) || PRINTED.test(code))) return true;
  const tree = await parseInSlices(code);
  return !tree.nodes.some(
    (node) =>
      (NAMES.has(node.name) && PRINTED.test(textOf(tree, node))) ||
      (node.name === 'BitOp' && ENTITY.test(code.slice(node.from, node.from + LONGEST_ENTITY))),
  );
}
