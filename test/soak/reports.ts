/** Reports of the model server and the tools that a client can wait for. Each report has one reader. */
export class Reports {
  readonly #told = new Map<string, PromiseWithResolvers<void>>();

  tell(report: string): void {
    this.#of(report).resolve();
  }

  /** Resolves when the report has been told. Rejects if it does not arrive in time. */
  async wait(report: string): Promise<void> {
    const { promise, reject } = this.#of(report);
    const timer = setTimeout(() => reject(new Error(`Nothing reported "${report}" in time.`)), LONGEST_WAIT_MS);
    await promise.finally(() => {
      clearTimeout(timer);
      this.#told.delete(report);
    });
  }

  #of(report: string): PromiseWithResolvers<void> {
    const known = this.#told.get(report) ?? Promise.withResolvers<void>();
    this.#told.set(report, known);
    return known;
  }
}

const LONGEST_WAIT_MS = 20_000;
