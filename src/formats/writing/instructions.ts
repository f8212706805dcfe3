import { type Fields, isDeeperThan, isRecord, MOST_DEPTH } from '../../core/index.ts';
import type { Format, RawFormat } from '../format.ts';
import { plainName } from './call.ts';
import { writeCalls } from './calls.ts';
import { exampleArguments } from './example.ts';
import { type Around, habitOf } from './family-layouts.ts';
import { formatOf, formatsOf, type WriterOptions } from './named.ts';
import { breakMarkers, type Markers, markersIn } from './neutralise.ts';
import { writePythonCall } from './python.ts';
import { writeSignature } from './signature.ts';
import { toolsToWrite, type WrittenTool } from './tool.ts';
import { writeJson } from './values.ts';

export type WrittenChoice = 'auto' | 'required' | { readonly name: string };

export interface InstructionOptions extends WriterOptions {
  /** Default: `auto`. */
  readonly choice?: WrittenChoice | undefined;
  /** Whether a message may contain several calls. Default: true. */
  readonly isParallel?: boolean | undefined;
}

/**
 * Writes the section of the system prompt that describes tools to a model as text: in the words of the family's chat template
 * if they are known, otherwise how to write a call, with one example, then the tools. No instruction names the tags around
 * outcomes, because small models then write outcomes themselves. Returns an empty string if there are no tools. Tools may have
 * any shape that a Reader accepts.
 */
export function writeTools(
  written: Format | string,
  given: readonly unknown[],
  { choice = 'auto', isParallel = true, understood }: InstructionOptions = {},
): string {
  const format = formatOf(written);
  const markers = markersIn(formatsOf(understood ?? [format]));
  const tools = toolsToWrite(given);
  if (tools.length === 0) return '';
  const { template } = habitOf(format.id);
  if (template !== undefined) return inWordsOf(template, tools, markers, { choice, isParallel });
  const callable = callableIn(format, tools);
  return [
    '# Tools',
    '',
    format.skeleton === 'raw' ? HOW_TO_PROGRAM : HOW_TO_CALL,
    writeExample(format, tools, choice),
    ...notes(format),
    isParallel && callable.length > 0 ? severalCalls(format) : oneCall(format),
    obligation(choice),
    'Never make a result up.',
    ...listing(format, callable, markers),
  ].join('\n');
}

/** Writes the tools as the family's chat template does. A last line adds only what the request demands. */
function inWordsOf(
  { open, close }: Around,
  tools: readonly WrittenTool[],
  markers: Markers,
  { choice, isParallel }: { readonly choice: WrittenChoice; readonly isParallel: boolean },
): string {
  const section = [open, ...tools.map((tool) => writeSchema(tool, markers)), close].join('\n');
  const demands = [...(isParallel ? [] : [ONE_CALL]), ...(choice === 'auto' ? [] : [obligation(choice)])];
  return demands.length === 0 ? section : `${section}\n\n${demands.join(' ')}`;
}

const HOW_TO_CALL = 'To call a tool, write exactly in this form (an example):';
const HOW_TO_PROGRAM = 'To run Python, write a program in this form, and print what you need (an example):';

function writeExample(format: Format, tools: readonly WrittenTool[], choice: WrittenChoice): string {
  if (format.skeleton === 'raw') return writeExampleProgram(format, tools, choice);
  const { name, parameters } = exampleTool(tools, choice);
  return writeCalls(format, [{ name, arguments: exampleArguments(parameters), id: EXAMPLE_ID }]);
}

function writeExampleProgram(format: RawFormat, tools: readonly WrittenTool[], choice: WrittenChoice): string {
  const callable = callableIn(format, tools);
  const { name, parameters } = exampleTool(callable, choice);
  const call = { id: '', name, members: exampleArguments(parameters), place: 0, order: 0 };
  const code =
    callable.length === 0 ? 'print(1 + 1)' : `result = ${writePythonCall(call, markersIn([format]))}\nprint(result)`;
  return writeCalls(format, [{ id: '', name: format.name, arguments: { [format.argument]: code } }]);
}

/** Returns the tools that a call can name. A program cannot call the tool that runs programs. */
function callableIn(format: Format, tools: readonly WrittenTool[]): readonly WrittenTool[] {
  return format.skeleton === 'raw' ? tools.filter(({ name }) => name !== format.name) : tools;
}

const EXAMPLE_ID = 'a1b2c3d4e'; // nine letters and digits, as Mistral's models write ids

/** Returns the tool that must be called, or else the first tool with parameters, so that the example shows arguments. */
function exampleTool(tools: readonly WrittenTool[], choice: WrittenChoice): WrittenTool {
  const named = typeof choice === 'string' ? undefined : tools.find(({ name }) => name === choice.name);
  const found = named ?? tools.find(({ parameters }) => hasMembers(parameters)) ?? tools[0];
  return found ?? { name: '', description: '', parameters: {} };
}

function hasMembers(parameters: unknown): boolean {
  return isRecord(parameters) && isRecord(parameters.properties) && Object.keys(parameters.properties).length > 0;
}

/** Returns the rules that the example alone does not show. */
function notes(format: Format): readonly string[] {
  return [...(isWholeMessage(format) ? [WHOLE_MESSAGE] : []), ...valueNotes(format)];
}

const WHOLE_MESSAGE = 'Calls are the whole message: write nothing before or behind them.';

function isWholeMessage(format: Format): boolean {
  return habitOf(format.id).isBare === true || hasNoMarker(format);
}

function valueNotes(format: Format): readonly string[] {
  switch (format.skeleton) {
    case 'tagged':
      return format.parameter.kind === 'elements'
        ? ['Write strings as they are; members and list items are elements of their own.']
        : ['Write strings as they are, and all other values as JSON.'];
    case 'python':
      return ['Give every argument by its name, as a Python value.'];
    case 'envelope':
    case 'frame':
      if (typeof format.values === 'string') return [];
      return [`Strings stand between two ${format.values.delimiter}, names of arguments without quotes.`];
    case 'raw':
      return [];
    default:
      return format satisfies never;
  }
}

function severalCalls(format: Format): string {
  return `${placeOfOthers(format)} ${STOP}`;
}

/** Returns the sentence that says where a second call goes. */
function placeOfOthers(format: Format): string {
  const { skeleton, section } = format;
  if (skeleton === 'raw') return 'In a program the tools are functions: it may use several.';
  if (skeleton === 'envelope' && format.several === 'array') return SAME_LIST;
  if (skeleton === 'envelope' && format.several === 'row') return inRow(format.separator ?? '');
  if (skeleton === 'python') return format.several === 'list' ? SAME_LIST : inRow('\n');
  const end = section?.close[0];
  if (end === undefined || habitOf(format.id).isSectionEach === true) return 'Several calls may follow each other.';
  return `Several calls may follow each other before ${end}.`;
}

const SAME_LIST = 'Several calls go into the same list.';

function inRow(separator: string): string {
  if (separator.trim() === '') return 'Several calls go between the same tags, each on a line of its own.';
  return `Several calls may follow each other, with ${JSON.stringify(separator)} between them.`;
}

function oneCall(format: Format): string {
  return `${format.skeleton === 'raw' ? 'Write one program at a time.' : ONE_CALL} ${STOP}`;
}

const ONE_CALL = 'Make one call at a time.';

/** Models that continue after their calls invent the results, so our own instructions ask them to stop. */
const STOP = 'Then stop, and wait for the result.';

function obligation(choice: WrittenChoice): string {
  if (choice === 'auto') return 'If no tool is needed, answer in plain prose.';
  if (choice === 'required') return 'Your next message must call a tool.';
  return `Your next message must call ${plainName(choice.name)}.`;
}

/**
 * Lists the tools. Formats whose calls look like function calls, and formats without markers, list signatures; all others
 * list JSON Schemas.
 */
function listing(format: Format, tools: readonly WrittenTool[], markers: Markers): readonly string[] {
  if (tools.length === 0) return [];
  const isPython = format.skeleton === 'python' || format.skeleton === 'raw';
  if (!isPython && !hasNoMarker(format)) return schemas(tools, markers);
  return ['', 'The tools:', ...tools.map((tool) => writeSignature(tool, isPython ? 'python' : 'json', markers))];
}

function hasNoMarker({ open, header }: Format): boolean {
  return open.length === 0 && header === undefined;
}

/** Lists one schema per line, inside the `<tools>` tags that most families were trained on. */
function schemas(tools: readonly WrittenTool[], markers: Markers): readonly string[] {
  return ['', 'The tools:', '<tools>', ...tools.map((tool) => writeSchema(tool, markers)), '</tools>'];
}

function writeSchema({ name, description, parameters }: WrittenTool, markers: Markers): string {
  const about = { name, description: breakMarkers(description, markers), parameters: usable(parameters) };
  return writeJson({ type: 'function', function: about }, markers);
}

/** Returns the schema without `$schema`, which tells a model nothing. */
function usable(parameters: unknown): Fields {
  if (!isRecord(parameters) || isDeeperThan(parameters, MOST_DEPTH)) return { type: 'object' };
  return Object.hasOwn(parameters, '$schema') ? { ...parameters, $schema: undefined } : parameters;
}
