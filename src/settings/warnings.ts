import { BUILTINS, CUSTOM, DISPATCHER, found, matchesGlob, nearest } from '../core/index.ts';
import { findFormats } from '../formats/index.ts';
import { printable } from '../log/index.ts';
import { type Gathering, warn } from './gathering.ts';
import { type Environment, type FilteredBy, pathText } from './layer.ts';
import { namesOf } from './mcp-server.ts';
import { serverOf } from './named-tools.ts';
import { outlineAt, type Path } from './outline.ts';
import type { Settings } from './schema.ts';
import { settingSources } from './sources.ts';

/** Returns warnings about likely mistakes in valid settings. `filteredBy` names the flag or variable that set the filter. */
export function warningsOf(settings: Settings, filteredBy: FilteredBy): readonly string[] {
  return [
    ...formatWarnings(settings),
    ...filterWarnings(settings, filteredBy),
    ...permitWarnings(settings),
    ...searchWarnings(settings),
  ];
}

/** Returns warnings about variables that begin with `TOOLPATH_` and are neither a setting nor in `asked`. */
export function unknownVariables(env: Environment, asked: ReadonlySet<string>): readonly string[] {
  const known = ['TOOLPATH_CONFIG', ...settingSources.map((source) => source.env)];
  return Object.keys(env)
    .filter((name) => name.startsWith('TOOLPATH_') && !known.includes(name) && !asked.has(name))
    .map((name) => {
      const meant = nearest(name, known);
      const hint = meant === undefined ? '' : ` Did you mean ${meant}?`;
      return printable(`The environment variable ${name} is not a setting.${hint}`);
    });
}

/** Warns about mistyped fields, an `envFile` (which only VS Code reads) and `env:` within an address (which is not replaced). */
export function warnOfServer(server: Readonly<Record<string, unknown>>, path: Path, gathering: Gathering): void {
  const known = [...Object.keys(outlineAt(path)?.properties ?? {}), ...IGNORED];
  const at = pathText(path);
  for (const [name, member] of Object.entries(server).slice(0, MOST_MEMBERS)) {
    if (member === null) continue;
    if (name === 'envFile') warn(printable(`${at}.envFile is ignored. ${ENV_FILE}`), gathering);
    const isAddress = namesOf('url').includes(name);
    if (isAddress && ENV_WITHIN.test(String(member))) warn(printable(`${at}.${name} ${WITHIN}`), gathering);
    const meant = nearest(name, known);
    if (meant === undefined || meant === name || IGNORED.includes(meant)) continue;
    warn(printable(`${at}: ${found(name)} is not a setting of an MCP server. Did you mean "${meant}"?`), gathering);
  }
}

const MOST_MEMBERS = 100; // fields of one server that are checked; real servers have fewer
const ENV_FILE =
  'Set its variables before you start Toolpath, and list those that the server needs in "env": { "NAME": "env:NAME" }.';
const ENV_WITHIN = /[/=?&@]env:[A-Za-z_]\w*/;
const WITHIN = `contains "env:", which is replaced only if it is the whole value, so the address is used as written. Write \${NAME} instead.`;

/** Fields of other clients that Toolpath ignores. Some look like a mistyped field of ours, so they get no warning. */
const IGNORED = (
  'alwaysAllow alwaysLoad auth authProviderType autoApprove description dev disabledReason envFile gallery ' +
  'headersHelper icon name oauth required sandbox scopes settings source start_on_launch ' +
  'supports_parallel_tool_calls tags trust version'
).split(' ');

function formatWarnings({ formats: { enabled, primary } }: Settings): readonly string[] {
  if (enabled.length === 0)
    return ['"formats.enabled" is empty, so no model gets any tools. Add a format, for example "native".'];
  // "native" is the default, so the user may not have chosen it. It need not be enabled.
  if (primary === 'native' || enabled.some((name) => isSameFormat(name, primary))) return [];
  return [
    `"formats.primary" is "${primary}", which is not in "formats.enabled", so it has no effect unless an enabled name includes it. Add it to "formats.enabled".`,
  ];
}

/** True if the names share a format, as `mistral` and `mistral_v11` do. */
function isSameFormat(name: string, other: string): boolean {
  const formats = findFormats(name) ?? [];
  return name === other || (findFormats(other) ?? []).some((format) => formats.includes(format));
}

/** Warns if models cannot find MCP tools: only `tool_search` finds those that are not in "always". */
function searchWarnings({ mcpServers, builtins }: Settings): readonly string[] {
  const servers = Object.values(mcpServers).filter(({ disabled, always }) => !disabled && always.length === 0);
  if (servers.length === 0 || builtins.includes('tool_search')) return [];
  return [
    `Models cannot find the tools of MCP servers, because "tool_search" is not in "builtins". Add it, or list tools in "always".`,
  ];
}

/** Warns about servers that the filter names but that are not configured. */
function filterWarnings({ filter, mcpServers }: Settings, filteredBy: FilteredBy): readonly string[] {
  const ofPairs = (filter.tools ?? []).filter((pair) => pair.includes('::')).map(serverOf);
  const servers = [CUSTOM, ...Object.keys(mcpServers)];
  const known = new Set(servers);
  return [...new Set([...(filter.servers ?? []), ...ofPairs])]
    .slice(0, MOST_NAMES)
    .filter((name) => !known.has(name) && !servers.some((server) => matchesGlob(name, server)))
    .map((name) => {
      const hint = hintFor(name, servers);
      const by = (filter.servers?.includes(name) ? filteredBy.servers : filteredBy.tools) ?? '"filter"';
      return printable(`${by} names the server ${found(name)}, which is not in "mcpServers".${hint}`);
    });
}

/** Warns about permit rules that match nothing: for servers that are not configured, and for the dispatcher. */
function permitWarnings({ permit, mcpServers }: Settings): readonly string[] {
  const servers = Object.keys(mcpServers);
  return permit.slice(0, MOST_NAMES).flatMap(({ server, tool = '' }, place) => {
    if (server === undefined && tool === DISPATCHER) return [`permit[${place}] ${OF_DISPATCHER}`];
    const name = server ?? (tool.includes('::') ? serverOf(tool) : '*');
    if (servers.some((each) => matchesGlob(name, each)) || name.includes('*')) return [];
    const meant = nearest(name, servers);
    const guess = meant === undefined ? '' : ` Did you mean ${found(meant)}?`;
    const hint = name === CUSTOM ? ' Name a custom tool without a server.' : guess;
    return [printable(`permit[${place}] names the server ${found(name)}, which is not in "mcpServers".${hint}`)];
  });
}

const OF_DISPATCHER = `names "${DISPATCHER}", so it has no effect: permit rules see the tools that are called through it. Name those tools instead.`;

/** Suggests a correction: a pair with the right separator, a similar name, or a custom tool. */
function hintFor(name: string, servers: readonly string[]): string {
  const server = servers.find((each) => name.startsWith(each) && BETWEEN.test(name.slice(each.length)));
  const pair = server === undefined ? undefined : `${server}::${name.slice(server.length).replace(BETWEEN, '')}`;
  const meant = pair ?? nearest(name, [...servers, ...BUILTINS]);
  if (meant !== undefined) return ` Did you mean ${found(meant)}?`;
  return /^[\w-]+$/.test(name) ? ` If it is a custom tool, write ${found(`${CUSTOM}::${name}`)}.` : '';
}

/** Wrong separators between server and tool: `__` as in wire names, `:` and `.` as users write it. */
const BETWEEN = /^(?:__|:|\.)(?=[^:])/;

const MOST_NAMES = 50; // each name is compared with every server, and more warnings would not help
