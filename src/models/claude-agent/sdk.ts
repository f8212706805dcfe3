import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { isRecord, parseJson } from '../../core/index.ts';
import { findPackage } from '../../optional-package.ts';

/** The part of `@anthropic-ai/claude-agent-sdk` that the backend uses. The package is an optional peer dependency. */
export interface AgentSdk {
  /** Starts a child process of Claude Code. The messages that it prints are untrusted. */
  query(parameters: { readonly prompt: AsyncIterable<object>; readonly options: object }): AgentQuery;
  /** Creates an MCP server that runs in this process. */
  createSdkMcpServer(options: object): McpServerConfig;
}

export interface AgentQuery extends AsyncIterator<unknown> {
  /** Stops the current request to the model. */
  interrupt?(): Promise<unknown>;
  /** Ends the child process. */
  close?(): void;
}

/** The server's entry for the option `mcpServers`. */
export interface McpServerConfig {
  readonly instance: {
    readonly server: {
      registerCapabilities(capabilities: object): void;
      setRequestHandler(schema: object, handler: (request: never, extra: never) => unknown): void;
    };
  };
}

export type LoadedSdk =
  | { readonly ok: true; readonly sdk: AgentSdk }
  | { readonly ok: false; readonly message: string };

/** Imports the SDK when it is first needed. */
export async function loadAgentSdk(): Promise<LoadedSdk> {
  const file = findPackage(PACKAGE);
  if (file === undefined) {
    return {
      ok: false,
      message: `The package "${PACKAGE}" is not installed. Run "npm install ${PACKAGE}" and restart Toolpath.`,
    };
  }
  try {
    return checkSdk(await import(pathToFileURL(file).href), versionAt(file));
  } catch (error) {
    return { ok: false, message: `The package "${PACKAGE}" could not be loaded: ${messageIn(error)}` };
  }
}

/** Checks that a module has the functions that the backend needs. `version` is for the message. */
export function checkSdk(module: unknown, version = 'an unknown version'): LoadedSdk {
  const lacks: string[] = FUNCTIONS.filter((name) => !isRecord(module) || typeof module[name] !== 'function');
  if (lacks.length === 0 && !takesHandlers(module as AgentSdk)) lacks.push('MCP server whose handlers can be set');
  if (lacks.length === 0) return { ok: true, sdk: module as AgentSdk };
  const head = `The installed "${PACKAGE}" (${version}) has no ${lacks.join(' and no ')}`;
  return { ok: false, message: `${head}. Install version ${OLDEST} or newer.` };
}

/** True if the SDK's MCP servers have the functions that the bridge needs. */
function takesHandlers({ createSdkMcpServer }: AgentSdk): boolean {
  try {
    const { server } = createSdkMcpServer({ name: 'check', version: '1.0.0', tools: [] }).instance;
    return typeof server.registerCapabilities === 'function' && typeof server.setRequestHandler === 'function';
  } catch {
    return false;
  }
}

const PACKAGE = '@anthropic-ai/claude-agent-sdk';
const FUNCTIONS = ['query', 'createSdkMcpServer'] as const;
/** The oldest version that was tested. */
const OLDEST = '0.3.325';

/** Reads the version from the package's package.json, which is beside its main file. */
function versionAt(file: string): string | undefined {
  try {
    const manifest = parseJson(readFileSync(path.join(path.dirname(file), 'package.json'), 'utf8'));
    return isRecord(manifest) && typeof manifest.version === 'string' ? manifest.version : undefined;
  } catch {
    return undefined;
  }
}

function messageIn(error: unknown): string {
  return Error.isError(error) ? error.message : String(error);
}
