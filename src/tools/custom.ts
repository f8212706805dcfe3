import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isRecord, type Tool } from '../core/index.ts';
import { checkDefinitions } from './definition.ts';
import { thrownMessage } from './thrown.ts';

/** A user's own tools, from the modules that the settings name; or why they are not there. */
export type CustomTools =
  | { readonly ok: true; readonly tools: readonly Tool[] }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Imports the modules, named by whole paths, in their order. They are the user's own code and run as such. */
export async function loadCustomTools(modules: readonly string[]): Promise<CustomTools> {
  const tools: Tool[] = [];
  const problems: string[] = [];
  for (const module of modules) {
    const loaded = await loadModule(module);
    if (Array.isArray(loaded)) tools.push(...loaded);
    else problems.push(`Tools module ${module} ${loaded}`);
  }
  return problems.length === 0 ? { ok: true, tools } : { ok: false, problems };
}

/** The module's tools, or what is wrong with it. */
async function loadModule(module: string): Promise<Tool[] | string> {
  const file = await stat(module).catch(() => undefined);
  if (!file?.isFile()) return 'does not exist. In toolpath.json its path is relative to that file.';
  let exported: unknown;
  try {
    exported = await import(pathToFileURL(module).href);
  } catch (error) {
    return `cannot be loaded: ${thrownMessage(error)}${placeOf(error, module)}.${hintFor(error, module)}`;
  }
  const tools = toolsOf(exported);
  if (tools === undefined) return 'exports no array of tools. Write: export const tools = [ … ];';
  try {
    return checkDefinitions(tools);
  } catch (error) {
    return `is not usable: ${thrownMessage(error)}`;
  }
}

/** An array, as `default` or as `tools`; CommonJS has its `tools` inside of `default`. */
function toolsOf(exported: unknown): unknown[] | undefined {
  if (!isRecord(exported)) return undefined;
  const inner = isRecord(exported.default) ? exported.default.tools : undefined;
  return [exported.default, exported.tools, inner].find((candidate) => Array.isArray(candidate));
}

/** ` (line 3)`, where the stack names the module itself: Node puts it first for a syntax error, among the calls else. */
function placeOf(error: unknown, module: string): string {
  const stack = isStackful(error) ? error.stack : '';
  for (const name of [`${module}:`, `${pathToFileURL(module).href}:`]) {
    const at = stack.indexOf(name);
    const line = at === -1 ? undefined : /^\d+/.exec(stack.slice(at + name.length))?.[0];
    if (line !== undefined) return ` (line ${line})`;
  }
  return '';
}

function hintFor(error: unknown, module: string): string {
  const message = thrownMessage(error);
  if (/^(?:Cannot use import statement outside a module|Unexpected token 'export')/.test(message)) {
    return ` The package.json above it says "type": "commonjs". Fix: run "npm pkg set type=module" in ${dirname(module)}, or end the file's name in .mts or .mjs.`;
  }
  switch (isRecord(error) ? error.code : undefined) {
    case 'ERR_MODULE_NOT_FOUND':
      return ` Install what it imports with npm install, in ${dirname(module)}; relative imports need their file endings.`;
    case 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX':
      return ' Node strips types but compiles nothing: avoid enums, namespaces and parameter properties.';
    case 'ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING':
      return ' Node does not strip types inside node_modules: name a JavaScript file there.';
    default:
      return '';
  }
}

function isStackful(error: unknown): error is { stack: string } {
  return isRecord(error) && typeof error.stack === 'string';
}
