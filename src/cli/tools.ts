import { nearest } from '../core/index.ts';
import { type Listing, listTools, shapeOf } from '../tools/index.ts';
import { exitCodes, type HouseCommand } from './command.ts';
import type { Terminal } from './terminal.ts';

export const tools: HouseCommand = {
  name: 'tools',
  usage: 'tools [NAME]',
  summary: 'List the tools, or show one of them',
  details: ['With --json: their whole parameter schemas, and their names on the wire.'],
  words: { least: 0, most: 1 },
  needs: 'house',
  logLevel: 'warn',
  async run({ tools: all, log, settings }, [asked], { json, terminal }) {
    const listings = listTools(all.all(), log, settings.limits).map(([, listing]) => listing);
    const found = listings.filter(({ name, wireName }) => asked === undefined || asked === name || asked === wireName);
    if (asked !== undefined && found.length === 0) {
      const meant = nearest(
        asked,
        listings.map(({ name }) => name),
      );
      const guess = meant === undefined ? '' : ` Did you mean "${meant}"?`;
      terminal.say(`There is no tool ${JSON.stringify(asked)}.${guess} "toolpath tools" lists them.`);
      return exitCodes.failed;
    }
    if (json) terminal.print(JSON.stringify({ tools: found }, null, 2));
    else if (found.length === 0) terminal.print(NONE);
    else for (const listing of found) terminal.print(describe(listing, terminal));
    return exitCodes.ok;
  },
};

const NONE = 'There are no tools. Name a module that exports some in toolpath.json: "tools": ["./my-tools.ts"]';

function describe({ name, description, parameters }: Listing, { style, foreign }: Terminal): string {
  const indented = foreign(description).replaceAll('\n', '\n  ');
  return `${style('bold', foreign(name))}\n  ${indented}\n  ${style('dim', foreign(shapeOf(parameters)))}`;
}
