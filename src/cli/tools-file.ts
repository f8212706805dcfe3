import { readFileSync } from 'node:fs';
import { isRecord, messageOf } from '../core/index.ts';

export type ToolsFile =
  | { readonly ok: true; readonly tools: readonly unknown[] }
  | { readonly ok: false; readonly message: string };

/** A list of tools in a file, as they stand in a request: `[…]`, or `{"tools": […]}`. */
export function readToolsFile(file: string): ToolsFile {
  const wrong = (what: string): ToolsFile => ({ ok: false, message: `--tools: ${file} ${what}` });
  const text = contentOf(file);
  if (!text.ok) return wrong(`cannot be read: ${text.why}`);
  const json = parsed(text.value);
  if (!json.ok) return wrong(`is not JSON: ${json.why}`);
  const tools = isRecord(json.value) ? json.value.tools : json.value;
  if (!Array.isArray(tools)) return wrong('holds no list of tools: write [ … ] or { "tools": [ … ] }');
  const nameless = tools.findIndex((tool) => !hasName(tool));
  return nameless === -1 ? { ok: true, tools } : wrong(`is not usable: tool ${nameless + 1} has no name`);
}

type Attempt<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly why: string };

function contentOf(file: string): Attempt<string> {
  try {
    return { ok: true, value: readFileSync(file, 'utf8') };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return { ok: false, why: REASONS.get(code) ?? String(error) };
  }
}

const REASONS: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'it does not exist'],
  ['EISDIR', 'it is a folder'],
  ['EACCES', 'it may not be read'],
]);

function parsed(text: string): Attempt<unknown> {
  try {
    return { ok: true, value: JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text) as unknown };
  } catch (error) {
    return { ok: false, why: messageOf(error) };
  }
}

/** In any of the shapes that a Reader takes. */
function hasName(tool: unknown): boolean {
  if (!isRecord(tool)) return false;
  if (isRecord(tool.function)) return hasName(tool.function);
  return [tool.lc_name, tool.name].some((name) => typeof name === 'string' && name !== '');
}
