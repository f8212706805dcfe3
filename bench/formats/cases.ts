import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createReader, findFormats, type ReaderEvent } from '../../src/formats/index.ts';
import { printNotes, printTable, printTitle, whole } from '../print.ts';
import { differences } from './differences.ts';

/** A model's text with the calls that another engine's tests expect. The cases are not part of this project. */
export interface PeerCase {
  readonly id: string;
  readonly format: string;
  readonly basis: 'asserted' | 'recorded';
  readonly text: string;
  readonly tools: readonly unknown[];
  readonly options: {
    readonly tool_choice?: string;
    readonly start_in_reasoning?: boolean;
    readonly drop_tokens?: readonly string[];
  };
  readonly expected: { readonly calls?: readonly PeerCall[] | null };
}

interface PeerCall {
  readonly name: string;
  readonly arguments?: unknown;
  readonly arguments_text?: string;
}

export interface Compared {
  readonly asserted: Tally;
  readonly recorded: Tally;
  readonly differing: readonly { readonly id: string; readonly format: string; readonly why: string | undefined }[];
}

export interface Tally {
  readonly equal: number;
  readonly all: number;
}

/** Counts the cases in which Toolpath reads the same calls as the other engine; undefined if the file of cases is missing. */
export function compareCases(): Compared | undefined {
  const file = path.join(import.meta.dirname, '../../../shared/cases/tool-calls.jsonl');
  if (!existsSync(file)) return undefined;
  const cases = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line): PeerCase => JSON.parse(line))
    .filter(({ expected }) => expected.calls !== null && expected.calls !== undefined);
  const differing = cases.filter((one) => !isEqual(one));
  return {
    asserted: tally('asserted', cases, differing),
    recorded: tally('recorded', cases, differing),
    differing: differing.map(({ id, format }) => ({ id, format, why: differences.get(id) })),
  };
}

function tally(basis: PeerCase['basis'], cases: readonly PeerCase[], differing: readonly PeerCase[]): Tally {
  const of = (list: readonly PeerCase[]): number => list.filter((one) => one.basis === basis).length;
  return { equal: of(cases) - of(differing), all: of(cases) };
}

function isEqual({ expected, ...one }: PeerCase): boolean {
  const wanted = (expected.calls ?? []).map((call) => [call.name, call.arguments ?? call.arguments_text]);
  const read = readCase(one).map((event) => (event.type === 'call' ? [event.name, event.arguments] : undefined));
  const told = read.filter((call) => call !== undefined);
  return stable(told) === stable(wanted);
}

function readCase({ format, text, tools, options }: Omit<PeerCase, 'expected'>): readonly ReaderEvent[] {
  const reader = createReader({
    formats: [nameOf(format)],
    tools: tools.length > 0 ? tools : undefined, // the other engines' tests often omit the tools
    toolChoice: options.tool_choice,
    startInReasoning: options.start_in_reasoning,
  });
  const dropped = (options.drop_tokens ?? []).reduce((rest, token) => rest.replaceAll(token, ''), text);
  return [...reader.push(dropped), ...reader.end()];
}

/**
 * Translates a case's format name to ours: `hermes(qwen3-vl)`, `deepseek_v3/cogito`, `json_array_tag(apriel)`,
 * `template:list`.
 */
function nameOf(format: string): string {
  const [plain = format, variant = ''] = format.split(/[(/)]/);
  return [plain, variant].find((name) => findFormats(name) !== undefined) ?? OTHERS.get(plain) ?? plain;
}

const OTHERS: ReadonlyMap<string, string> = new Map([
  ['cohere_action_md', 'command_r_plus'],
  ['pure_json_array', 'pure_json'],
  ['template:deepseek', 'deepseek_v3'],
  ['template:json', 'pure_json'],
  ['template:list', 'pure_json'],
  ['template:qwen', 'hermes'],
  ['template:mistral', 'mistral'],
]);

/** Serialises a value with sorted keys. */
function stable(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

export function printCases({ asserted, recorded, differing }: Compared): void {
  printTitle('Test cases of other engines: cases with equal calls');
  printTable(
    ['basis', 'equal', 'of', '%'],
    [
      ['asserted in their tests', ...cellsOf(asserted)],
      ['recorded from their parsers', ...cellsOf(recorded)],
    ],
  );
  printNotes('Targets: 99 % and 96 %. The cases that differ, and the reasons:');
  printTable(
    ['case', 'format', 'why'],
    differing.map(({ id, format, why }) => [id, format, why ?? 'UNKNOWN']),
  );
}

function cellsOf({ equal, all }: Tally): readonly string[] {
  return [whole(equal), whole(all), ((equal / all) * 100).toFixed(1)];
}
