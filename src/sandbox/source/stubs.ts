import { readDocument } from './json-schema.ts';
import { declaration, type Parameter, parametersOf, takesOthers } from './parameters.ts';
import { firstParagraph, inDocstring, literal, oneLine } from './python-text.ts';
import { pythonType } from './python-types.ts';

/** A tool as a program sees it. */
export interface PythonTool {
  /** The name that programs should use, such as `files.read_file`. */
  readonly path: string;
  readonly description: string;
  /** The JSON Schema of the arguments. */
  readonly schema: unknown;
  /** The JSON Schema of the results, if the tool promises one. */
  readonly outputSchema?: unknown;
}

/** Describes tools as Python functions, by module. The order of the modules and of their tools stays. */
export function stubsOf(tools: readonly PythonTool[]): string {
  const modules = new Map<string, PythonTool[]>();
  for (const tool of tools) {
    const module = tool.path.includes('.') ? tool.path.slice(0, tool.path.lastIndexOf('.')) : '';
    const own = modules.get(module) ?? [];
    modules.set(module, own);
    own.push(tool);
  }
  const parts = [...modules].map(([module, own]) => {
    const head = module === '' ? '' : `# module ${module}\n`;
    return head + own.map(stubOf).join('\n');
  });
  return parts.join('\n\n');
}

/**
 * Describes a tool by its signature and its docstring. The signature is no definition (`async def`): small models copy
 * definitions into their programs and invent what they return.
 */
export function stubOf(tool: PythonTool): string {
  const all = parametersOf(tool.schema);
  const lines = docstring(tool, all).map((line) => (line === '' ? '' : `    ${line}`));
  return [`await ${tool.path}${argumentsAndResult(all, tool)}`, ...lines].join('\n');
}

/** Describes how to call a tool in one line, for error messages. */
export function signatureOf(tool: PythonTool): string {
  return tool.path + argumentsAndResult(parametersOf(tool.schema), tool);
}

/** Returns the type of a tool's results. */
export function resultTypeOf({ outputSchema }: PythonTool): string {
  return pythonType(readDocument(outputSchema));
}

function argumentsAndResult(all: readonly Parameter[], tool: PythonTool): string {
  const named = all.filter(({ isIdentifier }) => isIdentifier);
  const shown = named.slice(0, MOST_PARAMETERS).map(declaration);
  const hasOthers = shown.length < all.length || takesOthers(tool.schema);
  return `(${[...shown, ...(hasOthers ? ['**others'] : [])].join(', ')}) -> ${resultTypeOf(tool)}`;
}

/** Returns the lines of a docstring; none if nothing is known. */
function docstring({ description }: PythonTool, all: readonly Parameter[]): readonly string[] {
  const about = inDocstring(firstParagraph(description, MOST_DESCRIPTION));
  const parameters = all.slice(0, MOST_PARAMETERS).flatMap(parameterLine);
  if (parameters.length > 0) return [`"""${about}`, ...(about === '' ? [] : ['']), ...parameters, '"""'];
  if (about === '') return [];
  return [about.endsWith('"') ? `"""${about} """` : `"""${about}"""`];
}

function parameterLine({ name, isIdentifier, isRequired, type, description }: Parameter): readonly string[] {
  const about = inDocstring(oneLine(description, MOST_PARAMETER_DESCRIPTION));
  if (isIdentifier) return about === '' ? [] : [`${name}: ${about}`];
  const pair = inDocstring(`{${literal(name)}: ${type}}`);
  return [`pass **${pair}${isRequired ? ' (required)' : ''}${about === '' ? '' : `: ${about}`}`];
}

const MOST_PARAMETERS = 40;
const MOST_DESCRIPTION = 300;
const MOST_PARAMETER_DESCRIPTION = 120;
