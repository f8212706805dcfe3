import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { TestContext } from 'vitest';
import { checkSdk, type LoadedSdk } from '../../src/models/claude-agent/sdk.ts';

/**
 * The real Claude Agent SDK, which starts the real Claude Code. It is large, so it is installed on request: run
 * `npm run claude-agent:install`.
 */
export const claudeAgentFolder = path.join(import.meta.dirname, 'claude-agent');

/** Loads the installed SDK. Skips the test if there is none. */
export async function loadRealSdk({ skip }: Pick<TestContext, 'skip'>): Promise<() => Promise<LoadedSdk>> {
  const file = findClaudeAgent();
  if (file === undefined)
    return skip(
      'The Claude Agent SDK is not installed. To run this test, run "npm run claude-agent:install" (410 MB).',
    );
  const loaded = checkSdk(await import(pathToFileURL(file).href));
  return () => Promise.resolve(loaded);
}

/** Returns the main file of the installed SDK, or undefined. */
export function findClaudeAgent(): string | undefined {
  try {
    return createRequire(path.join(claudeAgentFolder, 'package.json')).resolve('@anthropic-ai/claude-agent-sdk');
  } catch {
    return undefined;
  }
}
