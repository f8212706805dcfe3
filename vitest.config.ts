import { defineConfig } from 'vitest/config';
import { TallyReporter } from './test/reporter.ts';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    watch: false,
    // A process for each file: tests may change the environment, stop with a signal, or crash, and harm no other.
    pool: 'forks',
    maxWorkers: '100%', // Vitest would leave a core free, which halves the speed of two; many tests only wait
    // Generous, for two busy cores: a test that waits for a time limit of ours sets a short limit there instead.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default', new TallyReporter()],
  },
});
