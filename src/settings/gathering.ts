import { type Environment, type Layer, pathText } from './layer.ts';
import type { Path } from './outline.ts';
import { MOST_PROBLEMS, type SettingsProblem } from './problem.ts';
import { formsOf } from './secret-value.ts';

/** What comes together while the variables of one layer are filled in. */
export interface Gathering {
  readonly layer: Layer;
  readonly env: Environment;
  /** What must not be shown, in every form it is likely to turn up. */
  readonly secrets: Set<string>;
  /** The variables that hold a whole secret, by its path. */
  readonly variables: Map<string, string>;
  /** Every variable that was asked for, set or not. */
  readonly asked: Set<string>;
  readonly problems: SettingsProblem[];
  readonly warnings: string[];
}

export function emptyGathering(layer: Layer, env: Environment): Gathering {
  return { layer, env, secrets: new Set(), variables: new Map(), asked: new Set(), problems: [], warnings: [] };
}

/** Undefined where it is not set; empty is not set either. */
export function variable(name: string, { env, asked }: Gathering): string | undefined {
  asked.add(name);
  // Files and clusters like to end a secret with a line break, which no header can carry.
  const value = Object.hasOwn(env, name) ? env[name]?.trim() : undefined;
  return value === '' ? undefined : value;
}

export function hide(secret: string, { secrets }: Gathering): void {
  for (const form of formsOf(secret)) secrets.add(form);
}

export function report(wrong: string, fix: string, path: Path, { layer, problems }: Gathering): void {
  if (problems.length < MOST_PROBLEMS) problems.push({ place: layer.place(path), path: pathText(path), wrong, fix });
}

export function reportUnset(name: string, path: Path, gathering: Gathering): void {
  report(`the environment variable ${name} is not set`, `export ${name}=… before starting`, path, gathering);
}

export function warn(warning: string, { warnings }: Gathering): void {
  if (warnings.length < MOST_PROBLEMS) warnings.push(warning);
}
