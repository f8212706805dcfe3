import { isRecord, truncate, withoutHidden } from '../../core/index.ts';
import { boundedJson } from './bounded-json.ts';
import { type Parameter, parametersOf } from './parameters.ts';
import { literal } from './python-text.ts';
import { type PythonTool, signatureOf } from './stubs.ts';

/** Returns the answer to `help(tool)`: all that is known of a tool, within bounds. */
export function helpText(tool: PythonTool): string {
  const { description, outputSchema, schema } = tool;
  const parts = [`await ${signatureOf(tool)}`, cleaned(description, MOST_DESCRIPTION), parameterList(schema)];
  const definitions = definitionsOf(schema);
  if (definitions !== undefined) parts.push(`Definitions: ${boundedJson(definitions, MOST_SCHEMA)}`);
  if (outputSchema !== undefined) parts.push(`Returns: ${boundedJson(outputSchema, MOST_SCHEMA)}`);
  return parts.filter((part) => part !== '').join('\n\n');
}

const MOST_PARAMETERS = 100;
const MOST_DESCRIPTION = 8_000;
const MOST_PARAMETER_DESCRIPTION = 1_000;
const MOST_SCHEMA = 2_000;

function parameterList(schema: unknown): string {
  const all = parametersOf(schema);
  if (all.length === 0) return '';
  const shown = all.slice(0, MOST_PARAMETERS).map(aboutParameter);
  const rest = all.length > MOST_PARAMETERS ? [`  … and ${all.length - MOST_PARAMETERS} more`] : [];
  return ['Parameters:', ...shown, ...rest].join('\n');
}

function aboutParameter({ name, isIdentifier, isRequired, type, fallback, description, schema }: Parameter): string {
  const how = isIdentifier ? name : `**{${literal(name)}: ...}`;
  const state = isRequired ? ' (required)' : fallback === undefined ? '' : ` = ${fallback}`;
  const about = cleaned(description, MOST_PARAMETER_DESCRIPTION).replaceAll('\n', '\n    ');
  const { description: _, title: __, default: ___, ...rules } = schema;
  const isShortened = /\.\.\.|…/.test(type);
  const hasRules = isShortened || Object.keys(rules).some((keyword) => !SHOWN_BY_TYPE.has(keyword));
  return [
    `  ${how}: ${type}${state}`,
    ...(about === '' ? [] : [about]),
    ...(hasRules ? [boundedJson(rules, MOST_SCHEMA)] : []),
  ].join('\n    ');
}

const SHOWN_BY_TYPE: ReadonlySet<string> = new Set(['type', 'enum', 'const', 'nullable']);

function definitionsOf(schema: unknown): unknown {
  return isRecord(schema) ? (schema.$defs ?? schema.definitions) : undefined;
}

function cleaned(text: string, most: number): string {
  return withoutHidden(truncate(text, most, '…')).trim();
}
