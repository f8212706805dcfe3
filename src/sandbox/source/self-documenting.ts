import type { Edit } from './edits.ts';
import { ERROR, type Tree } from './tree.ts';

/**
 * Writes the text of fields such as `{a % b=}` into the program, because the rewriting changes the expression: `{"a % b="}{a % b!r}`.
 */
export function selfDocumentingEdits({ code, nodes }: Tree): Edit[] {
  let left = MOST_CHARACTERS;
  return nodes.flatMap((field) => {
    const sign =
      field.name === 'FormatReplacement' ? field.children.find(({ name }) => name === 'FormatSelfDoc') : undefined;
    const [open] = field.children;
    const next = sign && field.children[sign.place + 1];
    if (sign === undefined || open === undefined || next === undefined || next.name === ERROR) return [];
    const text = JSON.stringify(code.slice(open.to, next.from));
    left -= text.length;
    if (left < 0) return [];
    return [
      { from: field.from, to: field.from, text: `{${text}}` },
      { from: sign.from, to: sign.to, text: '' },
      { from: next.from, to: next.from, text: next.name === '}' ? '!r' : '' },
    ];
  });
}

const MOST_CHARACTERS = 256 * 1024; // fields may be nested, and each has the text of its inner ones
