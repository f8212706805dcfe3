import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.join(import.meta.dirname, '../..');

/** A page of the documentation. */
export interface Page {
  /** Path from the root of the project, with `/`. */
  readonly file: string;
  readonly text: string;
}

/** A fenced code block. */
export interface Block {
  readonly language: string;
  readonly text: string;
  readonly line: number;
}

export const pages: readonly Page[] = ['*.md', 'docs/**/*.md']
  .flatMap((pattern) => globSync(pattern, { cwd: root }))
  .toSorted()
  .map((file) => ({
    file: file.split(path.sep).join('/'),
    text: readFileSync(path.join(root, file), 'utf8'),
  }));

const FENCED = /^ *```([\w-]*)[^\n]*\n([\s\S]*?)^ *```$/gm;

/** The fenced code blocks of a page. */
export function blocksIn({ text }: Page): readonly Block[] {
  return [...text.matchAll(FENCED)].map(({ 1: language = '', 2: content = '', index }) => ({
    language,
    text: content,
    line: text.slice(0, index).split('\n').length,
  }));
}

/** The code spans of a page: texts between backticks, outside of code blocks. */
export function spansIn({ text }: Page): readonly string[] {
  return [...withoutBlocks(text).matchAll(/(`+)(.+?)\1/g)].map(([, , span = '']) => span.trim());
}

/** The targets of a page's links. */
export function linksIn({ text }: Page): readonly string[] {
  return [...withoutBlocks(text).matchAll(/\]\(([^)\s]+)(?: "[^"]*")?\)|^\[[^\]]+\]: (\S+)|href="([^"]+)"/gm)].map(
    ([, inline, reference, html]) => inline ?? reference ?? html ?? '',
  );
}

/** The anchors of a page's headings, as GitHub makes them. */
export function anchorsIn({ text }: Page): readonly string[] {
  const headings = [...withoutBlocks(text).matchAll(/^#+ +(.*)$/gm)];
  const seen = new Map<string, number>();
  return headings.map(([, heading = '']) => {
    const anchor = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-');
    const count = seen.get(anchor) ?? 0;
    seen.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  });
}

function withoutBlocks(text: string): string {
  return text.replace(FENCED, '');
}
