import { words } from './python-words.ts';

/**
 * Parts of Python that Monty 0.0.18 lacks or runs with another result. Each has a program that fails in Monty, written here or made
 * by the test; the program has an `assert` if only its result differs. The test runs them all: if one succeeds after an update of
 * Monty, remove its entry.
 */

export const CONSTRUCTS = {
  'class definitions': 'class A: pass',
  'generators (yield)': 'def f():\n    yield 1',
  'match statements': 'match 1:\n    case 1: pass',
  'del statements': 'x = {"a": 1}\ndel x["a"]',
  'with statements': 'with 1 as x: pass',
  'async for': 'async def f(x):\n    return [y async for y in x]',
  'except*': 'try: pass\nexcept* ValueError: pass',
  'type aliases': 'type X = int',
  'complex numbers': '1j',
  'matrix multiplication (@)': '1 @ 2',
  'imports of all names (*)': 'from math import *',
  'files (open)': 'open("a.txt", "w")',
  '% formatting': '"%d" % 1',
  'unions of dicts (|)': 'x = {"a": 1} | {"b": 2}',
  'unions of types (|)': 'isinstance(1, int | str)',
  'assignments to attributes': 'def f(): pass\nf.x = 1',
  'assignments to slices': 'x = [1, 2]\nx[0:1] = [3]',
  'unpacking into subscripts': 'x = [1, 2]\nx[0], x[1] = x[1], x[0]',
  'unpacking of a range': 'print(*range(3))',
  'unpacking of views of dicts': 'print(*{"a": 1}.values())',
  'methods as values': 'x = "a".upper',
  'methods of types, such as str.upper': 'list(map(str.upper, "ab"))',
  'special attributes, such as __class__': 'x = (1).__class__',
  'next() of other values than iter()': 'next((x for x in [1]), None)',
  'functions as replacements of re.sub': 'import re\nre.sub("a", lambda m: "b", "a")',
  'encodings other than UTF-8': '"a".encode("ascii")',
  'exceptions with several arguments': 'ValueError("a", "b")',
  decorators: 'def f(g): return 1\n@f\ndef h(): pass\nassert h == 1',
  'iterators that are kept, or not used up': 'x = map(str, [1, 2])\nlist(x)\nassert list(x) == []',
  'chained comparisons': 'try: 1 < None < 2\nexcept TypeError: pass\nelse: assert False',
  '$ in a regular expression': 'import re\nassert re.search("a$", "a\\n")',
  '%= and //=': 'x = -7.5\nx %= 2\nassert x == 0.5',
  'divmod()': 'assert divmod(7, 0.1)[0] == 69',
  'groups in re.split': 'import re\nassert re.split("(,)", "a,b") == ["a", ",", "b"]',
} as const satisfies Readonly<Record<string, string>>;

export type Construct = keyof typeof CONSTRUCTS;

/** Format specifications that Monty lacks, with the value that each formats. The test reads them; programs are checked by a pattern. */
export const FORMAT_SPECS: ReadonlyMap<string, string> = table({
  ',': '1234',
  ',.2f': '1234.5',
  '>10,': '1234',
  _: '1234',
  '#x': '10',
  n: '1',
  z: '1.0',
  '%Y-%m-%d': '1',
});

/** Attributes that no value of Monty has, or whose use is not allowed there. */
export const ATTRIBUTES: ReadonlyMap<string, string> = table({
  casefold: 'assert "ß".casefold() == "ss"',
  center: 'assert "ab".center(5, "-") == "--ab-"',
  format: '"{}".format(1)',
  format_map: '"{a}".format_map({"a": 1})',
  isprintable: '"a".isprintable()',
  maketrans: '"".maketrans("a", "b")',
  translate: '"a".translate({})',
  difference_update: '{1}.difference_update({1})',
  intersection_update: '{1}.intersection_update({1})',
  symmetric_difference_update: '{1}.symmetric_difference_update({1})',
  as_integer_ratio: '(1.5).as_integer_ratio()',
  bit_count: '(1).bit_count()',
  bit_length: '(1).bit_length()',
  conjugate: '(1).conjugate()',
  denominator: '(1).denominator',
  from_bytes: '(1).from_bytes(b"a", "big")',
  imag: '(1).imag',
  is_integer: '(1.0).is_integer()',
  numerator: '(1).numerator',
  real: '(1).real',
  to_bytes: '(1).to_bytes(2, "big")',
  add_note: 'ValueError("a").add_note("b")',
  with_traceback: 'ValueError("a").with_traceback(None)',
  subn: 'import re\nre.compile("a").subn("b", "a")',
  expand: 'import re\nre.match("a", "a").expand("b")',
  groupindex: 'import re\nre.compile("a").groupindex',
  lastgroup: 'import re\nre.match("a", "a").lastgroup',
  lastindex: 'import re\nre.match("a", "a").lastindex',
  astimezone: 'import datetime\ndatetime.datetime(2020, 1, 1).astimezone()',
  combine: 'import datetime\ndatetime.datetime.combine(datetime.date(2020, 1, 1), None)',
  ctime: 'import datetime\ndatetime.datetime(2020, 1, 1).ctime()',
  fromisocalendar: 'import datetime\ndatetime.date.fromisocalendar(2020, 1, 1)',
  fromordinal: 'import datetime\ndatetime.date.fromordinal(1)',
  fromtimestamp: 'import datetime\ndatetime.datetime.fromtimestamp(0)',
  isocalendar: 'import datetime\ndatetime.date(2020, 1, 1).isocalendar()',
  now: 'import datetime\ndatetime.datetime.now()',
  strptime: 'import datetime\nassert datetime.datetime.strptime("+0200", "%z").utcoffset()',
  timetuple: 'import datetime\ndatetime.date(2020, 1, 1).timetuple()',
  today: 'import datetime\ndatetime.date.today()',
  toordinal: 'import datetime\ndatetime.date(2020, 1, 1).toordinal()',
  utcnow: 'import datetime\ndatetime.datetime.utcnow()',
  exists: 'from pathlib import Path\nPath("a").exists()',
  glob: 'from pathlib import Path\nPath("a").glob("*")',
  is_dir: 'from pathlib import Path\nPath("a").is_dir()',
  is_file: 'from pathlib import Path\nPath("a").is_file()',
  iterdir: 'from pathlib import Path\nPath("a").iterdir()',
  mkdir: 'from pathlib import Path\nPath("a").mkdir()',
  read_bytes: 'from pathlib import Path\nPath("a").read_bytes()',
  read_text: 'from pathlib import Path\nPath("a").read_text()',
  relative_to: 'from pathlib import Path\nPath("a/b").relative_to("a")',
  rglob: 'from pathlib import Path\nPath("a").rglob("*")',
  unlink: 'from pathlib import Path\nPath("a").unlink()',
  write_bytes: 'from pathlib import Path\nPath("a").write_bytes(b"a")',
  write_text: 'from pathlib import Path\nPath("a").write_text("a")',
});

/** A function that Monty supports only with at most `most` positional arguments and these named ones; 0: never. */
export interface Signature {
  readonly most: number;
  readonly named: readonly string[];
  /** A program that passes one more. */
  readonly program: string;
}

export const SIGNATURES: ReadonlyMap<string, Signature> = table({
  getattr: { most: 0, named: [], program: 'assert getattr({}, "get", None) is not None' },
  hasattr: { most: 0, named: [], program: 'assert hasattr({}, "get")' },
  int: { most: 1, named: [], program: 'int("f", 16)' },
  str: { most: 1, named: ['object'], program: 'str(b"a", "utf-8")' },
  sum: { most: 2, named: [], program: 'sum([1], start=1)' },
  enumerate: { most: 2, named: [], program: 'enumerate([1], start=1)' },
  round: { most: 2, named: [], program: 'round(1.5, ndigits=1)' },
  range: { most: 3, named: [], program: 'range(stop=1)' },
  pow: { most: 3, named: [], program: 'pow(2, 3, mod=5)' },
  iter: { most: 1, named: [], program: 'iter(int, 1)' },
  type: { most: 1, named: [], program: 'type("A", (), {})' },
  print: { most: Infinity, named: ['sep', 'end', 'flush'], program: 'import sys\nprint(1, file=sys.stderr)' },
  'json.dumps': {
    most: 1,
    named: ['indent', 'sort_keys', 'ensure_ascii', 'separators', 'allow_nan', 'skipkeys'],
    program: 'import json\njson.dumps(1, default=str)',
  },
  'json.loads': { most: 1, named: [], program: 'import json\njson.loads("1", parse_int=str)' },
});

/** Methods of sets that take only one argument. */
export const ONE_ARGUMENT: ReadonlyMap<string, string> = table({
  union: '{1}.union({2}, {3})',
  intersection: '{1}.intersection({1}, {1})',
  difference: '{1}.difference({2}, {3})',
});

/** Built-in names that Monty lacks. */
export const LACKING_BUILTINS: ReadonlySet<string> = words(`
  BaseExceptionGroup BlockingIOError BrokenPipeError BufferError BytesWarning ChildProcessError ConnectionAbortedError
  ConnectionError ConnectionRefusedError ConnectionResetError DeprecationWarning EOFError Ellipsis EncodingWarning
  EnvironmentError ExceptionGroup FloatingPointError FutureWarning GeneratorExit IOError ImportWarning IndentationError
  InterruptedError NotImplemented PendingDeprecationWarning ProcessLookupError PythonFinalizationError ReferenceError
  ResourceWarning RuntimeWarning StopAsyncIteration SyntaxWarning SystemError TabError UnicodeEncodeError UnicodeError
  UnicodeTranslateError UnicodeWarning UserWarning Warning __builtins__ __debug__ __doc__ __file__ __import__ aiter anext
  ascii breakpoint bytearray callable classmethod compile complex copyright credits delattr dir eval exec exit format
  globals help input issubclass license locals memoryview object quit staticmethod super vars
`);

/** The modules that Monty has, each with its names. `os`, `sys.stdout` and `sys.stderr` exist there, too, but have no use. */
export const MODULES: ReadonlyMap<string, ReadonlySet<string>> = table({
  asyncio: words('gather run'),
  datetime: words('date datetime timedelta timezone'),
  json: words('JSONDecodeError dumps loads'),
  math: words(`
    acos acosh asin asinh atan atan2 atanh cbrt ceil comb copysign cos cosh degrees e erf erfc exp exp2 expm1 fabs
    factorial floor fmod frexp gamma gcd inf isclose isfinite isinf isnan isqrt lcm ldexp lgamma log log10 log1p log2
    modf nan nextafter perm pi pow radians remainder sin sinh sqrt tan tanh tau trunc ulp
  `),
  pathlib: words('Path'),
  re: words(`
    A ASCII DOTALL I IGNORECASE M MULTILINE Match NOFLAG Pattern PatternError S compile error escape findall finditer
    fullmatch match search split sub
  `),
  sys: words('platform version'),
  typing: words(`
    Annotated Any Callable ClassVar Dict Final FrozenSet Generator Generic Iterable Iterator List Literal Mapping Never
    NoReturn Optional Protocol Self Sequence Set TYPE_CHECKING Tuple Type TypeVar Union
  `),
});

/** Names of the modules above that Monty lacks: those that programs use most. Only the test reads them, which proves that Monty lacks them. */
export const LACKING_NAMES: ReadonlyMap<string, ReadonlySet<string>> = table({
  asyncio: words(`
    Event Lock Queue Semaphore Task TaskGroup TimeoutError all_tasks as_completed create_task current_task ensure_future
    get_event_loop get_running_loop new_event_loop shield sleep timeout to_thread wait wait_for
  `),
  datetime: words('MAXYEAR MINYEAR UTC time tzinfo'),
  json: words('JSONDecoder JSONEncoder dump load'),
  math: words('dist fsum hypot prod sumprod'),
  pathlib: words('PosixPath PurePath PurePosixPath PureWindowsPath WindowsPath'),
  re: words('DEBUG L LOCALE RegexFlag U UNICODE VERBOSE X purge subn'),
  sys: words('argv exc_info executable exit getrecursionlimit getsizeof maxsize modules path setrecursionlimit stdin'),
  typing: words(
    'AnyStr Awaitable Coroutine DefaultDict Deque Hashable NamedTuple NewType ParamSpec TypedDict cast overload',
  ),
});

/** Methods of built-in types. Monty can call them, but cannot use them as values. */
export const METHODS: ReadonlySet<string> = words(`
  add append capitalize clear copy count decode discard encode endswith expandtabs extend find fromkeys get
  index insert isalnum isalpha isascii isdecimal isdigit isidentifier islower isnumeric isspace istitle isupper items join keys
  ljust lower lstrip partition pop popitem remove removeprefix removesuffix replace reverse rfind rindex rjust rpartition rsplit
  rstrip setdefault sort split splitlines startswith strip swapcase title update upper values zfill
`);

function table<T>(rows: Readonly<Record<string, T>>): ReadonlyMap<string, T> {
  return new Map(Object.entries(rows));
}
