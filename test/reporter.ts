import type { Reporter, SerializedError, TestCase, TestModule, TestSpecification, Vitest } from 'vitest/node';
import { alwaysProvedIds, type RequirementId } from './requirements.ts';

/**
 * Ends every run with the line `N passed, N failed` (and `, N skipped` if there are any), and sets the exit code to
 * match. These also count as failures: a file that cannot be imported, a hook that fails, an error outside all tests, a
 * run that executes no test, and a complete run in which a built requirement has no passing proof.
 */
export class TallyReporter implements Reporter {
  #vitest: Vitest | undefined;
  #isComplete?: boolean;
  #tally: Tally = { passed: 0, failed: 1, skipped: 0 }; // a run that does not finish counts as failed

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
    // Print at exit, because Vitest may still print after the run has ended.
    process.once('exit', () => {
      process.stdout.write(`\n${lineOf(this.#tally)}\n`);
      if (this.#tally.failed > 0) process.exitCode ||= 1;
    });
  }

  async onTestRunStart(specifications: readonly TestSpecification[]): Promise<void> {
    const vitest = this.#vitest as Vitest;
    const { testNamePattern, tagsFilter } = vitest.config;
    const everyFile = await vitest.globTestSpecifications();
    this.#isComplete =
      specifications.length === everyFile.length &&
      specifications.every(({ testLines }) => testLines === undefined) &&
      testNamePattern === undefined &&
      tagsFilter === undefined;
  }

  onTestRunEnd(modules: readonly TestModule[], errorsOutside: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const suites = modules.flatMap((module) => [module, ...module.children.allSuites()]);
    const inState = (...states: readonly string[]) => tests.filter((test) => states.includes(test.result().state));

    const passed = inState('passed');
    const broken =
      inState('failed', 'pending').length +
      suites.filter((suite) => suite.errors().length > 0).length +
      errorsOutside.length;
    const problems = [
      ...(this.#isComplete ? unproved(passed) : []),
      ...(passed.length + broken === 0 ? ['No test was executed.'] : []),
    ];
    for (const problem of problems) console.error(`\n${problem}`);

    this.#tally = {
      passed: passed.length,
      failed: broken + problems.length,
      skipped: inState('skipped').length,
    };
  }
}

type Tally = Readonly<Record<'passed' | 'failed' | 'skipped', number>>;

function lineOf({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** Returns one problem that lists every unproved id, or an empty list. */
function unproved(passed: readonly TestCase[]): string[] {
  const proved = new Set<RequirementId>(passed.flatMap((test) => test.meta().proves ?? []));
  const missing = alwaysProvedIds.filter((id) => !proved.has(id));
  if (missing.length === 0) return [];
  return [
    `No passing test proves these requirements, which test/requirements.ts marks as built:\n  ${missing.join('\n  ')}`,
  ];
}
