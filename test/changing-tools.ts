import type { Tool } from '../src/core/index.ts';
import { ToolIndex } from '../src/search/index.ts';
import type { ToolManager } from '../src/tools/index.ts';

/** Wire names of thirty tools of three servers. */
export const wireNames: readonly string[] = [
  'travel book_flight cancel_flight find_hotel book_hotel rent_car find_train show_map convert_currency visa pack',
  'mail send_email read_email delete_email list_folders create_folder find_contact add_contact meet cancel_meeting sign',
  'files read_file write_file delete_file list_files move_file compress_files search_text file_size share_file print',
].flatMap((line) => {
  const [server = '', ...names] = line.split(' ');
  return names.map((name) => `${server}__${name}`);
});

/** User messages. A search finds tools for requests, but none for small talk. */
export const sayings: readonly string[] = [
  'book a flight to Vienna; find a hotel near the airport; send an email to Ann; list my folders; compress all files',
  'read the file and delete it; cancel the meeting, then the flight; rent a car and show a map; add a contact',
  'convert the currency; hello, how are you?; thanks!; what do you think of it?',
].flatMap((line) => line.split('; '));

export type Change = 'reword' | 'remove' | 'return' | 'leave';

export interface ChangingToolsOptions {
  /** Wire names of the tools that are declared without a search. */
  readonly always: readonly string[];
  /** True if only the tools of the server "files" exist at first and the others appear later. */
  readonly areFew?: boolean;
  ran(wireName: string): void;
}

/** Server tools that disappear, return and change their descriptions during conversations. */
export class ChangingTools {
  readonly #options: ChangingToolsOptions;
  /** The tools that exist now, each with the version of its description. */
  readonly #versions: Map<string, number>;

  constructor(options: ChangingToolsOptions) {
    this.#options = options;
    const first = options.areFew === true ? wireNames.filter((name) => name.startsWith('files__')) : wireNames;
    this.#versions = new Map(first.map((name) => [name, 0]));
  }

  get areMissing(): boolean {
    return this.#versions.size < wireNames.length;
  }

  has(wireName: string): boolean {
    return this.#versions.has(wireName);
  }

  all() {
    return [...this.#versions].map(([wireName, version]) => {
      const [server = '', tool = ''] = wireName.split('__');
      return {
        name: `${server}::${tool}`,
        description: `Use it to ${tool.replaceAll('_', ' ')}${version === 0 ? '' : `, now in version ${version}`}`,
        schema: { type: 'object', properties: { what: { type: 'string' } } },
        metadata: { server, tool, always: this.#options.always.includes(wireName) },
        invoke: () => {
          this.#options.ran(wireName);
          return `${tool} is done`;
        },
      };
    });
  }

  /** Rewords or removes one tool, restores all missing tools with new descriptions, or removes all tools of a server. */
  change(change: Change, wireName: string, manager: ToolManager): void {
    const versions = this.#versions;
    const [server = ''] = wireName.split('__');
    switch (change) {
      case 'reword':
        if (versions.has(wireName)) versions.set(wireName, (versions.get(wireName) ?? 0) + 1);
        break;
      case 'remove':
        versions.delete(wireName);
        break;
      case 'return':
        for (const name of wireNames) if (!versions.has(name)) versions.set(name, versions.size);
        break;
      case 'leave':
        for (const name of wireNames) if (name.startsWith(`${server}__`)) versions.delete(name);
        break;
      default:
        change satisfies never;
    }
    const tools = this.all();
    for (const each of ['travel', 'mail', 'files']) {
      manager.exchange(each, tools.filter(({ metadata }) => metadata.server === each) as unknown as readonly Tool[]);
    }
  }

  /** Returns the wire names of the tools that a search for these words finds now, best first. */
  search(words: string, manager: ToolManager): readonly string[] {
    const order = manager.all().map(({ name }) => name); // tools with equal scores keep the order of the list
    const tools = this.all()
      .map((tool) => ({ ...tool, parameters: tool.schema, server: tool.metadata.server }))
      .sort((one, other) => order.indexOf(one.name) - order.indexOf(other.name));
    const hits = ToolIndex.of(tools).rank(words, tools.length);
    return hits.flatMap(({ place }) => tools[place]?.name.replace('::', '__') ?? []);
  }
}
