import path from 'node:path';
import type { Gateway } from '../gateway.ts';
import { ENGINE_PACKAGES, hasEngine, mayOthersWrite, probeBubblewrap, snapshotFolder } from '../sandbox/index.ts';
import { closedFolderAbove, type Finding } from './doctor-checks.ts';

/** Checks the engines for Python programs. Says nothing if `python_execution` is disabled. */
export async function lookAtPython({ sandbox, settings }: Gateway, signal: AbortSignal): Promise<readonly Finding[]> {
  const check = 'python';
  if (!settings.builtins.includes('python_execution')) return [];
  if (settings.python.engines.length === 0) {
    const fix = 'Add "monty" to python.engines, or remove "python_execution" from builtins.';
    return [{ mark: 'warning', check, says: 'No engine is enabled, so Python programs cannot run.', fix }];
  }
  const missing = settings.python.engines.filter((engine) => !hasEngine(engine));
  const absent = missing.map((engine): Finding => {
    const says = `The engine ${engine} is not installed.`;
    return {
      mark: 'warning',
      check,
      says,
      fix: `Run \`npm install ${ENGINE_PACKAGES[engine]}\`, or remove "${engine}" from python.engines.`,
    };
  });
  const examined = (await sandbox?.examine(signal)) ?? [];
  const findings = examined.map(({ name, version, problem }): Finding => {
    if (problem === undefined) {
      return { mark: 'ok', check, says: `The engine ${name} ${version} can be used.` };
    }
    const fix = `Follow the advice in this line, or remove "${name}" from python.engines.`;
    return { mark: 'warning', check, says: `The engine ${name} ${version} cannot be used: ${problem}`, fix };
  });
  const usable = new Set(examined.filter(({ problem }) => problem === undefined).map(({ name }) => name));
  const walls = usable.size === 0 ? [] : await lookAtBubblewrap(usable.has('monty'));
  return [...absent, ...findings, ...walls, ...(usable.has('pyodide') ? lookAtCache(settings.python.cache) : [])];
}

/** Checks bubblewrap. Without it, Node's permission model still keeps a program of Pyodide in its process. */
async function lookAtBubblewrap(hasMonty: boolean): Promise<readonly Finding[]> {
  const bubblewrap = await probeBubblewrap();
  const check = 'python';
  if (bubblewrap.works) return [{ mark: 'ok', check, says: 'Programs run inside bubblewrap.' }];
  if (!hasMonty) return [];
  const says = `Programs of the engine monty run without bubblewrap: ${bubblewrap.why}. Without it, only the engine keeps them in their process.`;
  const fix =
    'Set up bubblewrap if untrusted clients or texts can reach the model, or remove "python_execution" from builtins.';
  return [{ mark: 'warning', check, says, fix }];
}

/** Checks whether the memory snapshot of Pyodide can be stored. Creates no file. */
function lookAtCache(cache: string): readonly Finding[] {
  const folder = snapshotFolder(path.resolve(cache));
  const closed = closedFolderAbove(path.join(folder, 'snapshot'));
  if (closed === undefined) return mayOthersWrite(folder) ? [openToOthers(folder)] : [];
  const says = `The folder ${cache} cannot be used, because ${closed} is not writable. Each process of pyodide starts seconds later.`;
  const fix = `Allow this user to write to ${closed}, or set "python.cache" to another folder.`;
  return [{ mark: 'warning', check: 'python', says, fix }];
}

function openToOthers(folder: string): Finding {
  const says = `The folder ${folder} is not used, because other users may write into it. Each process of pyodide starts seconds later.`;
  const fix = `Delete ${folder}: Toolpath makes it again for this user only.`;
  return { mark: 'warning', check: 'python', says, fix };
}
