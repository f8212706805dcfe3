import {
  type CallFailure,
  isRecord,
  type JsonBounds,
  type Limits,
  type Log,
  type Note,
  type Problem,
  type Tool,
  truncate,
  withoutHidden,
} from '../../core/index.ts';
import { thrownMessage } from '../thrown.ts';
import { isLangChain, toolName } from '../traits.ts';
import { coerce } from './coerce.ts';
import { type Compiled, SchemaCompiler } from './compile.ts';
import type { Decoded } from './decode.ts';
import {
  type JsonSchema,
  jsonSchemaOf,
  type StandardCheck,
  type StandardResult,
  standardCheckOf,
} from './json-schema.ts';
import { excess, hasInexact } from './measure.ts';
import { pathText } from './path.ts';
import { problemsOf } from './problems.ts';
import { type ParameterNames, renameParameters } from './rename.ts';
import { shapeOf } from './shape.ts';
import { WrittenNumbers } from './written-numbers.ts';

export { clientFlawOf, flawOf } from './compile.ts';
export { type Decoded, decodeArguments } from './decode.ts';
export { showable } from './inspect.ts';
export { type JsonSchema, jsonSchemaOf, standardCheckOf } from './json-schema.ts';
export type { ParameterNames } from './rename.ts';
export { shapeOf } from './shape.ts';

/** The checked arguments, ready for `invoke`, or the failure that explains why they were rejected. */
export type Checked =
  | { readonly ok: true; readonly args: unknown; readonly notes: readonly Note[] }
  | { readonly ok: false; readonly failure: CallFailure; readonly notes: readonly Note[] };

export interface ArgumentCheckOptions {
  readonly limits: Limits;
  readonly parameterNames: ParameterNames;
  readonly log: Log;
}

/** The arguments under the names that the tool expects. */
interface Given {
  readonly args: unknown;
  readonly notes: readonly Note[];
  readonly written: WrittenNumbers;
}

/** Turns the arguments that the model wrote into the arguments that the tool gets: bound → rename → check → coerce. */
export class ArgumentCheck {
  readonly #options: ArgumentCheckOptions;
  readonly #compiler: SchemaCompiler;
  readonly #jsonBounds: JsonBounds;
  readonly #warned = new WeakSet<object>();

  constructor(options: ArgumentCheckOptions) {
    this.#options = options;
    this.#compiler = new SchemaCompiler(options.limits);
    this.#jsonBounds = { deepest: options.limits.argumentDepth, mostValues: options.limits.argumentValues };
  }

  /** Returns a promise only if the tool's own schema library checks asynchronously. Never throws, never rejects. */
  check(tool: Tool, decoded: Decoded): Checked | Promise<Checked> {
    const failed = (error: unknown): Checked => unusable(tool, thrownMessage(error), []);
    try {
      const checked = this.#check(tool, decoded);
      return checked instanceof Promise ? checked.catch(failed) : checked;
    } catch (error) {
      return failed(error);
    }
  }

  /**
   * Returns the first way in which a structured result violates its tool's output schema. Undefined if there is none, or
   * if the output schema is unusable.
   */
  outputSchemaViolation(tool: Tool, answer: unknown): string | undefined {
    try {
      const promised = tool.metadata?.outputSchema;
      const schema = isRecord(promised) ? jsonSchemaOf(promised) : undefined;
      const compiled = schema === undefined ? undefined : this.#compiler.compile(schema);
      const [problem] = compiled?.ok ? problemsOf(compiled.check(answer), compiled.schema, 'answer') : [];
      return problem && `${problem.path === '' ? '' : `${truncate(problem.path, MOST_PATH)}: `}${problem.message}`;
    } catch {
      return undefined; // the check takes too long, or a getter of the schema throws
    }
  }

  #check(tool: Tool, decoded: Decoded): Checked | Promise<Checked> {
    const schema = jsonSchemaOf(tool.schema);
    const standard = standardCheckOf(tool.schema);
    if (!decoded.ok) {
      const checked = standard === undefined ? this.#checkRounded(tool, schema ?? {}, decoded) : undefined;
      const problem = { path: '', message: `not usable JSON: ${decoded.reason}` };
      return refuseEnvelope(tool, schema, checked ?? refuse(tool, schema, [problem], []));
    }
    const tooMuch = this.#excess(tool, schema, decoded.value, []);
    if (tooMuch !== undefined) return tooMuch;

    const given = this.#rename(tool, schema, decoded.value, decoded.text);
    if (isLangChain(tool)) {
      const checked = this.#checkLangChain(tool, standard, schema ?? {}, given);
      return chain(checked, (passed) => refuseEnvelope(tool, schema, passed));
    }
    return standard === undefined
      ? this.#checkJson(tool, schema ?? {}, given)
      : this.#checkStandard(tool, standard, schema, given);
  }

  #rename(tool: Tool, schema: JsonSchema | undefined, value: unknown, text: string | undefined): Given {
    const { args, notes } = isRecord(value)
      ? renameParameters(value, tool, schema, this.#options.parameterNames)
      : { args: value, notes: [] };
    return { args, notes, written: new WrittenNumbers(text, notes) };
  }

  /**
   * Checks arguments with numbers that JavaScript would change. They pass only if the schema wants a text in place of each
   * such number: the tool then gets the digits that the model wrote.
   */
  #checkRounded(tool: Tool, schema: JsonSchema, { text, ...read }: Decoded & { ok: false }): Checked | undefined {
    if (read.rounded === undefined || excess(read.rounded, this.#options.limits) !== undefined) return undefined;
    const checked = this.#checkJson(tool, schema, this.#rename(tool, schema, read.rounded, text));
    return checked.ok && !hasInexact(checked.args) ? checked : undefined;
  }

  /**
   * Checks arguments for a LangChain tool. Such a tool parses its input with its schema library itself, so checking the
   * JSON form is enough here: running the library too would run every refinement twice. The library runs only if the
   * JSON form rejects the arguments, because the JSON form may be stricter.
   */
  #checkLangChain(
    tool: Tool,
    standard: StandardCheck | undefined,
    schema: JsonSchema,
    given: Given,
  ): Checked | Promise<Checked> {
    const { args, notes } = given;
    const checked = this.#checkJson(tool, schema, given);
    if (checked.ok || standard === undefined) return checked;
    return chain(standard.validate(args), ({ issues }) => (issues === undefined ? { ok: true, args, notes } : checked));
  }

  #checkJson(tool: Tool, schema: JsonSchema, { args, notes, written }: Given): Checked {
    const compiled = this.#compile(tool, schema);
    if (!compiled.ok) return unusable(tool, compiled.reason, notes);
    const errors = compiled.check(args);
    if (errors.length === 0) return { ok: true, args, notes };
    const coerced = coerce({ args, errors, written }, compiled, this.#jsonBounds);
    if (!coerced.ok) return refuse(tool, schema, problemsOf(coerced.errors, compiled.schema), notes);
    // JSON text that coercion parsed may push the arguments over their bounds.
    const tooMuch = this.#excess(tool, schema, coerced.args, notes);
    return tooMuch ?? { ok: true, args: coerced.args, notes: [...notes, ...coerced.notes] };
  }

  /** Checks arguments with a schema library, which decides. The JSON form only guides coercion. */
  #checkStandard(
    tool: Tool,
    standard: StandardCheck,
    schema: JsonSchema | undefined,
    { args, notes, written }: Given,
  ): Checked | Promise<Checked> {
    return chain(standard.validate(args), (first) => {
      if (first.issues === undefined) return { ok: true, args: first.value, notes };
      const compiled = schema === undefined ? undefined : this.#compile(tool, schema);
      if (!compiled?.ok) return refuse(tool, schema, issueProblems(first.issues), notes);
      const coerced = coerce({ args, errors: compiled.check(args), written }, compiled, this.#jsonBounds);
      if (!coerced.ok) return refuse(tool, schema, problemsOf(coerced.errors, compiled.schema), notes);
      return chain(standard.validate(coerced.args), (second) =>
        second.issues === undefined
          ? { ok: true, args: second.value, notes: [...notes, ...coerced.notes] }
          : refuse(tool, schema, issueProblems(second.issues), notes),
      );
    });
  }

  #excess(tool: Tool, schema: JsonSchema | undefined, args: unknown, notes: readonly Note[]): Checked | undefined {
    const message = excess(args, this.#options.limits);
    return message === undefined ? undefined : refuse(tool, schema, [{ path: '', message }], notes);
  }

  #compile(tool: Tool, schema: JsonSchema): Compiled {
    const compiled = this.#compiler.compile(schema);
    if (compiled.ok && compiled.warnings.length > 0 && !this.#warned.has(schema)) {
      this.#warned.add(schema);
      this.#options.log.warn(
        { tool: toolName(tool), warnings: compiled.warnings },
        'Some patterns in the tool schema are not enforced.',
      );
    }
    return compiled;
  }
}

function refuse(
  tool: Tool,
  schema: JsonSchema | undefined,
  problems: readonly Problem[],
  notes: readonly Note[],
): Checked {
  const expected = schema === undefined ? 'see the description of the tool' : shapeOf(schema);
  return { ok: false, failure: { kind: 'bad-arguments', tool: toolName(tool), problems, expected }, notes };
}

/**
 * Rejects arguments that look like `{ type: 'tool_call', args }`. LangChain would take them for an envelope and run the
 * inner arguments, which neither the check nor the permit has seen. Runs last, because coercion can produce an envelope.
 */
function refuseEnvelope(tool: Tool, schema: JsonSchema | undefined, checked: Checked): Checked {
  if (!checked.ok || !isRecord(checked.args) || checked.args.type !== 'tool_call') return checked;
  return refuse(tool, schema, [{ path: 'type', message: 'must not be "tool_call"' }], checked.notes);
}

function unusable(tool: Tool, reason: string, notes: readonly Note[]): Checked {
  return { ok: false, failure: { kind: 'bad-schema', tool: toolName(tool), reason: withoutHidden(reason) }, notes };
}

function issueProblems(issues: NonNullable<StandardResult['issues']>): Problem[] {
  return issues.slice(0, MOST_ISSUES).map(({ message, path }) => ({
    path: pathText((path ?? []).map((step) => String(isRecord(step) ? step.key : step))),
    message: truncate(message, 200),
  }));
}

const MOST_ISSUES = 6;

/** The longest property path shown, in characters. The names come from the tool's result and may be very long. */
const MOST_PATH = 200;

/** Awaits any thenable, because a schema library may use its own promise type. */
function chain<A, B>(value: A | PromiseLike<A>, next: (value: A) => B | Promise<B>): B | Promise<B> {
  return isThenable(value) ? Promise.resolve(value).then(next) : next(value);
}

function isThenable<A>(value: A | PromiseLike<A>): value is PromiseLike<A> {
  return typeof (value as PromiseLike<A> | undefined)?.then === 'function';
}
