import { CALLS } from './pyodide-prelude-calls.ts';
import { LOOP } from './pyodide-prelude-loop.ts';

const IMPORTS = `
import ast, asyncio, base64, bisect, builtins, calendar, collections, contextlib, copy, csv, dataclasses, datetime, decimal
import difflib, enum, fractions, functools, gc, hashlib, heapq, html, inspect, io, itertools, json, math, operator, os, pathlib
import pprint, random, re, signal, statistics, string, sys, textwrap, threading, time, traceback, types, typing, unicodedata
import urllib.parse, uuid, warnings, zlib
from asyncio import base_events, events, tasks, timeouts
from collections import abc
from pyodide.ffi import run_sync

_PROGRAM = 'program.py'
_MOST_FRAMES = 20
_MOST_MESSAGE = 8_000
_MOST_TURNS = 50  # a program that polls lets results in after so many turns of the loop; a time would differ in a replay
_EXCEPTIONS = {
    error.__name__: error for error in (RuntimeError, TypeError, NameError, TimeoutError, PermissionError)
}


`;

const RUNNING = `# ---- Running a program

def _toolpath_program(text):
    try:
        order = json.loads(text)
        try:
            report = _finished(_execute(order), order['outputBytes'])
        except SystemExit as error:
            report = {'kind': 'finished'} if error.code in (None, 0) else _failed(error)
        except BaseException as error:
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # the watchdog repeats it
            report = _failed(error)
        _flush()
        return json.dumps(report)
    except BaseException:
        return ''


def _execute(order):
    global _too_many_calls
    _prepare()
    _too_many_calls = order['tooManyCalls']
    random.seed()  # from the random bytes of the process, which are the same in a replay
    module = sys.modules['__main__'] = types.ModuleType('__main__')
    names = module.__dict__
    names.update(__builtins__=builtins, asyncio=asyncio, __await_any=_await_any, __gather=_gather, __help=_help)
    names.update(__round=round, __lt=operator.lt, __gt=operator.gt, __le=operator.le, __ge=operator.ge)
    names.update(__mod=operator.mod, __floordiv=operator.floordiv)
    for function in order['functions']:
        names[function['value']], names[function['awaitable']] = _functions(function['path'])
    code, result = _compiled(order['code'])
    if code.co_flags & inspect.CO_COROUTINE:
        asyncio.run(eval(code, names))
    else:
        exec(code, names)
    return names.get(result)


def _prepare():
    global _is_interrupted
    _is_interrupted = False
    events._set_running_loop(None)
    events._set_event_loop_policy(_Policy())
    asyncio.set_event_loop(_Loop())
    asyncio.run, asyncio.runners.run, time.sleep = _run, _run, _sleep
    warnings.formatwarning = _warning
    asyncio.timeout = timeouts.timeout = _timeout
    threading.Condition.wait = _wait
    signal.signal(signal.SIGINT, _interrupt)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding='utf-8', errors='replace', line_buffering=True)


def _warning(message, category, filename, line, text=None):
    where = f'line {line}: ' if filename == _PROGRAM else ''
    return f'{where}{category.__name__}: {message}\\n'


_is_interrupted = False


def _interrupt(number, frame):
    global _is_interrupted
    _is_interrupted = True
    raise KeyboardInterrupt()


def _compiled(source):
    """Compiles the program so that it stores the value of its last expression under the name that is returned as well."""
    tree = ast.parse(source, _PROGRAM)
    result = '__result__'
    if tree.body and isinstance(tree.body[-1], ast.Expr):
        last = tree.body[-1]
        target = ast.copy_location(ast.Name(result, ast.Store()), last)
        tree.body[-1] = ast.copy_location(ast.Assign([target], last.value), last)
    return compile(tree, _PROGRAM, 'exec', ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True), result


def _finished(value, most):
    if value is None:
        return {'kind': 'finished'}
    try:
        if _is_lossless(value):
            text = json.dumps(value, ensure_ascii=False, allow_nan=False)
            if len(text) <= most:
                return {'kind': 'finished', 'result': {'kind': 'json', 'json': text}}
        text = repr(value)
    except Exception:
        text = f'<{type(value).__name__} object>'
    return {'kind': 'finished', 'result': {'kind': 'repr', 'text': text[:most]}}


def _is_lossless(value):
    kind = type(value)
    if kind in (str, int, float, bool, type(None)):
        return True
    if kind in (list, tuple):
        return all(map(_is_lossless, value))
    return kind is dict and all(type(key) is str and _is_lossless(item) for key, item in value.items())


def _failed(error):
    kind = 'KeyboardInterrupt' if _is_interrupted else type(error).__name__
    is_own_syntax = isinstance(error, SyntaxError) and error.filename == _PROGRAM
    frames = [{'line': error.lineno or 1}] if is_own_syntax else _frames(error.__traceback__)
    return {'kind': 'failed', 'error': {'type': kind, 'message': _message(error)[:_MOST_MESSAGE], 'frames': frames}}


def _message(error):
    try:
        if isinstance(error, SyntaxError) and error.msg:
            return error.msg
        if isinstance(error, BaseExceptionGroup):
            parts = [f'{type(part).__name__}: {_message(part)}' for part in error.exceptions[:_MOST_FRAMES]]
            return '; '.join([error.message, *parts])
        # Unlike str, this adds suggestions such as "Did you mean: 'print'?".
        lines = traceback.TracebackException(type(error), error, error.__traceback__, limit=1).format_exception_only()
        text = ''.join(lines).rstrip()
        name, colon, message = text.partition(': ')
        return message if colon and name.endswith(type(error).__name__) else str(error)
    except Exception:
        return ''


def _frames(trace):
    frames = []
    while trace is not None:
        code = trace.tb_frame.f_code
        if code.co_filename == _PROGRAM:
            named = {} if code.co_name == '<module>' else {'function': code.co_name}
            frames.append({'line': trace.tb_lineno or 1, **named})
        trace = trace.tb_next
    half = _MOST_FRAMES // 2
    return frames if len(frames) <= _MOST_FRAMES else frames[:half] + frames[-half:]


def _toolpath_warm():
    """Runs code like that of a program, so that the process has compiled what most programs need."""
    code = 'import json\\nasync def f(x): return [str(y) for y in x]\\nf"{await f([1])} {json.dumps({})}"'
    report = _finished(_execute({'code': code, 'functions': [], 'tooManyCalls': ''}), 100)
    return report['result']['json']


`;

const END = `gc.collect()
gc.freeze()
`;

/**
 * The Python code that runs a program. It is part of the memory snapshot, so it imports the modules that programs use most.
 * Programs can change all of it: it keeps programs convenient, not safe.
 */
export const PRELUDE = IMPORTS + CALLS + LOOP + RUNNING + END;
