import { run } from './cli/index.ts';

// Not `process.exit`: what is still being written to a pipe would be lost. Nothing of ours keeps the process alive.
process.exitCode = await run(process.argv.slice(2));
