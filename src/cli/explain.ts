import { type ExplainedAsk, explainAsk, explainFailure } from '../explaining.ts';
import type { Gateway } from '../gateway.ts';
import { readChatRequest } from '../wires/index.ts';
import { exitCodes, type GatewayCommand } from './command.ts';
import { explanationInFull, failureInFull, promptInFull } from './explanation.ts';
import { interruption } from './lifetime.ts';
import { untilSettled, waitWithNotice } from './waiting.ts';

export const explain: GatewayCommand = {
  name: 'explain',
  usage: 'explain QUESTION',
  summary: 'Show which tools a model would see for a message, and why',
  details: [
    'Shows for every tool: the rule that decided, its rank and score in the search, the tokens that it takes, and what would',
    'change the decision. Also shows the tool limit and the format, with their reasons. Sends no prompt to a model.',
    'docs/selection.md explains every rule.',
    'Uses the settings, not a running gateway, and starts its own copies of the MCP servers. To ask a running gateway, use',
    'POST /v1/explain.',
    'Waits for the MCP servers as "toolpath tools" does. Ctrl-C stops the wait and explains without the missing servers.',
    '',
    '--model M        Explains for this model instead of the default one.',
    '--show-prompt    Also prints the prompt that would be sent.',
    '--json           Prints everything as JSON, with the prompt.',
    '',
    'The exit code is 1 if the turn would fail.',
    'Example: toolpath explain "book a flight" --model local/qwen3:8b',
  ],
  words: { least: 1, most: Number.POSITIVE_INFINITY },
  needs: 'gateway',
  flags: { 'show-prompt': { type: 'boolean' } }, // "--prompt" is already the flag of a setting
  logLevel: 'silent', // the command prints the decisions itself
  asksModels: true,
  needsNoStore: true, // a question starts a new conversation
  async run(gateway, words, { json, terminal, found, flags }) {
    if (words.join(' ').trim() === '') {
      terminal.say('The question is empty. Example: toolpath explain "book a flight"');
      return exitCodes.misused;
    }
    const signal = interruption();
    for (const each of found) terminal.say(each);
    await waitWithNotice(untilSettled(gateway, signal), gateway, terminal);
    if (signal.aborted)
      terminal.say('Stopped waiting. The explanation does not cover servers that are not connected yet.');
    const asking = explainQuestion(gateway, words.join(' '), flags.model !== undefined);
    const explained = await (signal.aborted ? asking : unlessAborted(asking, signal));
    if (explained === undefined) return exitCodes.failed;
    if (!explained.ok) {
      const failure = explainFailure(explained.failure, gateway);
      if (json) terminal.print(JSON.stringify({ failure }, null, 2));
      else terminal.say(failureInFull(failure));
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

/** Requests a model from the command line by the given name, as a client would, because settings may refer to that name. */
async function explainQuestion(gateway: Gateway, question: string, isNamed: boolean): Promise<ExplainedAsk> {
  const [only = '', ...others] = gateway.settings.model;
  const model = isNamed && others.length === 0 ? only : '';
  const body = { model, messages: [{ role: 'user', content: question }] };
  const read = readChatRequest(body, '', gateway.settings.limits);
  return read.ok ? explainAsk(gateway, read.ask) : read;
}

/** Resolves to undefined when the signal aborts, because a server may be slow to describe its model. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  const aborted = Promise.withResolvers<undefined>();
  signal.addEventListener('abort', () => aborted.resolve(undefined), { once: true });
  return Promise.race([work, aborted.promise]);
}
