import { hash } from 'node:crypto';
import { BUILTINS, KEYWORDS, STDLIB } from './python-words.ts';

/** What the names of a tool in Python are made of. */
export interface NamedTool {
  readonly wireName: string;
  /** The tool's MCP server, and its name there. */
  readonly server?: string | undefined;
  readonly nameAtServer?: string | undefined;
}

/**
 * The names of tools in a program. A tool of the server `my-files` is `my_files.read_file`, `tools.my_files__read_file` by its wire
 * name, `my_files__read_file`, and `read_file` if no other tool has that name. A tool without a server is `bash` and `tools.bash`.
 */
export class PythonNames<Tool extends NamedTool> {
  /** The modules: one for each server, and `tools`. */
  readonly modules: ReadonlySet<string>;
  readonly #byPath = new Map<string, Tool>();
  readonly #paths = new Map<Tool, string>();

  constructor(tools: readonly Tool[]) {
    const modules = new Set([TOOLS]);
    const short = new Map<string, Tool | undefined>();
    for (const tool of tools) {
      const { server, wireName, nameAtServer: name = wireName } = tool;
      const own = attributeOf(name);
      if (server !== undefined) {
        const module = moduleOf(server);
        modules.add(module);
        this.#add(tool, `${module}.${own}`, `${server}\n${name}`);
        short.set(own, short.has(own) ? undefined : tool);
      }
      this.#add(tool, functionOf(wireName), wireName);
      this.#add(tool, `${TOOLS}.${attributeOf(wireName)}`, wireName);
    }
    for (const [name, tool] of short) if (tool !== undefined) this.#addShort(tool, name);
    this.modules = modules;
  }

  /** All names of tools that are no attributes of a module. */
  get functions(): ReadonlySet<string> {
    return new Set([...this.#byPath.keys()].filter((path) => !path.includes('.')));
  }

  /** All names of tools. */
  get paths(): Iterable<string> {
    return this.#byPath.keys();
  }

  find(path: string): Tool | undefined {
    return this.#byPath.get(path);
  }

  /** Returns the name under which a program should call the tool. */
  pathOf(tool: Tool): string {
    return this.#paths.get(tool) ?? functionOf(tool.wireName);
  }

  /** Gives the tool a name. If another tool has it, the name gets a suffix that depends on `identity` only. */
  #add(tool: Tool, wished: string, identity: string): void {
    const isTaken = this.#byPath.has(wished);
    const path = isTaken ? `${wished}_${hash('sha256', identity, 'hex').slice(0, SUFFIX_LETTERS)}` : wished;
    if (this.#byPath.has(path)) return;
    this.#byPath.set(path, tool);
    if (!this.#paths.has(tool)) this.#paths.set(tool, path);
  }

  #addShort(tool: Tool, name: string): void {
    if (!this.#byPath.has(name) && !isReserved(name)) this.#byPath.set(name, tool);
  }
}

/** The module with all tools. */
const TOOLS = 'tools';
const SUFFIX_LETTERS = 6;

/** Returns the module of a server. It never hides a module of Python. */
export function moduleOf(server: string): string {
  const name = identifierOf(server);
  return isReserved(name) || STDLIB.has(name) || name === TOOLS ? `${name}_tools` : name;
}

/** Returns the function of a tool. It never hides a function of Python. */
function functionOf(wireName: string): string {
  const name = identifierOf(wireName);
  return isReserved(name) || name === TOOLS ? `${name}_` : name;
}

/** Returns the name of a tool in a module, where only keywords are impossible. */
export function attributeOf(tool: string): string {
  const name = identifierOf(tool);
  return KEYWORDS.has(name) ? `${name}_` : name;
}

function isReserved(name: string): boolean {
  return KEYWORDS.has(name) || BUILTINS.has(name);
}

function identifierOf(text: string): string {
  const cleaned = text.slice(0, MOST_LETTERS).replace(/[^A-Za-z0-9_]/g, '_');
  if (cleaned === '') return 'tool';
  return /^\d/.test(cleaned) ? `_${cleaned}` : cleaned;
}

const MOST_LETTERS = 128;
