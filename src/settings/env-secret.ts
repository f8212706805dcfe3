import { type Gathering, hide, report, reportUnset, variable } from './gathering.ts';
import { pathText } from './layer.ts';
import type { Path } from './outline.ts';
import { isOpenAnyway, isSecretMember } from './secret-value.ts';

/** The variable's value for `env:NAME`; in environments and headers also behind a word, as in `Bearer env:NAME`. */
export function resolveSecret(text: string, path: Path, gathering: Gathering): string {
  const { word = '', name } = (isOfMap(path) ? BEHIND_WORD.exec(text) : null)?.groups ?? WHOLE.exec(text)?.groups ?? {};
  if (name === undefined) {
    hideClear(text, path, gathering);
    return text;
  }
  if (!/^[A-Za-z_]\w*$/.test(name)) {
    // not shown: someone may have written the secret itself behind `env:`
    const fix = 'write "env:NAME", with the secret in the variable NAME';
    report('what follows "env:" is not the name of a variable', fix, path, gathering);
    return text;
  }
  gathering.variables.set(pathText(path), name);
  const value = variable(name, gathering);
  if (value === undefined) {
    reportUnset(name, path, gathering);
    return text;
  }
  if (!isSetting(value, name, path)) hide(value, gathering);
  return word + value;
}

const WHOLE = /^env:(?<name>.*)$/s;
/** Only with what can be a name: `deploy env:prod-1` is a text of its own. */
const BEHIND_WORD = /^(?<word>[^\s:]+ )env:(?<name>[A-Za-z_]\w*)$/;

/** What is written in clear where a secret may stand. The file of a database is none. */
export function hideClear(text: string, path: Path, gathering: Gathering): void {
  if (path[0] === 'databases' && /^(?:sqlite|duckdb):/.test(text)) return;
  if (!isOfMap(path) || isSecretMember(String(path.at(-1)), text)) hide(text, gathering);
}

/** Is this a member of an environment or of headers? Their names are foreign, their values are often settings. */
export function isOfMap(path: Path): boolean {
  return path.slice(2, -1).some((name) => MAPS.has(String(name)));
}

const MAPS: ReadonlySet<string> = new Set(['env', 'environment', 'headers', 'http_headers']);

/** Those of a server may be settings; what else may be written `env:NAME` is a secret and nothing else. */
function isSetting(value: string, variableName: string, path: Path): boolean {
  const isOfServer = path[0] === 'mcpServers' || isOfMap(path);
  return isOfServer && isOpenAnyway(value, [variableName, String(path.at(-1))]);
}
