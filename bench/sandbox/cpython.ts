import { execFileSync, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** The CPython of this machine, without any sandbox. */
export interface Cpython {
  readonly command: string;
  readonly version: string;
}

export const CPYTHON: Cpython | undefined = find();

/** Runs a program in a new process, and returns the milliseconds until its end. Its function `tool` writes and reads a line of JSON. */
export async function runInCpython({ command }: Cpython, code: string): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(command, ['-I', '-S', '-c', PRELUDE + code], { stdio: ['pipe', 'pipe', 'inherit'], env: {} });
  for await (const line of createInterface(child.stdout)) {
    if (line.startsWith('{')) child.stdin.write(`${JSON.stringify({ n: JSON.parse(line).n })}\n`);
  }
  return performance.now() - startedAt;
}

const PRELUDE = `import json, sys
def tool(**k):
    print(json.dumps(k), flush=True)
    return json.loads(sys.stdin.readline())
`;

function find(): Cpython | undefined {
  try {
    const command = execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).trim();
    const version = execFileSync(command, ['--version'], { encoding: 'utf8' }).trim();
    return { command, version };
  } catch {
    return undefined;
  }
}
