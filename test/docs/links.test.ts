import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { anchorsIn, linksIn, pages, root } from './markdown.ts';

const anchors = new Map(pages.map((page) => [page.file, anchorsIn(page)]));

test.each(pages)('Every link of $file leads to a file and a heading that exist', (page) => {
  const broken = linksIn(page).filter((target) => !isExternal(target) && !leadsSomewhere(page.file, target));
  expect(broken).toEqual([]);
});

test('Every page of docs/ can be reached from the README by links', () => {
  const reached = new Set(['README.md']);
  for (const file of reached) {
    const page = pages.find((each) => each.file === file);
    for (const target of page === undefined ? [] : linksIn(page).filter((link) => !isExternal(link))) {
      const next = fileOf(file, target);
      reached.add(next.endsWith('.md') ? next : path.posix.join(next, 'README.md'));
    }
  }
  expect(pages.map(({ file }) => file).filter((file) => !reached.has(file))).toEqual([]);
});

function isExternal(target: string): boolean {
  return /^(?:https?|mailto):/.test(target);
}

function leadsSomewhere(file: string, target: string): boolean {
  const [, anchor] = target.split('#');
  const to = fileOf(file, target);
  if (!existsSync(path.join(root, to))) return false;
  return anchor === undefined || anchors.get(to)?.includes(anchor) === true;
}

function fileOf(file: string, target: string): string {
  const [relative = ''] = target.split('#');
  return relative === '' ? file : path.posix.join(path.posix.dirname(file), relative);
}
