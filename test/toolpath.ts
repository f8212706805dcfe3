import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { onTestFinished } from 'vitest';

const main = path.join(import.meta.dirname, '../src/main.ts');

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Creates a temporary folder with these files. It is removed after the test. */
export function folderWith(files: Record<string, string | object>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'toolpath test '));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(path.join(folder, name), typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  }
  return folder;
}

/** Starts the real command in its own process, which is killed after the test. */
export function startToolpath(
  args: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
): ChildProcessWithoutNullStreams {
  // Use a clean environment, so that variables of the test process do not reach the command.
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [main, ...args], {
    cwd,
    env: { PATH, HOME, TOOLPATH_DISCOVER: 'none', ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

export async function toolpath(
  args: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
  input = '',
): Promise<Finished> {
  const child = startToolpath(args, cwd, env);
  child.stdin.end(input);
  return finished(child);
}

export function finished(child: ChildProcessWithoutNullStreams): Promise<Finished> {
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/** Connects a real MCP client to `toolpath mcp` with these further arguments. `stderr` returns what the command has written to standard error so far. */
export async function mcpClient(cwd: string, env: Record<string, string> = {}, args: readonly string[] = []) {
  const { PATH = '' } = process.env;
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [main, 'mcp', ...args],
    cwd,
    env: { PATH, TOOLPATH_DISCOVER: 'none', ...env },
    stderr: 'pipe',
  });
  let stderr = '';
  transport.stderr?.on('data', (chunk) => {
    stderr += chunk;
  });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return { client, stderr: () => stderr };
}
