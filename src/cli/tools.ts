import type { Tool } from '../core/index.ts';
import { descriptionOf, findByAnyName, jsonSchemaOf, listing, shapeOf, toolName, WireNames } from '../tools/index.ts';
import { type Command, type CommandOptions, exitCodes } from './command.ts';

export const tools: Command = {
  name: 'tools',
  usage: 'tools [NAME]',
  summary: 'List the tools, or show one of them',
  details: ['With --json: their whole parameter schemas, and their names on the wire.'],
  words: { least: 0, most: 1 },
  logLevel: 'warn',
  async run(house, [name], { json, terminal }) {
    const all = house.tools.all();
    const found = name === undefined ? all : [findByAnyName(house.tools, name)].filter((tool) => tool !== undefined);
    if (name !== undefined && found.length === 0) {
      terminal.say(`There is no tool ${JSON.stringify(name)}. "toolpath tools" lists them.`);
      return exitCodes.failed;
    }
    if (json) {
      const names = new WireNames(all);
      terminal.print(JSON.stringify({ tools: found.map((tool) => listing(tool, names)) }, null, 2));
    } else if (found.length === 0) {
      terminal.print(
        'There are no tools. Name a module that exports some in toolpath.json: "tools": ["./my-tools.ts"]',
      );
    } else {
      for (const tool of found) terminal.print(describe(tool, terminal));
    }
    return exitCodes.ok;
  },
};

function describe(tool: Tool, { style, foreign }: CommandOptions['terminal']): string {
  const shape = shapeOf(jsonSchemaOf(tool.schema) ?? {});
  const description = foreign(descriptionOf(tool)).replaceAll('\n', '\n  ');
  return `${style('bold', foreign(toolName(tool)))}\n  ${description}\n  ${style('dim', foreign(shape))}`;
}
