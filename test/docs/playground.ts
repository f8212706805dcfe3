import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Block } from './markdown.ts';
import { root } from './markdown.ts';

/** The address that the pages use. Samples are run with the real address instead. */
const WRITTEN = 'http://127.0.0.1:18741';

/**
 * A folder in which the samples of one page run in their order, as a reader would try them: files that the page shows are
 * written there, `toolpath` and `npx` are on the path, and a gateway is started when a sample first needs its address.
 */
export class Playground {
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'toolpath docs '));
  #gateway: ChildProcess | undefined;
  #url: string | undefined;

  constructor() {
    const bin = path.join(this.#folder, '.bin');
    mkdirSync(bin);
    symlinkSync(path.join(root, 'node_modules'), path.join(this.#folder, 'node_modules'), 'junction');
    writeFileSync(path.join(this.#folder, 'package.json'), '{ "type": "module" }');
    script(path.join(bin, 'toolpath'), `exec '${process.execPath}' '${path.join(root, 'src/main.ts')}' "$@"`);
    script(path.join(bin, 'npx'), `shift; name=\${1##*/}; shift; exec "mcp-$name" "$@"`); // npx -y @scope/NAME, installed as mcp-NAME
  }

  /** Writes a file that the page shows. A changed `toolpath.json` restarts the gateway. */
  write(name: string, text: string): void {
    writeFileSync(path.join(this.#folder, name), text);
    this.#stopGateway();
  }

  /** Runs a shell or TypeScript block and returns what it prints: its standard output, and its errors if it fails. */
  async run({ language, text }: Block): Promise<string> {
    const url = text.includes(WRITTEN) ? await this.#startGateway() : WRITTEN;
    const local = text.replaceAll(WRITTEN, url);
    const printed = language === 'ts' ? this.#runProgram(local) : this.#runCommand('sh', '-ec', local);
    return printed.replaceAll(url, WRITTEN);
  }

  close(): void {
    this.#stopGateway();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #runProgram(text: string): string {
    const library = (name = 'index') => pathToFileURL(path.join(root, `src/${name}.ts`)).href;
    const program = text
      .replaceAll("from 'toolpath'", `from '${library()}'`)
      .replaceAll("from 'toolpath/ai-sdk'", `from '${library('ai-sdk/index')}'`)
      .replaceAll("from 'toolpath/formats'", `from '${library('formats/index')}'`);
    writeFileSync(path.join(this.#folder, 'sample.mts'), program);
    return this.#runCommand(process.execPath, 'sample.mts');
  }

  #runCommand(command: string, ...args: readonly string[]): string {
    const { stdout, stderr, status } = spawnSync(command, args, {
      cwd: this.#folder,
      env: this.#environment(),
      encoding: 'utf8',
      timeout: 30_000,
    });
    return status === 0 ? stdout : stdout + stderr;
  }

  async #startGateway(): Promise<string> {
    if (this.#url !== undefined) return this.#url;
    const child = spawn('toolpath', ['serve', '--port', '0'], { cwd: this.#folder, env: this.#environment() });
    this.#gateway = child; // before the wait, so that a test that times out leaves no process behind
    this.#url = await new Promise<string>((resolve, reject) => {
      let said = '';
      child.stderr.on('data', (chunk) => {
        said += chunk;
        const [, found] = /(http:\/\/127\.0\.0\.1:\d+)/.exec(said) ?? [];
        if (found !== undefined) resolve(found);
      });
      child.on('close', () => reject(new Error(`The gateway ended: ${said}`)));
    });
    return this.#url;
  }

  #stopGateway(): void {
    this.#gateway?.kill('SIGKILL');
    this.#gateway = undefined;
    this.#url = undefined;
  }

  /** A clean environment, in which no real model is looked for. */
  #environment(): NodeJS.ProcessEnv {
    const bins = [path.join(this.#folder, '.bin'), path.join(root, 'node_modules/.bin')];
    const { PATH = '', HOME = '' } = process.env;
    return { PATH: [...bins, PATH].join(path.delimiter), HOME, TOOLPATH_DISCOVER: 'none', COLUMNS: '110' };
  }
}

function script(file: string, line: string): void {
  writeFileSync(file, `#!/bin/sh\n${line}\n`);
  chmodSync(file, 0o755);
}
