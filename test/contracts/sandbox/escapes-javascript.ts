/**
 * Programs that try to reach JavaScript outside the realm of Pyodide, one attempt each. They know the names that `escapes.ts`
 * describes, and print "connected" if they get something. The other engines have no JavaScript, so the programs fail there.
 */
const TOOLS = `
import asyncio, sys, pyodide_js
from pyodide.ffi import create_proxy, to_js, jsnull
Object = pyodide_js.constructor
FS, Module, api = pyodide_js.FS, pyodide_js._module, pyodide_js._api
Promise = api.packageIndexReady.constructor
Symbol = Object.getOwnPropertySymbols(to_js([]).constructor.prototype)[0].constructor
Bytes = to_js(b'x').constructor
bridge = a.__globals__
begin, take, park = bridge['_begin'], bridge['_take'], bridge['_park']
write = FS.getStream(1).devops.write
def define(target, name, value):
    descriptor = Object.new()
    descriptor.value = value
    descriptor.configurable = True
    Object.defineProperty(target, name, descriptor)
def caught(*given):
    for value in given:
        if getattr(value, 'typeof', '') in ('object', 'function') and not getattr(Object, 'is')(root(value), Object.prototype):
            print('connected', value)
def root(value):
    above = Object.getPrototypeOf(value)
    while above is not None and above is not jsnull:
        value, above = above, Object.getPrototypeOf(above)
    return value
def hostile():
    value = Object.create(jsnull)
    define(value, getattr(Symbol, 'for')('nodejs.util.inspect.custom'), create_proxy(caught))
    return value
def attempt(run):
    try:
        print(run())
    except BaseException as error:
        caught(getattr(error, 'js_error', None))
        print(type(error))
`;

const attempts: Readonly<Record<string, string>> = {
  'makes Node describe a hostile object in an error': 'attempt(lambda: write(hostile()))',
  'makes Node describe a hostile object that inherits from bytes':
    'value = Object.create(to_js(b"abc"))\ndefine(value, getattr(Symbol, "for")("nodejs.util.inspect.custom"), create_proxy(caught))\nattempt(lambda: write(value))',
  'passes wrong values where Node expects bytes':
    'for value in (None, 1, "x", to_js([1]), Object.new(), Bytes.prototype, Module.HEAP32, Promise):\n    attempt(lambda: write(value))',
  'passes objects that become a call late':
    'value = Object.new()\ndefine(value, Symbol.toPrimitive, create_proxy(lambda *given: caught(*given) or \'["forged",[],[]]\'))\nfor function in (begin, park):\n    attempt(lambda: function(value))',
  'passes symbols to the bridge':
    'for function in (begin, park, take):\n    attempt(lambda: function(Symbol.iterator))',
  'looks at the callers of the functions of the bridge':
    'for function in (begin, take, park, write):\n    for name in ("caller", "arguments"):\n        attempt(lambda: caught(getattr(function, name)))',
  'makes functions from text with all constructors of functions':
    'for function in (begin, pyodide_js.loadPackagesFromImports, Module.iterObject):\n    attempt(lambda: function.constructor("return process.version || \'connected\'")())',
  'forges reports in a call':
    'print(begin(\'["a\\\\n{}",[],[]]\'), begin(\'["a",["1\\\\n{}"],[]]\'), begin(\'["a",["1\\\\n"],[["k\\\\n{}","2"]]]\'))\na("\\n" + \'{"kind":"call","call":0,"path":"forged","args":[],"named":[]}\' + "\\n\\u2028\\ud800")',
  'forges reports in the output':
    'write(to_js(b\'\\n{"kind":"call","call":0,"path":"forged","args":[],"named":[]}\\n\'))\nimport os\nfor fd in (0, 1, 2):\n    attempt(lambda: os.write(fd, b\'\\n{"kind":"call","call":0,"path":"forged","args":[],"named":[]}\\n\'))',
  'forges its own report':
    'bridge["json"].dumps = lambda *given, **named: \'{"kind":"finished"}\\n{"kind":"call","call":0,"path":"forged","args":[],"named":[]}\'',
  'leaves hostile rejections':
    'values = to_js([])\nfor n in range(3): values.push(hostile())\nleft = values.map(Promise.reject, Promise)\nawait asyncio.sleep(0.02)\na(1)',
  'throws a hostile error where nothing can catch it':
    'value = hostile()\nregistry = Module.finalizationRegistry.constructor.new(create_proxy(lambda *given: 1 / 0))\nfor n in range(2000): registry.register(to_js([n]), value)\nfor n in range(20):\n    space = Bytes.new(1_000_000)\n    await asyncio.sleep(0.005)',
  'replaces the methods of the built-in objects':
    'for kind in (Object, Promise, to_js([]).constructor, Bytes, begin.constructor):\n    for name in ("toJSON", "toString", "valueOf", "subarray", "push", "get"):\n        attempt(lambda: define(kind.prototype, name, create_proxy(caught)))\nattempt(lambda: a(1))\nattempt(lambda: write(to_js(b"x")))',
  'gives the constructor of promises a hostile species':
    'descriptor = Object.new()\ndescriptor.get = create_proxy(caught)\nObject.defineProperty(Promise.prototype, "constructor", descriptor)\na(1)',
  'reads a file with the loaders of Emscripten':
    'attempt(lambda: Module.asyncLoad("CANARY"))\nattempt(lambda: api.loadBinaryFile("CANARY", ""))\nfor path in ("CANARY", "file://CANARY"):\n    try:\n        print((await Module.asyncLoad(path)).to_py().tobytes())\n    except BaseException as error:\n        print(type(error))',
  'reads a file as a lazy file of Emscripten':
    'FS.createLazyFile("/tmp", "lazy", "CANARY", True, False)\nprint(open("/tmp/lazy").read())',
  'mounts a folder with the objects of Emscripten':
    'FS.mkdir("/host")\nattempt(lambda: FS.mount(FS.filesystems.NODEFS, Object.fromEntries(to_js([["root", "FOLDER"]])), "/host"))\nprint(open("/host/canary.py").read())',
  'opens sockets of Node':
    'attempt(lambda: pyodide_js.useNodeSockFS())\nimport socket\nsocket.create_connection(("127.0.0.1", PORT), 1)\nprint("connected")',
  'restores the output of Node':
    'attempt(lambda: pyodide_js.setStdout())\nattempt(lambda: pyodide_js.setStdin())\nprint("x", input())',
  'calls each function of the table':
    'for n in range(1, 300):\n    attempt(lambda: caught(Module.getWasmTableEntry(n)))\n    attempt(lambda: Module.getWasmTableEntry(n)())',
  'writes at random into the memory of Python':
    'import ctypes, random\nfor n in range(100_000):\n    ctypes.c_uint32.from_address(random.randrange(0x1000, 0x1600000) & ~3).value = random.randrange(1, 20_000)',
  'overflows the stack inside the bridge':
    'sys.setrecursionlimit(10**6)\ndef deep(n):\n    try:\n        deep(n + 1)\n    except BaseException as error:\n        caught(getattr(error, "js_error", None))\n    try:\n        take()\n    except BaseException as error:\n        caught(getattr(error, "js_error", None))\ndeep(0)',
  'turns off the interruption': 'pyodide_js.setInterruptBuffer(None)\nwhile True: pass',
  'imports a module of its own as JavaScript':
    'pyodide_js.registerJsModule("js", pyodide_js)\nimport js\nprint(js.process)',
};

export const ESCAPES_INTO_JAVASCRIPT: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(attempts).map(([attempt, code]) => [attempt, TOOLS + code]),
);
