import { ERROR, isString, parseInSlices } from './tree.ts';

/**
 * Returns the content of the only fenced Markdown block of a text; its end may be missing. A text without a fence is returned
 * as it is. Returns undefined if there are several blocks. Fences inside Python's strings and comments do not count.
 */
export async function withoutFence(text: string): Promise<string | undefined> {
  const [start] = await fencesIn(text);
  if (start === undefined) return text;
  const block = contentOf(text.slice(start));
  const [end, another] = await fencesIn(block);
  if (another !== undefined) return undefined;
  return end === undefined ? block : block.slice(0, end).replace(/\n[ \t]*$/, '\n');
}

/** Tildes in the middle of a line are operators. */
const FENCE = /```+|^[ \t]*~~~+/gm;

/** Returns the places of the first fences outside of strings and comments: at most two. */
async function fencesIn(text: string): Promise<readonly number[]> {
  const all = [...text.matchAll(FENCE)].map(({ index }) => index);
  if (all.length === 0 || /^\s*(?:```|~~~)/.test(text)) return all.slice(0, 1);
  const covered = await coveredIn(text);
  const open: number[] = [];
  let next = 0;
  for (const place of all) {
    while ((covered[next]?.to ?? text.length) <= place) next++;
    if ((covered[next]?.from ?? text.length) > place) open.push(place);
    if (open.length === 2) break;
  }
  return open;
}

/**
 * Returns the outermost strings and the comments of a program, in their order. A string without an end does not count, so
 * that a quotation mark before the fence does not hide it.
 */
async function coveredIn(text: string): Promise<readonly { readonly from: number; readonly to: number }[]> {
  let end = 0;
  return (await parseInSlices(text)).nodes.filter((node) => {
    const isClosed = !node.children.some(({ name }) => name === ERROR);
    const isOutermost = node.from >= end;
    if (!isOutermost || !isClosed || !(isString(node) || node.name === 'Comment')) return false;
    end = node.to;
    return true;
  });
}

/** Removes the opening fence and its language. In a block of one line, code may follow the language. */
function contentOf(block: string): string {
  const opened = block.replace(/^\s*(?:`+|~+)/, '');
  const line = /^.*/.exec(opened)?.[0] ?? '';
  const isLanguage = /^[ \t]*[\w.+#-]*[ \t]*$/.test(line) && line.length < opened.length;
  return isLanguage ? opened.slice(line.length + 1) : opened.replace(/^[ \t]*(?:python3?|py)[ \t]+/i, '');
}
