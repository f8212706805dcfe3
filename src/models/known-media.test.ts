import { expect, test } from 'vitest';
import { mediaByName } from './known-media.ts';

test.each([
  [
    'image',
    'claude-sonnet-4-5 claude-3-5-haiku-latest anthropic/claude-opus-4.1 us.anthropic.claude-3-haiku-20240307-v1:0',
  ],
  [
    'image',
    'gpt-4o gpt-4o-mini-2024-07-18 gpt-4.1-nano gpt-5 gpt-5.1-codex openai/gpt-5-mini o3 o3-pro o4-mini o1 gpt-4-turbo',
  ],
  [
    'image',
    'grok-4-fast pixtral-large-latest mistral-medium-latest mistral-small-2506 llama-4-scout gemma3:12b google/gemma-3-4b-it',
  ],
  [
    'image',
    'qwen2.5vl:7b Qwen/Qwen3-VL-8B-Instruct qwen3.5:9b llama3.2-vision:11b llava bakllava:7b glm-4.5v moondream:1.8b',
  ],
  ['image,audio', 'gemini-2.5-flash google/gemini-3-pro phi-4-multimodal-instruct qwen2.5-omni-7b'],
  ['audio', 'gpt-4o-audio-preview gpt-audio-mini'],
])('The media %s are known by the names of %s', (media, names) => {
  for (const name of names.split(' ')) expect([name, mediaByName(name)?.join()]).toEqual([name, media]);
});

test('The names of text models and unknown names say nothing about media', () => {
  const names = 'gpt-3.5-turbo gpt-oss-20b o1-mini o3-mini claude-2.1 deepseek-chat qwen3:8b qwen2.5-coder gemma3:1b';
  const others = 'llama3.1:8b llama-3.3-70b-versatile mistral-large-latest mock supervision division-1 foo1 vllm-model';
  for (const name of `${names} ${others}`.split(' ')) expect([name, mediaByName(name)]).toEqual([name, undefined]);
});
