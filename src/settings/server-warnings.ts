import { nearest } from '../core/index.ts';
import { printable } from '../log/index.ts';
import { type Gathering, warn } from './gathering.ts';
import { pathText } from './layer.ts';
import { outlineAt, type Path } from './outline.ts';
import { quoted } from './wording.ts';

/** Tells of what is likely to be missed: a mistyped member, a file of variables that only VS Code reads, a variable that is not filled in. */
export function warnOfServer(server: Readonly<Record<string, unknown>>, path: Path, gathering: Gathering): void {
  const known = [...Object.keys(outlineAt(path)?.properties ?? {}), ...IGNORED];
  for (const [name, member] of Object.entries(server).slice(0, MOST_MEMBERS)) {
    if (member === null) continue;
    if (name === 'envFile') warn(printable(`${pathText(path)}.envFile is not read. ${ENV_FILE}`), gathering);
    if (ADDRESSES.includes(name) && ENV_WITHIN.test(String(member))) {
      warn(printable(`${pathText(path)}.${name} ${WITHIN}`), gathering);
    }
    const meant = meantMember(name, known);
    if (meant === undefined) continue;
    const wrong = `${pathText(path)}: ${quoted(name)} is not a setting of a server.`;
    warn(printable(`${wrong} Did you mean "${meant}"?`), gathering);
  }
}

/** The members that may hold an address. */
export const ADDRESSES: readonly string[] = ['url', 'serverUrl', 'httpUrl', 'baseUrl'];
const ENV_WITHIN = /[/=?&@]env:[A-Za-z_]\w*/;
const WITHIN = `has "env:" within it, which stands for a whole value only: it is passed on as it stands. Write \${NAME}.`;

const MOST_MEMBERS = 100; // of one server that are looked at; nobody writes more
const ENV_FILE =
  'Set its variables before starting, and name those that the server needs in "env": { "NAME": "env:NAME" }.';

/** What other clients keep there and we have no use for; some of it looks like a slip of ours. */
const IGNORED = [
  'alwaysAllow',
  'alwaysLoad',
  'auth',
  'authProviderType',
  'autoApprove',
  'description',
  'dev',
  'disabledReason',
  'envFile',
  'gallery',
  'headersHelper',
  'icon',
  'name',
  'oauth',
  'required',
  'sandbox',
  'scopes',
  'settings',
  'source',
  'start_on_launch',
  'supports_parallel_tool_calls',
  'tags',
  'trust',
  'version',
];

function meantMember(name: string, known: readonly string[]): string | undefined {
  const meant = nearest(name, known);
  return meant === undefined || meant === name || IGNORED.includes(meant) ? undefined : meant;
}
