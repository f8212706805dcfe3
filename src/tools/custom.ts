import { stat } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { messageOf } from './thrown.ts';

/** A user's own tools, from the modules that the settings name; or why they are not there. */
export type CustomTools =
  | { readonly ok: true; readonly tools: readonly unknown[] }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Imports the modules, named by whole paths, in their order. They are the user's own code and run as such. */
export async function loadCustomTools(modules: readonly string[]): Promise<CustomTools> {
  const tools: unknown[] = [];
  const problems: string[] = [];
  for (const module of modules) {
    const loaded = await loadModule(module);
    if (Array.isArray(loaded)) tools.push(...loaded);
    else problems.push(loaded);
  }
  return problems.length === 0 ? { ok: true, tools } : { ok: false, problems };
}

/** The module's tools, or what is wrong with it. */
async function loadModule(module: string): Promise<unknown[] | string> {
  const file = await stat(module).catch(() => undefined);
  if (!file?.isFile())
    return `Tools module ${module} does not exist. In toolpath.json its path is relative to that file.`;
  let exported: { readonly default?: unknown; readonly tools?: unknown };
  try {
    exported = await import(pathToFileURL(module).href);
  } catch (error) {
    return `Tools module ${module} cannot be loaded: ${messageOf(error)}${hintFor(error)}`;
  }
  const tools = [exported.default, exported.tools].find((candidate) => Array.isArray(candidate));
  if (tools !== undefined) return tools;
  return `Tools module ${module} exports no array of tools. Write: export const tools = [ … ];`;
}

function hintFor(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'ERR_MODULE_NOT_FOUND':
      return ' Install what it imports (npm install) beside it, and write file endings in relative imports.';
    case 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX':
      return ' Node strips types but compiles nothing: avoid enums, namespaces and parameter properties.';
    case 'ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING':
      return ' Node does not strip types inside node_modules: name a JavaScript file there.';
    default:
      return '';
  }
}
