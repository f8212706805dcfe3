import { type TurnFailure, tell } from '../core/index.ts';
import { type ExplainedAsk, explainAsk } from '../explaining.ts';
import type { Gateway } from '../gateway.ts';
import { readChatRequest } from '../wires/index.ts';
import { exitCodes, type GatewayCommand } from './command.ts';
import { explanationInFull, promptInFull } from './explanation.ts';
import { interruption } from './lifetime.ts';
import { saying, untilSettled } from './waiting.ts';

export const explain: GatewayCommand = {
  name: 'explain',
  usage: 'explain QUESTION',
  summary: 'Tell which tools a model would see for a question, and why',
  details: [
    'Every tool with the rule that decided, how near it is to the question, the tokens it takes, and what would change the',
    'verdict; the limit and the format, each with its reason. No model is asked. It waits for servers as "toolpath tools" does;',
    'Ctrl-C ends the waiting, and the rest is said of what is there.',
    '',
    '--model M        for this model, not for the default',
    '--show-prompt    also the prompt, as it would be sent',
    '--json           all of it as JSON, with the prompt',
    '',
    'The exit code is 1 where the turn would fail.',
    'For example: toolpath explain "book a flight" --model local/qwen3:8b',
  ],
  words: { least: 1, most: Number.POSITIVE_INFINITY },
  needs: 'gateway',
  flags: { 'show-prompt': { type: 'boolean' } }, // --prompt is a setting
  logLevel: 'silent', // it prints the decisions
  asksModels: true,
  needsNoStore: true, // a question begins a conversation
  async run(gateway, words, { json, terminal, found, flags }) {
    if (words.join(' ').trim() === '') {
      terminal.say('There is no question. For example: toolpath explain "book a flight"');
      return exitCodes.misused;
    }
    const signal = interruption();
    for (const each of found) terminal.say(each);
    await saying(untilSettled(gateway, signal), gateway, terminal);
    if (signal.aborted) terminal.say('Not waited for: what follows is said without the servers that are missing.');
    const asking = explainQuestion(gateway, words.join(' '), flags.model !== undefined);
    const explained = await (signal.aborted ? asking : unlessAborted(asking, signal));
    if (explained === undefined) return exitCodes.failed;
    if (!explained.ok) {
      const failure = shownFailure(explained.failure, gateway);
      if (json) terminal.print(JSON.stringify({ failure }, null, 2));
      else terminal.say(failure.message);
      return exitCodes.failed;
    }
    const { explanation } = explained;
    if (json) terminal.print(JSON.stringify(explanation, null, 2));
    else {
      terminal.print(explanationInFull(explanation, terminal));
      if (flags['show-prompt'] === true) terminal.print(`\n${promptInFull(explanation.prompt, terminal)}`);
    }
    return explanation.failure === undefined ? exitCodes.ok : exitCodes.failed;
  },
};

/** A model from the command line is requested by that name, as a client would: settings may mention the name. */
async function explainQuestion(gateway: Gateway, question: string, isNamed: boolean): Promise<ExplainedAsk> {
  const [only = '', ...others] = gateway.settings.model;
  const model = isNamed && others.length === 0 ? only : '';
  const body = { model, messages: [{ role: 'user', content: question }] };
  const read = readChatRequest(body, '', gateway.settings.limits);
  return read.ok ? explainAsk(gateway, read.ask) : read;
}

function shownFailure(failure: TurnFailure, { redactor }: Gateway) {
  return { kind: failure.kind, message: redactor.text(tell(failure)) };
}

/** Undefined once aborted: a server may be slow to describe its model. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  const aborted = Promise.withResolvers<undefined>();
  signal.addEventListener('abort', () => aborted.resolve(undefined), { once: true });
  return Promise.race([work, aborted.promise]);
}
