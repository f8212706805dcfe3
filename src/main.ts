import { run } from './cli/index.ts';

// Exit explicitly, because the timers and sockets of a cancelled tool could keep the process alive.
process.exit(await run(process.argv.slice(2)));
