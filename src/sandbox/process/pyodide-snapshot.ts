import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, lstatSync, type Stats } from 'node:fs';
import { lstat, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { killChild, type Launch, startChild } from './launch.ts';
import { SEAL_BYTES } from './pyodide-opening.ts';

/**
 * Returns the file of a memory snapshot in the folder, which a child process writes if it is not there or is damaged. Several
 * gateways may do this at once. Rejects if other users may write into the folder, if it cannot be used, or if the signal aborts;
 * then no process and no draft is left.
 */
export async function ensureSnapshot(
  folder: string,
  name: string,
  maker: Launch,
  signal: AbortSignal,
): Promise<string> {
  const file = join(folder, name);
  signal.throwIfAborted();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (mayOthersWrite(folder)) throw new Error(`Other users may write into ${folder}.`);
  if (await isIntact(file)) return file;
  await removeDrafts(folder, name);
  const draft = `${file}.${randomUUID()}.tmp`;
  try {
    await make(draft, name, maker, signal);
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
  return file;
}

/** A child reads a snapshot unchecked: the file must be complete, made for this name, and writable for its owner only. */
async function isIntact(file: string): Promise<boolean> {
  try {
    const entry = await lstat(file);
    const { size } = entry;
    if (!entry.isFile() || !isOwn(entry) || size <= SEAL_BYTES || size > MOST_BYTES) return false;
    const seal = createHash('sha256').update(basename(file));
    for await (const piece of createReadStream(file, { end: size - SEAL_BYTES - 1, highWaterMark: PIECE_BYTES }))
      seal.update(piece as Buffer);
    const written: Buffer[] = [];
    for await (const piece of createReadStream(file, { start: size - SEAL_BYTES })) written.push(piece as Buffer);
    return Buffer.concat(written).equals(seal.digest());
  } catch {
    return false;
  }
}

function isOwn({ uid, mode }: Stats): boolean {
  return process.getuid === undefined || (uid === process.getuid() && (mode & OTHERS_MAY_WRITE) === 0);
}

/** Returns the folder of memory snapshots in the folder of the setting `python.cache`. */
export function snapshotFolder(cache: string): string {
  return join(cache, 'pyodide');
}

/** Returns true if a folder exists in which other users could replace a snapshot. */
export function mayOthersWrite(folder: string): boolean {
  const entry = lstatSync(folder, { throwIfNoEntry: false });
  return entry !== undefined && !isOwn(entry);
}

/** Removes the drafts of gateways that were killed. Younger drafts may belong to a gateway that is writing. */
async function removeDrafts(folder: string, name: string): Promise<void> {
  const drafts = (await readdir(folder)).filter((each) => each.startsWith(`${name}.`) && each.endsWith('.tmp'));
  for (const draft of drafts) {
    const entry = await lstat(join(folder, draft)).catch(() => undefined);
    if (entry !== undefined && Date.now() - entry.mtimeMs > 2 * MAKING_MS)
      await rm(join(folder, draft), { force: true });
  }
}

/** Returns a text that changes whenever the file is written, replaced or removed. */
export async function stampOf(file: string): Promise<string> {
  const entry = await lstat(file).catch(() => undefined);
  return entry === undefined
    ? ''
    : [entry.ino, entry.size, entry.mtimeMs, entry.ctimeMs, entry.uid, entry.mode].join(' ');
}

/** Writes what the child writes to its stdout, and then the seal. */
async function make(draft: string, name: string, launch: Launch, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const child = startChild(launch);
  child.stderr.resume();
  const kill = () => killChild(child);
  const timer = setTimeout(kill, MAKING_MS);
  signal.addEventListener('abort', kill);
  const ended = new Promise<void>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error('Its process failed.'))));
  });
  const written = pipeline(sealed(child.stdout, name), createWriteStream(draft, { flags: 'wx', mode: 0o600 }));
  try {
    await Promise.all([ended, written]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', kill);
    kill();
    await written.catch(() => undefined); // it could still create the draft
  }
}

async function* sealed(snapshot: AsyncIterable<unknown>, name: string): AsyncGenerator<Buffer> {
  const seal = createHash('sha256').update(name);
  for await (const piece of snapshot) {
    seal.update(piece as Buffer);
    yield piece as Buffer;
  }
  yield seal.digest();
}

const OTHERS_MAY_WRITE = 0o022;
const MOST_BYTES = 256 * 1024 * 1024;
const PIECE_BYTES = 1024 * 1024; // the gateway does other work between two pieces
const MAKING_MS = 60_000; // it takes seconds; a process that hangs must not keep the engine from starting without a snapshot
