import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { Template } from '@huggingface/jinja';
import { tool } from '@langchain/core/tools';
import { describe, expect, onTestFinished } from 'vitest';
import { z } from 'zod';
import type { Call, Fields, Message, VisibleTool } from '../src/core/index.ts';
import { createReader, findFormats, type ReaderCall } from '../src/formats/index.ts';
import { OllamaClient, ToolExecutor, ToolManager, textOf, writeCalls, writeOutcome, writeTools } from '../src/index.ts';
import { listTools } from '../src/tools/index.ts';
import { toQwenTools } from '../src/wires/index.ts';
import { writeOllamaMessages } from '../src/wires/ollama/message.ts';
import { ollamaTells, ollamaText } from './ollama.ts';
import { recordingLog } from './recording-log.ts';
import { proves } from './requirements.ts';
import { startUpstream } from './upstream.ts';

/** Loads the chat template of Qwen3's model files. Hugging Face's package contains the template but does not export it. */
async function qwen3Template(): Promise<Template> {
  const file = path.join(import.meta.dirname, '../node_modules/@huggingface/ollama-utils/src/chat-template-automap.ts');
  const source = stripTypeScriptTypes(readFileSync(file, 'utf8'));
  const { OLLAMA_CHAT_TEMPLATE_MAPPING: known } = (await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(source)}`
  )) as { OLLAMA_CHAT_TEMPLATE_MAPPING: readonly { model: string; gguf: string }[] };
  const found = known.find(({ model }) => model.startsWith('library/qwen3:'));
  if (found === undefined) throw new Error('@huggingface/ollama-utils no longer contains the template of qwen3.');
  return new Template(found.gguf);
}

/** Creates LangChain tools, an executor for them, and a list of the arguments that reach a tool. */
function gateway() {
  const got: unknown[] = [];
  const dim = tool(
    (args: { deviceName: string; level: number }) => {
      got.push(args);
      return `${args.deviceName} is at ${args.level} %`;
    },
    {
      name: 'dim_light',
      description: 'Dims a light; 0 % is "off".',
      schema: z.object({
        deviceName: z.string().describe('As in <list_devices>'),
        level: z.int().min(0).max(100),
        fade_ms: z.number().optional(),
      }),
    },
  );
  const now = tool(() => 'noon', { name: 'now', description: 'Tells the time.', schema: z.object({}) });
  const tools = new ToolManager();
  tools.add([dim, now]);
  const log = recordingLog();
  return { got, tools, executor: new ToolExecutor(tools), visible: visibleOf(tools), log };
}

function visibleOf(tools: ToolManager): VisibleTool[] {
  return listTools(tools.all(), recordingLog()).map(([, { name, description, parameters }]) => ({
    name,
    wireName: name,
    owner: 'gateway',
    description,
    parameters,
  }));
}

const call: Call = { id: 'a1b2c3d4e', name: 'dim_light', arguments: { deviceName: 'Lamp "1"', level: 30 } };
const outcome = 'Lamp "1" is at 30 %';
const history: readonly Message[] = [
  { role: 'user', content: [{ type: 'text', text: 'Dim lamp 1.' }] },
  { role: 'assistant', content: [], calls: [call] },
  { role: 'tool', callId: call.id, content: [{ type: 'text', text: outcome }] },
];

const [hermes] = findFormats('hermes') ?? [];
if (hermes === undefined) throw new Error('Unknown format "hermes".');

const inQwensForm =
  '<tool_call>\n{"name": "dim_light", "arguments": {"deviceName": "Lamp \\"1\\"", "level": 30}}\n</tool_call>';

describe("Qwen3's own chat template", () => {
  async function prompt(messages: readonly Message[], tools: readonly Fields[]): Promise<string> {
    const template = await qwen3Template();
    return template.render({ messages: writeOllamaMessages(messages), tools, add_generation_prompt: true });
  }

  proves(
    'S2.qwen.model',
    "Qwen3's chat template writes the converted tools as function definitions with all their parameters",
    async () => {
      const tools = toQwenTools(gateway().visible);
      const rendered = await prompt(history.slice(0, 1), tools);
      const [, definitions = ''] = rendered.split(/<tools>\n|\n<\/tools>/, 2);
      expect(definitions.split('\n')).toEqual([
        '{"type": "function", "function": {"name": "dim_light", "description": "Dims a light; 0 % is \\"off\\".", ' +
          '"parameters": {"type": "object", "properties": {"deviceName": {"type": "string", "description": "As in <list_devices>"}, ' +
          '"level": {"type": "integer", "description": "(minimum: 0; maximum: 100)"}, "fade_ms": {"type": "number"}}, ' +
          '"required": ["deviceName", "level"]}}}',
        '{"type": "function", "function": {"name": "now", "description": "Tells the time.", "parameters": {"type": "object", "properties": {}}}}',
      ]);
      expect(definitions.split('\n').map((line) => JSON.parse(line))).toEqual(tools);
      expect(rendered.endsWith('<|im_start|>user\nDim lamp 1.<|im_end|>\n<|im_start|>assistant\n')).toBe(true);
    },
  );

  proves(
    'S2.qwen.model',
    "Qwen3's chat template writes a call and its outcome into the history in Qwen's form",
    async () => {
      const rendered = await prompt(history, toQwenTools(gateway().visible));
      expect(rendered).toContain(`<|im_start|>assistant\n${inQwensForm}<|im_end|>\n`);
      expect(rendered).toContain(`<|im_start|>user\n<tool_response>\n${outcome}\n</tool_response><|im_end|>\n`);
    },
  );

  proves('S2.qwen.model', "The text format hermes gives a model the same text as Qwen3's chat template", async () => {
    const { visible } = gateway();
    const rendered = await prompt(history, toQwenTools(visible));
    expect(rendered).toContain(writeCalls(hermes, [call]));
    expect(rendered).toContain(writeOutcome(hermes, { ...call, text: outcome, isError: false }));
    const told = toQwenTools(visible).map((each) => each.function);
    expect(rendered).toContain(`<|im_start|>system\n${writeTools(hermes, told)}<|im_end|>\n`);
  });
});

describe("A call in Qwen's form", () => {
  proves(
    'S2.qwen.model',
    "A call in Qwen's form keeps its parameter names, however it is split, and reaches the executor",
    async () => {
      const { got, executor, visible } = gateway();
      const text = `<think>\nThe lamp.\n</think>\n\n${inQwensForm}<|im_end|>`;
      for (const pieces of [[text], Array.from(text)]) {
        const reader = createReader({ formats: ['qwen3'], tools: toQwenTools(visible) });
        const events = [...pieces.flatMap((piece) => reader.push(piece)), ...reader.end()];
        const [read, ...others] = events.filter((event): event is ReaderCall => event.type === 'call');
        expect(others).toEqual([]);
        expect(read).toMatchObject({ name: 'dim_light', arguments: call.arguments });
        const done = await executor.execute({ id: 'x', name: read?.name ?? '', arguments: read?.argumentsText });
        expect(textOf(done.content)).toBe(outcome);
      }
      expect(got).toEqual([call.arguments, call.arguments]);
    },
  );

  proves('S2.qwen.model', "A call in Qwen's form is recognised if Ollama leaves it in the text", async () => {
    const { got, tools, executor } = gateway();
    const upstream = await startUpstream({ tells: ollamaTells() });
    const client = new OllamaClient({ tools, executor, model: 'qwen3:8b', baseUrl: upstream.url });
    onTestFinished(() => client.close());
    upstream.script(ollamaText(inQwensForm), ollamaText('It is dimmed.'));
    expect(await client.ask('Dim lamp 1.').message).toMatchObject({ content: 'It is dimmed.' });
    expect(got).toEqual([call.arguments]);
  });
});

proves(
  'S2.qwen.model',
  'A real Qwen model in Ollama calls the tool with its parameter names',
  async (context) => {
    const model = process.env.TOOLPATH_TEST_QWEN;
    if (!model) return context.skip('Set TOOLPATH_TEST_QWEN to a Qwen model of a local Ollama to run this test.');
    const { got, tools, executor } = gateway();
    const client = new OllamaClient({ tools, executor, model });
    onTestFinished(() => client.close());
    await client.ask('Dim the light "Lamp 1" to 30 percent.').message;
    expect(got[0]).toMatchObject({ deviceName: expect.stringContaining('Lamp 1'), level: 30 });
  },
  600_000,
);
