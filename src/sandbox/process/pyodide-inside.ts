/**
 * The part of the Pyodide child that runs inside its realm. `enter` is passed there as source text: it may use nothing outside
 * itself. Python programs can reach every object of the realm, but no variable of `enter`.
 */

/** The functions of Node that the realm uses. Only texts, numbers and the realm's own byte arrays pass in either direction. */
export interface Outside {
  /** Reads a file into a byte array that `allocate` makes. */
  readonly read: (path: string, allocate: (length: number) => Uint8Array) => Uint8Array;
  readonly decode: (bytes: Uint8Array) => string;
  /** Returns a random byte. */
  readonly random: () => number;
  /** Returns the time of the monotonic clock. */
  readonly now: () => number;
  /** Returns the time of the wall clock, and does not move it on. */
  readonly wall: () => number;
  /** Returns the time of the wall clock for the program, and moves it on a little. */
  readonly readWall: () => number;
  /** Moves the wall clock on. */
  readonly reachWall: (ms: number) => void;
  /** Takes output of the program. */
  readonly print: (stream: string, bytes: Uint8Array) => void;
  /**
   * Starts the call of a tool, and returns its number. -1: the call is not valid. -2: the program has made all calls that it may
   * make.
   */
  readonly begin: (call: string) => number;
  /** Returns the next settlement as text, or an empty text. */
  readonly take: () => string;
  /** The program waits: until the next settlement, and at most for some milliseconds unless they are negative. */
  readonly park: (ms: number) => void;
  /** Takes the report of the program as JSON text. It is empty if Python itself failed. */
  readonly finish: (report: string) => void;
}

export interface Loading {
  readonly folder: string;
  readonly lockFile: string;
  readonly snapshot: string;
  readonly sealBytes: number;
  readonly makesSnapshot: boolean;
  readonly prelude: string;
}

/** The realm as Node sees it. */
export interface Inside {
  /** Loads Python. `settled` gets an empty text, or an error. */
  readonly load: (createModule: unknown, settled: (error: string) => void) => void;
  readonly start: (order: string) => void;
  /** Continues a program that waits. */
  readonly wake: () => void;
  /** From now on Python's memory may grow by this much. */
  readonly limitMemory: (bytes: number) => void;
  readonly interrupt: Uint8Array<SharedArrayBuffer>;
  /** Evaluates Python code that proves a limit, and returns its text. */
  readonly prove: (code: string) => string;
  readonly makeSnapshot: () => Uint8Array;
}

export function enter(outside: Outside, loading: Loading): Inside {
  const realm = globalThis as unknown as Record<string, unknown>;
  const Refusal = Error;
  const finish = safe((report: string) => outside.finish(report));
  const random = safe(() => outside.random());
  const decode = safe((bytes: Uint8Array) => outside.decode(bytes));
  // A recursion through C code fills the stack of the process before Python notices it. Python cannot continue then.
  const TOO_DEEP = '{"kind":"failed","error":{"type":"RecursionError","message":"maximum recursion depth exceeded"}}';
  let python: PyodideLike;
  let program: ProgramLike;
  let wake: () => void;
  let mostBytes = Number.POSITIVE_INFINITY;
  const interrupt = new Uint8Array(new SharedArrayBuffer(1));

  furnish();

  return {
    load: (createModule, settled) => {
      load(createModule).then(
        () => settled(''),
        (error) => settled(`${error}`),
      );
    },
    start: (order) => {
      program.callPromising(order).then(
        (report) => finish(`${report}`),
        (error) => finish(`${error}`.includes('Maximum call stack size') ? TOO_DEEP : ''),
      );
    },
    wake: () => {
      try {
        wake();
      } catch {
        finish('');
      }
    },
    limitMemory: (bytes) => {
      mostBytes = python._module.HEAP8.length + bytes;
    },
    interrupt,
    prove: (code) => `${python.runPython(code)}`,
    makeSnapshot: () => python.makeMemorySnapshot(),
  };

  async function load(createPyodideModule: unknown): Promise<void> {
    const loadPyodide = realm.loadPyodide as (options: object) => Promise<PyodideLike>;
    python = await loadPyodide({
      indexURL: loading.folder,
      lockFileContents: loading.lockFile,
      createPyodideModule,
      jsglobals: Object.create(null),
      env: { HOME: '/home', PYTHONHASHSEED: '0' }, // a replay must see the same order of a set
      stdin: () => null,
      ...(loading.makesSnapshot && { _makeSnapshot: true }),
      ...(loading.snapshot !== '' && { _loadSnapshot: read(loading.snapshot).subarray(0, -loading.sealBytes) }),
    });
    for (const stream of ['stdout', 'stderr'])
      python[stream === 'stdout' ? 'setStdout' : 'setStderr']({
        write: safe((bytes) => {
          outside.print(stream, bytes);
          return bytes.length;
        }),
        isatty: false,
      });
    delete python._api.config._loadSnapshot; // 31 MB
    for (const name of ['read', 'load', 'readbuffer']) delete realm[name];
    // Node formats the stacks of errors. Where the stack is full, it throws errors of Node's realm, so there are no stacks.
    Object.defineProperty(Refusal, 'stackTraceLimit', { get: ignore, set: ignore, configurable: false });
    if (loading.snapshot === '') python.runPython(loading.prelude, { filename: 'prelude.py' });
    if (loading.makesSnapshot) return;
    python.runPython('_toolpath_warm()');
    python.setInterruptBuffer(interrupt);
    program = python.globals.get('_toolpath_program');
    wake = python.globals.get('_toolpath_wake');
    python.globals.get('_toolpath_connect')(
      safe((call: string) => outside.begin(`${call}`)),
      safe(() => outside.take()),
      safe((ms: number) => outside.park(+ms)),
      safe(() => outside.wall()),
      safe((ms: number) => outside.reachWall(+ms)),
    );
  }

  /** Defines the few globals that Pyodide needs. It takes this realm for the shell of a JavaScript engine. */
  function furnish(): void {
    Object.assign(realm, {
      read: refuse,
      load: refuse,
      readbuffer: (path: string) => read(path).buffer,
      WorkerGlobalScope: true, // so that Emscripten takes random numbers from `crypto`, not from a subprocess
      crypto: { getRandomValues: fillRandom },
      performance: { now: safe(() => outside.now()) },
      readWallClock: safe(() => outside.readWall()),
      setTimeout: runSoon,
      clearTimeout: () => undefined,
      console: { log: ignore, info: ignore, debug: ignore, warn: ignore, error: ignore },
      TextDecoder: class {
        decode(bytes?: Uint8Array): string {
          return bytes === undefined ? '' : decode(bytes);
        }
      },
      TextEncoder: class {
        encodeInto(text: string, bytes: Uint8Array): { read: number; written: number } {
          const encoded = unescape(encodeURIComponent(text));
          for (let at = 0; at < encoded.length; at++) bytes[at] = encoded.charCodeAt(at);
          return { read: text.length, written: encoded.length };
        }
      },
    });
    Date.now = safe(() => outside.wall()); // Emscripten's files have times
    const { Memory } = webAssembly();
    const grow = Memory.prototype.grow;
    Memory.prototype.grow = function (pages) {
      if (this.buffer.byteLength + pages * 65_536 > mostBytes) throw new RangeError('The memory limit is reached.');
      return grow.call(this, pages);
    };
  }

  /** Returns `WebAssembly` after removing the functions that Node implements, because their errors belong to Node's realm. */
  function webAssembly(): { readonly Memory: { readonly prototype: MemoryLike } } {
    const functions = realm.WebAssembly as { Memory: { prototype: MemoryLike }; [name: string]: unknown };
    delete functions.compileStreaming;
    delete functions.instantiateStreaming;
    return functions;
  }

  function fillRandom(bytes: Uint8Array): Uint8Array {
    for (let at = 0; at < bytes.length; at++) bytes[at] = random();
    return bytes;
  }

  /** No timer is needed: a program that waits is parked. Pyodide delays the start of a program by a timer of 0 ms. */
  function runSoon(run: () => void): number {
    void Promise.resolve().then(() => run());
    return 0;
  }

  function read(path: string): Uint8Array {
    return outside.read(path, (length) => new Uint8Array(length));
  }

  /** An error of Node's own realm must not reach Python: its constructors lead to that realm. */
  function safe<Args extends unknown[], Result>(call: (...args: Args) => Result): (...args: Args) => Result {
    return (...args) => {
      try {
        return call(...args);
      } catch {
        return refuse();
      }
    };
  }

  function refuse(): never {
    throw new Refusal('This is not possible here.');
  }

  function ignore(): void {}
}

interface PyodideLike {
  readonly _api: { readonly config: { _loadSnapshot?: Uint8Array } };
  readonly _module: { readonly HEAP8: Int8Array };
  readonly globals: { get(name: string): ProgramLike & ((...functions: unknown[]) => void) };
  runPython(code: string, options?: object): unknown;
  setStdout(stream: Stream): void;
  setStderr(stream: Stream): void;
  setInterruptBuffer(buffer: Uint8Array): void;
  makeMemorySnapshot(): Uint8Array;
}

interface MemoryLike {
  readonly buffer: ArrayBuffer;
  grow(this: MemoryLike, pages: number): number;
}

interface Stream {
  readonly write: (bytes: Uint8Array) => number;
  readonly isatty: boolean;
}

interface ProgramLike {
  callPromising(order: string): Promise<unknown>;
}
