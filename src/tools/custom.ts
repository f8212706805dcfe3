import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isRecord, type Tool } from '../core/index.ts';
import { checkDefinitions } from './definition.ts';
import { thrownMessage } from './thrown.ts';

/** The custom tools from the modules in the settings, or the problems that prevented loading them. */
export type CustomTools =
  | { readonly ok: true; readonly tools: readonly Tool[] }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Imports the modules, given as absolute paths, in order. They are the user's own code and run without a sandbox. */
export async function loadCustomTools(modules: readonly string[]): Promise<CustomTools> {
  const tools: Tool[] = [];
  const problems: string[] = [];
  for (const module of modules) {
    const loaded = await loadModule(module);
    if (Array.isArray(loaded)) tools.push(...loaded);
    else problems.push(`Tools module "${module}" ${loaded}`);
  }
  return problems.length === 0 ? { ok: true, tools } : { ok: false, problems };
}

/** Returns the module's tools, or the rest of a sentence that says what is wrong with the module. */
async function loadModule(module: string): Promise<Tool[] | string> {
  const file = await stat(module).catch(() => undefined);
  if (!file?.isFile()) return 'does not exist. Paths in toolpath.json are relative to that file.';
  let exported: unknown;
  try {
    exported = await import(pathToFileURL(module).href);
  } catch (error) {
    return `cannot be loaded: ${thrownMessage(error)}${placeOf(error, module)}.${hintFor(error, module)}`;
  }
  const tools = toolsOf(exported);
  if (tools === undefined) return 'does not export an array of tools. Write: export const tools = [ … ];';
  try {
    return checkDefinitions(tools);
  } catch (error) {
    return `is not usable: ${thrownMessage(error)}`;
  }
}

/** Returns the array exported as `default` or as `tools`. For a CommonJS module, `tools` is a property of `default`. */
function toolsOf(exported: unknown): unknown[] | undefined {
  if (!isRecord(exported)) return undefined;
  const inner = isRecord(exported.default) ? exported.default.tools : undefined;
  return [exported.default, exported.tools, inner].find((candidate) => Array.isArray(candidate));
}

/**
 * Returns ` (line 3)` if the stack names the module, otherwise an empty string. For a syntax error the module is on the
 * first line of the stack, for other errors among the calls.
 */
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
    return ` The nearest package.json sets "type": "commonjs". Fix: run "npm pkg set type=module" in ${dirname(module)}, or rename the file to end in .mts or .mjs.`;
  }
  switch (isRecord(error) ? error.code : undefined) {
    case 'ERR_MODULE_NOT_FOUND':
      return ` Install the packages that it imports with npm install in ${dirname(module)}; relative imports need a file extension.`;
    case 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX':
      return ' Node strips types but does not compile TypeScript: avoid enums, namespaces and parameter properties.';
    case 'ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING':
      return ' Node does not strip types inside node_modules: name a JavaScript file instead.';
    default:
      return '';
  }
}

function isStackful(error: unknown): error is { stack: string } {
  return isRecord(error) && typeof error.stack === 'string';
}
