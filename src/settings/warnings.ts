import { BUILTINS, CUSTOM, found, matchesGlob, nearest } from '../core/index.ts';
import { findFormats } from '../formats/index.ts';
import { printable } from '../log/index.ts';
import { type Gathering, warn } from './gathering.ts';
import { type Environment, type FilteredBy, pathText } from './layer.ts';
import { namesOf } from './mcp-server.ts';
import { serverOf } from './named-tools.ts';
import { outlineAt, type Path } from './outline.ts';
import type { Settings } from './schema.ts';
import { settingSources } from './sources.ts';

/** What is likely to be a slip in settings that can be used. `filteredBy` says which flag or variable gave the filter. */
export function warningsOf(settings: Settings, filteredBy: FilteredBy): readonly string[] {
  return [...formatWarnings(settings), ...filterWarnings(settings, filteredBy), ...searchWarnings(settings)];
}

/** Variables that begin with `TOOLPATH_` and are neither a setting nor `asked` for by one. */
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

/** Warns of a mistyped member, of a file of variables that only VS Code reads, and of a variable that is not filled in. */
export function warnOfServer(server: Readonly<Record<string, unknown>>, path: Path, gathering: Gathering): void {
  const known = [...Object.keys(outlineAt(path)?.properties ?? {}), ...IGNORED];
  const at = pathText(path);
  for (const [name, member] of Object.entries(server).slice(0, MOST_MEMBERS)) {
    if (member === null) continue;
    if (name === 'envFile') warn(printable(`${at}.envFile is not read. ${ENV_FILE}`), gathering);
    const isAddress = namesOf('url').includes(name);
    if (isAddress && ENV_WITHIN.test(String(member))) warn(printable(`${at}.${name} ${WITHIN}`), gathering);
    const meant = nearest(name, known);
    if (meant === undefined || meant === name || IGNORED.includes(meant)) continue;
    warn(printable(`${at}: ${found(name)} is not a setting of a server. Did you mean "${meant}"?`), gathering);
  }
}

const MOST_MEMBERS = 100; // of one server that are looked at; nobody writes more
const ENV_FILE =
  'Set its variables before starting, and name those that the server needs in "env": { "NAME": "env:NAME" }.';
const ENV_WITHIN = /[/=?&@]env:[A-Za-z_]\w*/;
const WITHIN = `has "env:" within it, which stands for a whole value only: it is passed on as it stands. Write \${NAME}.`;

/** Members of other clients that we have no use for; some of them look like a slip of ours. */
const IGNORED = (
  'alwaysAllow alwaysLoad auth authProviderType autoApprove description dev disabledReason envFile gallery ' +
  'headersHelper icon name oauth required sandbox scopes settings source start_on_launch ' +
  'supports_parallel_tool_calls tags trust version'
).split(' ');

function formatWarnings({ formats: { enabled, primary } }: Settings): readonly string[] {
  if (enabled.length === 0) return ['"formats.enabled" is empty, so no model gets any tools'];
  // "native" is the default: leaving it out of the enabled ones is no contradiction.
  if (primary === 'native' || enabled.some((name) => isSameFormat(name, primary))) return [];
  return [
    `"formats.primary" is "${primary}", which is not in "formats.enabled": no model is told it unless another enabled name stands for it`,
  ];
}

/** One name may stand for the other: `mistral` and `mistral_v11`. */
function isSameFormat(name: string, other: string): boolean {
  const formats = findFormats(name) ?? [];
  return name === other || (findFormats(other) ?? []).some((format) => formats.includes(format));
}

/** Tools of servers are found by search only, except those in "always". */
function searchWarnings({ mcpServers, builtins }: Settings): readonly string[] {
  const servers = Object.values(mcpServers).filter(({ disabled, always }) => !disabled && always.length === 0);
  if (servers.length === 0 || builtins.includes('tool_search')) return [];
  return [
    `no model will find the tools of MCP servers: "tool_search" is not in "builtins". Add it, or name tools in "always".`,
  ];
}

/** Servers that the filter names and that are not configured. */
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

/** The name may be a pair with another mark between its halves, a mistyped name, or a custom tool. */
function hintFor(name: string, servers: readonly string[]): string {
  const server = servers.find((each) => name.startsWith(each) && BETWEEN.test(name.slice(each.length)));
  const pair = server === undefined ? undefined : `${server}::${name.slice(server.length).replace(BETWEEN, '')}`;
  const meant = pair ?? nearest(name, [...servers, ...BUILTINS]);
  if (meant !== undefined) return ` Did you mean ${found(meant)}?`;
  return /^[\w-]+$/.test(name) ? ` If it is a tool of your own, write ${found(`${CUSTOM}::${name}`)}.` : '';
}

/** Between a server and its tool: `__` on the wire, `:` and `.` as people write it. */
const BETWEEN = /^(?:__|:|\.)(?=[^:])/;

const MOST_NAMES = 50; // each is compared with every server; nobody reads more
