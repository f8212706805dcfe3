/** The backend kinds that settings may name. Not all of them are implemented yet. */
export const BACKEND_KINDS = ['openai', 'anthropic', 'ollama', 'claude-agent', 'cursor', 'acp', 'pocket'] as const;

export type BackendKind = (typeof BACKEND_KINDS)[number];

/** Chat-completions servers that the gateway knows by name. */
export const SERVER_NAMES = [
  'openai',
  'openrouter',
  'groq',
  'together',
  'deepseek',
  'mistral',
  'gemini',
  'llama.cpp',
  'vllm',
  'lmstudio',
] as const;

export type ServerName = (typeof SERVER_NAMES)[number];
