/**
 * Programs that try to leave the sandbox, one attempt each. `CANARY` stands for the path of a secret file, `FOLDER` for its folder,
 * and `PORT` for a port that listens on this machine. Each prints what it gets, or fails.
 */
export const ESCAPES: Readonly<Record<string, string>> = {
  'reads a file': 'print(open("CANARY").read())',
  'reads a file with pathlib': 'from pathlib import Path\nprint(Path("CANARY").read_text())',
  'reads a file with io': 'import io\nprint(io.open("CANARY", "rb").read())',
  'reads a file with os': 'import os\nprint(os.read(os.open("CANARY", os.O_RDONLY), 1000))',
  'reads a file through a finder of modules':
    'import importlib.util\nspec = importlib.util.spec_from_file_location("m", "CANARY")\nprint(spec.loader.get_data("CANARY"))',
  'reads a file with linecache': 'import linecache\nprint(linecache.getlines("CANARY"))',
  'reads a file with fileinput': 'import fileinput\nprint(list(fileinput.input("CANARY")))',
  'reads a file as SQLite':
    'import sqlite3\nprint(sqlite3.connect("file:CANARY?mode=ro", uri=True).execute("select 1").fetchall())',
  'runs a file': 'import runpy\nprint(runpy.run_path("CANARY"))',
  'adds a folder to the path of modules':
    'import sys\nsys.path.insert(0, "FOLDER")\nimport canary\nprint(canary.SECRET)',
  'lists a folder': 'import os\nprint(os.listdir("FOLDER"))',
  'walks the file system': 'import os\nprint([f for _, _, fs in os.walk("/") for f in fs if "canary" in f])',
  'writes a file': 'open("FOLDER/written", "w").write("x")',
  'appends to a file': 'open("CANARY", "a").write("changed")',
  'removes a file': 'import os\nos.remove("CANARY")',
  'renames a file': 'import os\nos.rename("CANARY", "FOLDER/moved")',
  'makes a symbolic link and follows it':
    'import os\nos.symlink("CANARY", "/tmp/link")\nprint(open("/tmp/link").read())',
  'reads environment variables': 'import os\nprint(dict(os.environ))',
  'reads the environment of the process': 'print(open("/proc/self/environ").read())',
  'reads the memory map of the process': 'print(open("/proc/self/maps").read())',
  'reads the environment of the parent': 'import os\nprint(open(f"/proc/{os.getppid()}/environ").read())',
  'reads inherited descriptors':
    'import os\nfor fd in range(3, 30):\n    try:\n        print(fd, os.read(fd, 1000))\n    except Exception as e:\n        print(fd, type(e))',
  'writes to inherited descriptors':
    'import os\nfor fd in range(3, 30):\n    try:\n        print(fd, os.write(fd, b\'{"kind":"call","call":0,"path":"forged","args":[],"named":[]}\\n\'))\n    except Exception as e:\n        print(fd, type(e))',
  'opens a descriptor by its number': 'print(open(3, "rb", closefd=False).read(100))',
  'connects a socket':
    'import socket\ns = socket.create_connection(("127.0.0.1", PORT), 1)\ns.send(b"x")\nprint("connected")',
  'fetches an address with urllib':
    'import urllib.request\nprint(urllib.request.urlopen("http://127.0.0.1:PORT/").read())',
  'fetches an address with http.client':
    'import http.client\nc = http.client.HTTPConnection("127.0.0.1", PORT)\nc.request("GET", "/")\nprint(c.getresponse().read())',
  'fetches an address with asyncio':
    'import asyncio\nr, w = await asyncio.open_connection("127.0.0.1", PORT)\nw.write(b"x")\nprint("connected")',
  'fetches an address with the browser interface':
    'from pyodide.http import pyfetch\nprint(await (await pyfetch("http://127.0.0.1:PORT/")).string())',
  'opens a synchronous request of the browser interface':
    'from pyodide.http import open_url\nprint(open_url("http://127.0.0.1:PORT/").read())',
  'opens a web socket': 'import js\nprint(js.WebSocket.new("ws://127.0.0.1:PORT/"))',
  'installs a package': 'import micropip\nawait micropip.install("http://127.0.0.1:PORT/x.whl")',
  'loads a package': 'import pyodide_js\nawait pyodide_js.loadPackage("http://127.0.0.1:PORT/x.whl")',
  'starts a command': 'import subprocess\nprint(subprocess.check_output(["cat", "CANARY"]))',
  'starts a command with os': 'import os\nprint(os.system("cat CANARY"))',
  'starts a command with popen': 'import os\nprint(os.popen("cat CANARY").read())',
  forks: 'import os\nprint(os.fork())',
  'starts processes': 'import multiprocessing\np = multiprocessing.Process(target=print)\np.start()\nprint("started")',
  'replaces the process': 'import os\nos.execv("/bin/cat", ["cat", "CANARY"])',
  'signals the parent': 'import os, signal\nos.kill(os.getppid(), signal.SIGTERM)\nprint("sent")',
  'calls C': 'import ctypes\nprint(ctypes.CDLL(None).getpid())',
  'reads memory with ctypes': 'import ctypes\nprint(ctypes.string_at(0, 100))',
  'calls Emscripten through ctypes':
    'import ctypes\nlib = ctypes.CDLL(None)\nlib.emscripten_run_script(b"process.exit(7)")\nprint("ran")',
  'runs a script of Emscripten':
    "import ctypes\nf = ctypes.CDLL(None).emscripten_run_script_string\nf.restype = ctypes.c_char_p\nprint(f(b\"require('fs').readFileSync('CANARY', 'utf8')\"))",
  'imports the JavaScript world': 'import js\nprint(js.process.env)',
  'lists the JavaScript world': 'import js\nprint(dir(js))\nprint(js.globalThis)',
  'evaluates JavaScript': 'from pyodide.code import run_js\nprint(run_js("process.version"))',
  'reaches the constructor of functions': 'import js\nprint(js.Object.constructor("return process")().version)',
  'reaches the constructor through a bridge function': 'print(a.constructor("return process")().version)',
  'reaches the module': 'import pyodide_js\nprint(pyodide_js._module)',
  'reaches the interface of Pyodide': 'import pyodide_js\nprint(pyodide_js._api, pyodide_js.globals, pyodide_js.FS)',
  'mounts a folder of the host':
    'import pyodide_js\npyodide_js.mountNodeFS("/host", "FOLDER")\nprint(open("/host/canary.py").read())',
  'mounts a file system':
    'import pyodide_js\npyodide_js.FS.mkdir("/host")\npyodide_js.FS.mount(pyodide_js.FS.filesystems.NODEFS, {"root": "FOLDER"}, "/host")\nprint(open("/host/canary.py").read())',
  'imports the internal interface': 'import _pyodide_core\nprint(dir(_pyodide_core))\nprint(_pyodide_core.JsProxy)',
  'finds proxies of JavaScript objects':
    'import gc\nfor o in gc.get_objects():\n    if "Js" in type(o).__name__:\n        print(type(o), dir(o), getattr(o, "constructor", None))',
  'reads attributes of the bridge': 'for n in dir(a):\n    print(n, getattr(a, n, None))',
  'reads the closure of the bridge':
    'print([c.cell_contents for c in (a.__closure__ or [])])\nprint(a.__globals__.keys())',
  'walks the classes':
    'for c in ().__class__.__bases__[0].__subclasses__():\n    if c.__name__ in ("Popen", "_wrap_close", "FileLoader", "JsProxy"):\n        print(c, c.__init__.__globals__.get("sys"))',
  'reaches globals through a class':
    'g = [c for c in ().__class__.__base__.__subclasses__() if c.__name__ == "_wrap_close"][0].__init__.__globals__\nprint(g["popen"]("cat CANARY").read())',
  'restores builtins':
    'b = (lambda: 0).__globals__["__builtins__"]\nb = b if isinstance(b, dict) else b.__dict__\nprint(b["open"]("CANARY").read())',
  'imports by its internal name': 'print(__import__("os").popen("cat CANARY").read())',
  'evaluates a text': 'print(eval("__import__(\'os\').environ"))',
  'executes a text': 'exec("import js\\nprint(js.process)")',
  'compiles code': 'exec(compile("import subprocess; print(subprocess.run([\'cat\', \'CANARY\']))", "x", "exec"))',
  'formats its way to globals': 'class A:\n    def __init__(self): pass\nprint("{0.__init__.__globals__}".format(A()))',
  'walks the frames':
    'import sys\nf = sys._getframe()\nwhile f:\n    print(f.f_code.co_filename, list(f.f_globals)[:50], list(f.f_locals)[:50])\n    f = f.f_back',
  'walks the frames of an exception':
    'try:\n    1 / 0\nexcept Exception as e:\n    f = e.__traceback__.tb_frame\n    while f:\n        print(f.f_locals.keys())\n        f = f.f_back',
  'walks the frames of a generator': 'g = (g.gi_frame.f_back.f_back for _ in [1])\nprint([x for x in g])',
  'replaces the code of a function':
    'def f(): return 1\ntry:\n    f.__code__ = f.__code__.replace(co_code=b"\\x00" * 20)\n    f()\nexcept Exception as e:\n    print(type(e))',
  'leaves a handler for the end': 'import atexit\natexit.register(lambda: print("late"))',
  'leaves a finalizer': 'class A:\n    def __del__(self):\n        import os\n        print(os.environ)\nx = A()',
  'starts a thread': 'import threading\nthreading.Thread(target=lambda: print("thread")).start()',
  'calls a tool that it was not given': 'forged(1)',
  'calls the bridge with a forged name':
    'try:\n    a.__self__("forged", [], [])\nexcept Exception as e:\n    print(type(e))',
  'forges a message of the bridge':
    'import sys\nsys.stdout.write(\'{"kind":"call","call":0,"path":"forged","args":[],"named":[]}\\n\')\nsys.__stdout__.write(\'{"kind":"finished"}\\n\')',
  'calls the internal functions': '__start("forged", (), {})\n__wait(0)',
  'ends the process': 'import os\nos._exit(0)',
  'aborts the process': 'import os\nos.abort()',
  'crashes the interpreter': 'import ctypes\nctypes.memset(0, 1, 10**6)',
  'opens a debugger': 'breakpoint()',
  'asks for input': 'print(input("x"))',
  'loads code from data': 'import pickle\nprint(pickle.loads(b"cos\\nsystem\\n(S\'cat CANARY\'\\ntR."))',
  'patches a module that the bridge uses':
    'import json\njson.dumps = lambda *a, **k: \'"forged"\'\njson.loads = lambda *a, **k: "forged"\na("x")',
  'pollutes a prototype': 'a({"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}})',
};
