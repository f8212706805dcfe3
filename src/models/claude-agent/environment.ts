import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ADDRESS_VARIABLES, CERTIFICATE_VARIABLES } from '../../core/index.ts';

export interface AgentAccount {
  readonly apiKey?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * Returns the complete environment of a child process. It has nothing of the gateway's own environment except what a program
 * needs to run and to reach the network, so settings and secrets of the gateway do not reach the agent.
 */
export function environmentOf(account: AgentAccount, folders: AgentFolders, from: NodeJS.ProcessEnv = process.env) {
  const kept = [...SYSTEM, ...CERTIFICATE_VARIABLES, ...ADDRESS_VARIABLES].flatMap((name): [string, string][] => {
    const value = from[name];
    return value === undefined ? [] : [[name, value]];
  });
  return {
    ...Object.fromEntries(kept),
    ...SWITCHES,
    HOME: folders.home,
    USERPROFILE: folders.home,
    CLAUDE_CONFIG_DIR: folders.config,
    TMPDIR: folders.temporary,
    TEMP: folders.temporary,
    TMP: folders.temporary,
    CLAUDE_CODE_TMPDIR: folders.temporary,
    ...credentialsOf(account, from),
  };
}

const SYSTEM = ['PATH', 'LANG', 'TZ', 'SYSTEMROOT', 'COMSPEC', 'PATHEXT', 'WINDIR'];

/**
 * Turns off everything that the agent would do besides answering: its own retries (the gateway has its own), further requests
 * after a refusal, summaries of the conversation, tool search, reminders, memory and telemetry.
 */
const SWITCHES: Readonly<Record<string, string>> = {
  CLAUDE_AGENT_SDK_CLIENT_APP: 'toolpath',
  CLAUDE_CODE_MAX_RETRIES: '0',
  CLAUDE_CODE_DISABLE_NONSTREAMING_FALLBACK: '1',
  CLAUDE_CODE_DISABLE_REFUSAL_RETRY: '1',
  CLAUDE_CODE_DISABLE_REFUSAL_FALLBACK: '1',
  DISABLE_COMPACT: '1',
  DISABLE_AUTO_COMPACT: '1',
  ENABLE_TOOL_SEARCH: 'false',
  CLAUDE_CODE_DISABLE_ATTACHMENTS: '1',
  CLAUDE_CODE_DISABLE_CLAUDE_MDS: '1',
  CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1',
  CLAUDE_CODE_TOTAL_TOKENS_REMINDER: '0',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_AUTOUPDATER: '1',
  // The gateway has its own limits for tools and their results.
  MCP_TOOL_TIMEOUT: '2000000000',
  MAX_MCP_OUTPUT_TOKENS: '100000000',
};

/** The key of the settings; without one, and without another address, the usual variables. */
function credentialsOf({ apiKey, baseUrl, headers }: AgentAccount, from: NodeJS.ProcessEnv): Record<string, string> {
  const address = baseUrl === undefined ? {} : { ANTHROPIC_BASE_URL: baseUrl.replace(/\/v1\/?$/, '') };
  const lines = Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`);
  const more = lines.length === 0 ? {} : { ANTHROPIC_CUSTOM_HEADERS: lines.join('\n') };
  if (apiKey !== undefined) return { ...address, ...more, [keyVariable(apiKey)]: apiKey };
  if (baseUrl !== undefined) return { ...address, ...more };
  const usual = CREDENTIALS.flatMap((name): [string, string][] => {
    const value = from[name];
    return value === undefined || value === '' ? [] : [[name, value]];
  });
  return { ...more, ...Object.fromEntries(usual) };
}

/** True if the child process gets a key. */
export function hasKey(account: AgentAccount, from: NodeJS.ProcessEnv = process.env): boolean {
  const credentials = credentialsOf(account, from);
  return CREDENTIALS.some((name) => Object.hasOwn(credentials, name));
}

const CREDENTIALS = ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN'];

/** Tokens of a subscription (`claude setup-token`) begin differently from API keys and have their own variable. */
function keyVariable(apiKey: string): string {
  return apiKey.startsWith('sk-ant-oat') ? 'CLAUDE_CODE_OAUTH_TOKEN' : 'ANTHROPIC_API_KEY';
}

/** The folders of a child process. They contain nothing of the user. */
export interface AgentFolders {
  /** The working directory. It stays empty. */
  readonly work: string;
  readonly home: string;
  readonly config: string;
  /** Belongs to this child alone, because Claude Code leaves files behind in it. */
  readonly temporary: string;
}

/** The folders of a backend's child processes, in one temporary folder that is created on first use. */
export class ScratchFolders {
  #root: string | undefined;
  #count = 0;

  /** Returns the folders for another child. Creates those that are missing, because systems remove old temporary files. */
  open(): AgentFolders {
    this.#root ??= mkdtempSync(path.join(tmpdir(), 'toolpath-agent-'));
    const inRoot = (name: string) => path.join(this.#root ?? '', name);
    const temporary = inRoot(`t${++this.#count}`); // short, because Claude Code opens a socket in it
    const folders = { work: inRoot('work'), home: inRoot('home'), config: inRoot('config'), temporary };
    for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true, mode: 0o700 });
    return folders;
  }

  /** Removes what belongs to one child. */
  drop({ temporary }: AgentFolders): void {
    rmSync(temporary, REMOVAL);
  }

  remove(): void {
    if (this.#root !== undefined) rmSync(this.#root, REMOVAL);
    this.#root = undefined;
  }
}

const REMOVAL = { recursive: true, force: true, maxRetries: 3 };
