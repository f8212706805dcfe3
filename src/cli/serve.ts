import type { Listening } from '../doors/index.ts';
import type { House } from '../house.ts';
import { type ExitCode, exitCodes, type HouseCommand } from './command.ts';
import { introduce } from './introduction.ts';

export const serve: HouseCommand = {
  name: 'serve',
  usage: 'serve',
  summary: 'Serve over HTTP (what "toolpath" alone does)',
  details: [
    '',
    "POST /v1/chat/completions   any OpenAI client: tools absent, the gateway's; [], none; listed, the client's own",
    'GET  /v1/models             the models that may be asked for',
    'POST /v1/explain            what such a request would do, tool by tool, and why; {"query": "…"} is enough',
    'GET  /v1/turns/ID           what was decided in a turn; its id is in the header x-toolpath-turn',
    "GET  /tools                 the gateway's tools, with their parameters",
    'GET  /tools/NAME            one of them',
    'POST /tools/NAME            call it; the body is its arguments as JSON, the answer its outcome',
    'GET  /servers               the MCP servers: their state, what is wrong, what to check',
    'GET  /servers/NAME          one of them',
    'GET  /healthz               is the process alive',
    'GET  /readyz                does it take requests, and which servers are missing ("degraded")',
  ],
  words: { least: 0, most: 0 },
  needs: 'house',
  logLevel: 'info',
  asksModels: true,
  closeMs: 10_000,
  async obstacle(settings) {
    const { whyNotListen } = await import('../doors/index.ts');
    return whyNotListen(settings);
  },
  async run(house, _words, { terminal, found }) {
    const { listen } = await import('../doors/index.ts');
    const opened = await listen(house);
    if (!opened.ok) {
      terminal.say(opened.reason);
      return exitCodes.failed;
    }
    const { url } = opened.listening;
    introduce(house, url, found, terminal);
    return untilStopped(opened.listening, house);
  },
};

/** Stops on the first signal when all is answered, on the second at once. */
function untilStopped(listening: Listening, { log }: House): Promise<ExitCode> {
  return new Promise((resolve) => {
    const stop = (signal: NodeJS.Signals): void => {
      log.info({ signal }, 'stopping: no new requests, the running ones may finish (a second signal stops at once)');
      for (const each of SIGNALS) process.once(each, () => process.exit(exitCodes.failed));
      listening.drain().then(
        () => resolve(exitCodes.ok),
        (error: unknown) => {
          log.error({ err: error }, 'stopping failed');
          resolve(exitCodes.failed);
        },
      );
    };
    for (const signal of SIGNALS) process.once(signal, stop);
    whenOrphaned(() => stop('SIGTERM'));
  });
}

/** npm does not pass a SIGTERM on to what it runs: when it goes, so do we. */
function whenOrphaned(stop: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, 1_000);
  watch.unref();
}

const SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM'];
