import { DISPATCHER } from '../../core/index.ts';
import { type Edit, withEdits } from './edits.ts';
import { identifierOf, NAMES, type Node, type Tree, textOf } from './tree.ts';

/** A program without its copies of tools. */
export interface WithoutCopies {
  readonly code: string;
  /** Sentences for the model: which tools the program hides behind its own functions. */
  readonly notes: readonly string[];
}

/** The parameters of a tool, as a program names them. */
export interface CopiedTool {
  readonly all: readonly string[];
  readonly required: readonly string[];
}

type ToolNamed = (name: string) => CopiedTool | undefined;

/** The name and the parameters of a function. */
interface Head {
  readonly name: string;
  readonly parameters: readonly string[];
}

/**
 * Removes functions that have the name and the parameters of a tool and call no tool. Small models copy the description of a
 * tool into their program, often with an invented result; the tool itself is what they mean. The model gets no note of this,
 * because a note distracted small models from the answer. Each statement stays in its line.
 */
export function withoutCopies(tree: Tree, toolNamed: ToolNamed): WithoutCopies {
  const edits: Edit[] = [];
  const hidden = new Set<string>();
  for (const node of tree.root.children) {
    const defined = node.name === 'FunctionDefinition' ? headOf(node, tree) : undefined;
    const tool = defined && toolNamed(defined.name);
    if (defined === undefined || tool === undefined || reachesTool(node, defined, tree, toolNamed)) continue;
    if (!isCopy(defined.parameters, tool)) hidden.add(defined.name);
    else edits.push({ from: node.from, to: node.to, text: `pass${lineBreaks(textOf(tree, node))}` });
  }
  const notes = [...hidden].map(
    (name) => `The program defines a function ${name}, so the tool ${name} was not called.`,
  );
  return { code: withEdits(tree.code, edits), notes };
}

function headOf(definition: Node, tree: Tree): Head | undefined {
  const name = definition.children.find((child) => child.name === 'VariableName');
  const list = definition.children.find((child) => child.name === 'ParamList');
  const isComplete = list?.children.at(-1)?.name === ')' && definition.children.at(-1)?.name === 'Body';
  if (name === undefined || list === undefined || !isComplete) return undefined;
  const parameters = list.children.filter(
    (child, place) => child.name === 'VariableName' && list.children[place - 1]?.name !== 'AssignOp',
  );
  return { name: identifierOf(tree, name), parameters: parameters.map((each) => identifierOf(tree, each)) };
}

/** Returns true if a function uses another tool, or the tool of its own name through a module. */
function reachesTool(definition: Node, { name: ownName, parameters }: Head, tree: Tree, toolNamed: ToolNamed): boolean {
  const own = new Set([ownName, ...parameters]);
  const nodes = [definition];
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    const name = NAMES.has(node.name) ? identifierOf(tree, node) : '';
    const isOwn = node.name === 'VariableName' && own.has(name);
    if (!isOwn && (name === DISPATCHER || (name !== '' && toolNamed(name) !== undefined))) return true;
    nodes.push(...node.children);
  }
  return false;
}

function isCopy(parameters: readonly string[], { all, required }: CopiedTool): boolean {
  return parameters.every((name) => all.includes(name)) && required.every((name) => parameters.includes(name));
}

function lineBreaks(text: string): string {
  return text.replace(/[^\r\n]/g, '');
}
