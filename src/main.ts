import { run } from './cli/index.ts';

// Not left to the event loop: a tool that was cancelled may have timers and sockets of its own.
process.exit(await run(process.argv.slice(2)));
