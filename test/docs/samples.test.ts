import { afterAll, describe, expect, test } from 'vitest';
import { type Block, blocksIn, type Page, pages } from './markdown.ts';
import { Playground } from './playground.ts';

/**
 * A block of shell or TypeScript that is directly followed by a block of one of these languages prints it. In the printed
 * text `…` stands for anything.
 */
const OUTPUTS = new Set(['output', 'json', 'jsonl']);

type Action =
  | { readonly kind: 'write'; readonly name: string; readonly text: string }
  | { readonly kind: 'run'; readonly block: Block; readonly output: Block };

const tried = pages.filter((page) => actionsOf(page).some(({ kind }) => kind === 'run'));

test('The README and the pages for new users have samples that run', () => {
  expect(tried.map(({ file }) => file)).toEqual(
    expect.arrayContaining([
      'README.md',
      'docs/getting-started.md',
      'docs/clients.md',
      'docs/library.md',
      'docs/ai-sdk.md',
      'docs/formats.md',
      'docs/python.md',
    ]),
  );
});

describe.each(tried)('$file', (page) => {
  const playground = new Playground();
  afterAll(() => playground.close());

  const actions = actionsOf(page);
  for (const [place, action] of actions.entries()) {
    if (action.kind !== 'run') continue;
    test(`The sample in line ${action.block.line} prints what the page shows`, async () => {
      const isBetween = (at: number) => at < place && !actions.slice(at + 1, place).some(({ kind }) => kind === 'run');
      for (const [at, each] of actions.entries()) {
        if (each.kind === 'write' && isBetween(at)) playground.write(each.name, each.text);
      }
      const printed = await playground.run(action.block);
      expect(printed).toSatisfy((text: string) => looksLike(text, action.output), difference(printed, action.output));
    });
  }
});

/** The files that a page shows (their first line is a comment with the name), and its samples with their output. */
function actionsOf(page: Page): readonly Action[] {
  const blocks = blocksIn(page);
  return blocks.flatMap((block, place): readonly Action[] => {
    const output = blocks[place + 1];
    const isRun = ['sh', 'ts'].includes(block.language) && output !== undefined && OUTPUTS.has(output.language);
    if (isRun) return [{ kind: 'run', block, output }];
    const [, name] = /^\/\/ ([\w-]+\.(?:ts|json))\n/.exec(block.text) ?? [];
    return name === undefined ? [] : [{ kind: 'write', name, text: block.text }];
  });
}

/** Whether a text is what the page shows. JSON is compared without its spaces. */
function looksLike(printed: string, { language, text }: Block): boolean {
  const plain = (each: string) => (language === 'json' ? each.replace(/\s+/g, '') : each.trim());
  const parts = plain(text)
    .split('…')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[\\s\\S]*?')}$`).test(plain(printed));
}

function difference(printed: string, { text }: Block): string {
  return `The page shows:\n${text}\nThe sample prints:\n${printed}`;
}
