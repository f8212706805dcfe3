import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { VisibleTool } from '../../src/core/index.ts';

/** Tools and questions, each with the indexes of the right tools. */
export interface Corpus {
  readonly name: string;
  readonly tools: readonly VisibleTool[];
  readonly questions: readonly { readonly text: string; readonly right: ReadonlySet<number> }[];
}

interface ToolLine {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
}

interface QuestionLine {
  readonly query: string;
  readonly relevant: readonly string[];
  /** Sets of interchangeable tools. */
  readonly groups?: readonly (readonly string[])[];
}

/** Reads `tools.jsonl` and `queries.jsonl` of a folder. If there are more than `most` questions, takes every n-th. */
export function readCorpus(folder: string, most = 2_000): Corpus {
  const tools = readLines<ToolLine>(path.join(folder, 'tools.jsonl'));
  const questions = readLines<QuestionLine>(path.join(folder, 'queries.jsonl'));
  const places = new Map(tools.map(({ id }, place) => [id, place]));
  const step = Math.ceil(questions.length / most);
  return {
    name: path.basename(folder),
    tools: tools.map(asTool),
    questions: questions
      .filter((_, place) => place % step === 0)
      .map(({ query, relevant, groups }) => ({
        text: query,
        right: new Set((groups?.flat() ?? relevant).map((id) => places.get(id) ?? -1)),
      })),
  };
}

/** Converts a line to a tool without required parameters, because the benchmark measures only the choice of the tool. */
function asTool({ name, description = '', parameters = {} }: ToolLine): VisibleTool {
  return {
    name,
    wireName: name,
    owner: 'gateway',
    description,
    parameters: { type: 'object', properties: parameters },
  };
}

function readLines<Line>(file: string): readonly Line[] {
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}
