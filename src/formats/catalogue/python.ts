import type { PythonFormat } from '../format.ts';
import { ends, think } from './shared.ts';

/** The formats whose calls are Python calls with keyword arguments. */
export const python: readonly PythonFormat[] = [
  {
    id: 'pythonic',
    families: ['Llama 3.2', 'Llama 4', 'ToolACE', 'Gemma 3 (pythonic template)'],
    aliases: ['llama4_pythonic'],
    skeleton: 'python',
    ignored: [...ends.llama3, '<|eot|>', '<|eom|>', '<end_of_turn>'],
    // Gemma 3 writes its calls inside a fence.
    open: ['<|python_start|>', '```tool_code\n'],
    close: ['<|python_end|>', '```'],
    bare: true,
    several: 'list',
  },
  {
    id: 'lfm2',
    families: ['LFM2', 'LFM2.5'],
    skeleton: 'python',
    reasoning: think,
    ignored: ['<|im_end|>'],
    open: ['<|tool_call_start|>'],
    close: ['<|tool_call_end|>'],
    several: 'list',
    outcome: { open: '<|tool_response_start|>', close: '<|tool_response_end|>' },
  },
  {
    id: 'olmo3',
    families: ['OLMo 3'],
    aliases: ['olmo3-think'],
    skeleton: 'python',
    reasoning: { ...think, startsInside: true },
    ignored: ends.chatml,
    open: ['<function_calls>'],
    close: ['</function_calls>'],
    several: 'lines',
  },
];
