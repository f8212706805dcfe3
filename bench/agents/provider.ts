import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import { createToolpathProvider } from '../../src/ai-sdk/index.ts';
import { listen } from '../../src/doors/index.ts';
import { createToolpath, gatewayIn } from '../../src/library.ts';
import { startScript } from '../gateway/child.ts';
import { nextQuestion, SYSTEM_PROMPT } from '../gateway/questions.ts';
import { type Cost, measure, type Series, type Subject } from '../measure.ts';
import { digits, middleHalf, printNotes, printTable, printTitle } from '../print.ts';

const PACE = { rounds: 30, batchMs: 120, warmUpMs: 1_500 };

/** A way to the same gateway: the provider in the process of the gateway, or a provider over HTTP. */
type Way = 'in process' | 'over HTTP' | 'openai-compatible';

const KINDS = ['whole', 'burst'] as const;
type Kind = (typeof KINDS)[number];

export interface ProviderRatios {
  readonly wall: number;
  readonly cpu: number;
}

/**
 * Compares the provider in the gateway's process with `@ai-sdk/openai-compatible` over HTTP to the same gateway. Both ask one
 * scripted upstream, so its time is in both; the comparison that subtracts a direct request to the upstream is printed beside it.
 */
export async function measureProvider(): Promise<ReadonlyMap<Kind, ProviderRatios>> {
  printTitle('The AI SDK provider, microseconds per call (middle half of the rounds)');
  const upstream = await startScript('upstream.ts');
  const baseUrl = `http://127.0.0.1:${upstream.port}/v1`;
  const instance = createToolpath({
    port: 0,
    model: 'up/whole',
    builtins: [],
    backends: { up: { kind: 'openai', baseUrl } },
  });
  const inner = gatewayIn(instance);
  if (inner === undefined) throw new Error('The instance has no gateway.');
  const opened = await listen(inner.gateway);
  if (!opened.ok) throw new Error(opened.reason);
  const { url } = opened.listening;
  const local = createToolpathProvider({ toolpath: instance });
  const remote = createToolpathProvider({ baseURL: url });
  const compatible = createOpenAICompatible({ name: 'toolpath', baseURL: `${url}/v1`, includeUsage: true });
  const direct = createOpenAICompatible({ name: 'up', baseURL: baseUrl, includeUsage: true });
  const ratios = new Map<Kind, ProviderRatios>();
  const rows: string[][] = [];
  for (const kind of KINDS) {
    const subjects: Subject<Way | 'direct'>[] = [
      { name: 'direct', run: () => ask(direct(kind) as LanguageModelV4, kind) },
      { name: 'in process', run: () => ask(local.v4(`up/${kind}`), kind) },
      { name: 'over HTTP', run: () => ask(remote.v4(`up/${kind}`), kind) },
      { name: 'openai-compatible', run: () => ask(compatible(`up/${kind}`) as LanguageModelV4, kind) },
    ];
    const costs = await measure(subjects, PACE);
    for (const { name } of subjects) rows.push(rowOf(kind, name, costs[name], costs['openai-compatible']));
    const ratio = (of: 'wall' | 'cpu') => ratioOf(costs['in process'][of], costs['openai-compatible'][of]).median;
    ratios.set(kind, { wall: ratio('wall'), cpu: ratio('cpu') });
  }
  printTable(['answer', 'way', 'wall', 'cpu', '× of openai-compatible', '× of its cpu'], rows);
  printNotes(
    '- "direct" asks the upstream without a gateway. "whole" is an answer in one piece, "burst" a streamed one of 100 tokens.',
    '- Wall time includes the upstream, which is a process of its own. The processor time is that of this process: the gateway and the client.',
  );
  await opened.listening.drain(0);
  await instance.close();
  await upstream.stop();
  return ratios;
}

function rowOf(kind: Kind, name: string, { wall, cpu }: Cost, base: Cost): string[] {
  const times = (of: Series, to: Series) => digits(ratioOf(of, to).median);
  return [kind, name, middleHalf(wall), middleHalf(cpu), times(wall, base.wall), times(cpu, base.cpu)];
}

/** Divides round by round, so that a round in which the machine was slow affects both sides alike. */
function ratioOf(of: Series, to: Series): { readonly median: number } {
  const ratios = of.rounds.map((value, round) => value / (to.rounds[round] ?? Number.NaN)).sort((a, b) => a - b);
  return { median: ratios[Math.floor(ratios.length / 2)] ?? Number.NaN };
}

/** Asks as `ai` does, and reads the whole answer. */
async function ask(model: LanguageModelV4, kind: Kind): Promise<void> {
  const prompt = [
    { role: 'system' as const, content: SYSTEM_PROMPT },
    { role: 'user' as const, content: [{ type: 'text' as const, text: nextQuestion() }] },
  ];
  // No tools: otherwise the gateway's tools would be planned for some of the ways only.
  const options = { prompt, temperature: 0.2, providerOptions: { toolpath: { tools: 'none' } } };
  if (kind === 'whole') {
    const { content } = await model.doGenerate(options);
    if (content.length === 0) throw new Error('The answer is empty.');
    return;
  }
  const { stream } = await model.doStream(options);
  let length = 0;
  for await (const part of stream) if (part.type === 'text-delta') length += part.delta.length;
  if (length === 0) throw new Error('The answer is empty.');
}
