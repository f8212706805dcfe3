import { type FormatCase, large } from './case.ts';

/** Llama 3.2 and 4: a list of Python calls where the message begins. */
export const pythonic: readonly FormatCase[] = [
  {
    name: 'one call',
    text: "[get_weather(city='Bonn')]",
    calls: [{ name: 'get_weather', arguments: { city: 'Bonn' } }],
  },
  {
    name: 'two calls',
    text: "[get_weather(city='Bonn', days=3), get_weather(city='Mainz', unit='celsius')]",
    calls: [
      { name: 'get_weather', arguments: { city: 'Bonn', days: 3 } },
      { name: 'get_weather', arguments: { city: 'Mainz', unit: 'celsius' } },
    ],
  },
  { name: 'no arguments', text: '[get_time()]', calls: [{ name: 'get_time', arguments: {} }] },
  {
    name: 'quotes, braces, backslashes, line breaks and other scripts in a string',
    text: "[write_file(path='C:\\\\tmp\\\\ελληνικά — ∑.txt', content='He said \"no\"; if (a[0] == \\'}\\') { b = \"\\\\\\\\\"; }\\n\\tελληνικά — ∑')]",
    calls: [
      {
        name: 'write_file',
        arguments: {
          path: 'C:\\tmp\\ελληνικά — ∑.txt',
          content: 'He said "no"; if (a[0] == \'}\') { b = "\\\\"; }\n\tελληνικά — ∑',
        },
      },
    ],
  },
  {
    name: 'its own markers within a value',
    text: "[write_file(path='notes.md', content='<|python_start|> inside <|python_end|> stays')]",
    calls: [
      { name: 'write_file', arguments: { path: 'notes.md', content: '<|python_start|> inside <|python_end|> stays' } },
    ],
  },
  {
    name: '6.15: objects and arrays within each other',
    text: "[plan_trip(stops=[{'place': 'Bonn', 'nights': 2}, {'place': 'Mainz', 'nights': 1}], budget=99.5, traveller={'name': 'Ada', 'address': {'street': 'High {St} 1', 'zip': '02134'}}, note=None)]",
    calls: [
      {
        name: 'plan_trip',
        arguments: {
          stops: [
            { place: 'Bonn', nights: 2 },
            { place: 'Mainz', nights: 1 },
          ],
          budget: 99.5,
          traveller: { name: 'Ada', address: { street: 'High {St} 1', zip: '02134' } },
          note: null,
        },
      },
    ],
  },
  {
    name: 'an integer of twenty digits stays exact as text',
    text: '[set_lamp(serial=12345678901234567890)]',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value } }],
    notices: ['inexact'],
    argumentsText: ['{"serial":12345678901234567890}'],
  },
  {
    name: 'the closing marker never comes',
    text: "<|python_start|>[set_lamp(on=False, level='low')]",
    calls: [{ name: 'set_lamp', arguments: { on: false, level: 'low' } }],
  },
  {
    name: 'cut within the arguments',
    text: "[write_file(path='a.txt', content='half",
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: '6.3: three closers at once behind a boolean',
    text: '[set_lamp(on=True)]',
    calls: [{ name: 'set_lamp', arguments: { on: true } }],
  },
  {
    name: '6.9: arguments behind a call without any',
    text: "[get_time(), get_weather(city='Mainz', days=1)]",
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Mainz', days: 1 } },
    ],
  },
  {
    name: '6.13, 6.14: a brace alone within a shell command',
    text: "[write_file(path='run.sh', content='grep -c \"}\" log')]",
    calls: [{ name: 'write_file', arguments: { path: 'run.sh', content: 'grep -c "}" log' } }],
  },
  {
    name: '6.30: digits in a string stay a string',
    text: "[plan_trip(traveller={'address': {'zip': '00501'}}, note='null')]",
    calls: [{ name: 'plan_trip', arguments: { traveller: { address: { zip: '00501' } }, note: 'null' } }],
  },
  {
    name: 'a choice of no tools leaves the call out',
    text: "[get_time(zone='UTC')]",
    options: { toolChoice: 'none' },
    say: '',
    calls: [],
    notices: ['suppressed'],
  },
  {
    name: 'without tools it is text',
    text: "[get_time(zone='UTC')]",
    tools: 'none',
    say: "[get_time(zone='UTC')]",
    calls: [],
  },
  {
    name: 'any name where nobody said which tools there are',
    text: '[launch_probe(stage=2)]',
    tools: 'open',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'an object that names no tool is an answer',
    text: '[launch_probe(stage=2)]',
    say: '[launch_probe(stage=2)]',
    calls: [],
  },
  {
    name: '6.16: brackets and quotes within strings',
    text: "[write_file(path='a]b)', content='don\\'t }])', tags=['(', \"[x\"])]",
    calls: [{ name: 'write_file', arguments: { path: 'a]b)', content: "don't }])", tags: ['(', '[x'] } }],
  },
  {
    name: '6.16: a backslash at the end of a string',
    text: '[write_file(path=\'C:\\\\\', content="\\\\")]',
    calls: [{ name: 'write_file', arguments: { path: 'C:\\', content: '\\' } }],
  },
  {
    name: '6.16: negative numbers and exponents',
    text: '[plan_trip(budget=-1.5e3, stops=[{"nights": -2}])]',
    calls: [{ name: 'plan_trip', arguments: { budget: -1500, stops: [{ nights: -2 }] } }],
  },
  {
    name: '6.16: a set is an array',
    text: "[write_file(path='a', content='b', tags={'x', 'y'})]",
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'b', tags: ['x', 'y'] } }],
  },
  {
    name: 'cut where a brace may still open a set',
    text: "[plan_trip(stops=[{'pla",
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: '6.16: a tuple is an array',
    text: "[write_file(path='a', content='b', tags=('x', 'y'))]",
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'b', tags: ['x', 'y'] } }],
  },
  {
    name: '6.16: a tuple of one',
    text: "[write_file(path='a', content='b', tags=('x',))]",
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'b', tags: ['x'] } }],
  },
  {
    name: '6.16: words that Python keeps for itself',
    text: '[launch_probe(class=\'a\', lambda=1, from="b")]',
    tools: 'open',
    calls: [{ name: 'launch_probe', arguments: { class: 'a', lambda: 1, from: 'b' } }],
  },
  {
    name: '6.16: leading zeros where a number is wanted',
    text: '[get_weather(city="Ulm", days=007)]',
    calls: [{ name: 'get_weather', arguments: { city: 'Ulm', days: 7 } }],
    notices: ['repaired'],
  },
  {
    name: '6.16: a raw line break in a string is mended',
    text: '[write_file(path="a", content="one\ntwo")]',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'one\ntwo' } }],
    notices: ['repaired'],
  },
  {
    name: 'three quotes hold line breaks and quotes',
    text: '[write_file(path="a", content="""one "x"\n\'two\'\n""")]',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'one "x"\n\'two\'\n' } }],
  },
  {
    name: 'a string as it stands',
    text: '[write_file(path=r"C:\\new\\t", content="x")]',
    calls: [{ name: 'write_file', arguments: { path: 'C:\\new\\t', content: 'x' } }],
  },
  {
    name: '6.31: escapes of Python',
    text: '[get_weather(city="\\u00e9 \\x41 \\U0001F600 \\\'")]',
    calls: [{ name: 'get_weather', arguments: { city: "é A 😀 '" } }],
  },
  {
    name: 'constants of JSON',
    text: '[set_lamp(on=true, colour=null)]',
    calls: [{ name: 'set_lamp', arguments: { on: true, colour: null } }],
  },
  {
    name: 'a trailing comma',
    text: '[set_lamp(on=False, level="low",)]',
    calls: [{ name: 'set_lamp', arguments: { on: false, level: 'low' } }],
  },
  {
    name: 'arguments by their place are named by the schema',
    text: '[get_weather("Ulm", unit="celsius")]',
    calls: [{ name: 'get_weather', arguments: { city: 'Ulm', unit: 'celsius' } }],
    notices: ['repaired'],
  },
  {
    name: 'an argument named twice is told',
    text: '[get_weather(city="Ulm", city="Bern")]',
    calls: [{ name: 'get_weather', arguments: { city: 'Bern' } }],
    notices: ['inexact'],
  },
  {
    name: 'strings side by side are one',
    text: "[write_file(path='a', content='one ' 'two')]",
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'one two' } }],
  },
  {
    name: 'a sum is not computed',
    text: '[get_weather(city="Ulm", days=1+2)]',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'a call within a call is not made',
    text: '[get_weather(city=get_time())]',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'a variable is no value',
    text: '[get_weather(city=city)]',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'a number with underscores',
    text: '[plan_trip(budget=1_000)]',
    calls: [{ name: 'plan_trip', arguments: { budget: 1000 } }],
    notices: ['repaired'],
  },
  {
    name: 'quotes within a string that nobody escaped are mended',
    text: "[get_weather(city='L'Aquila')]",
    calls: [{ name: 'get_weather', arguments: { city: "L'Aquila" } }],
    notices: ['repaired'],
  },
  {
    name: 'white space wherever Python allows it',
    text: '[get_weather(\n    city = "Ulm" ,\n    days = 2\n)]',
    calls: [{ name: 'get_weather', arguments: { city: 'Ulm', days: 2 } }],
  },
  {
    name: 'a name with dots',
    text: '[calendar.create_event(day="Monday")]',
    tools: 'open',
    calls: [{ name: 'calendar.create_event', arguments: { day: 'Monday' } }],
  },
  {
    name: 'behind its marker',
    text: '<|python_start|>[get_weather(city="Mainz")]<|python_end|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Mainz' } }],
  },
  {
    name: 'behind text and its marker, without brackets',
    text: 'I will look. <|python_start|>get_weather(city="Mainz")<|python_end|> Done.',
    say: 'I will look.  Done.',
    calls: [{ name: 'get_weather', arguments: { city: 'Mainz' } }],
  },
  {
    name: 'behind its marker a tool that nobody knows is passed on',
    text: '<|python_start|>[launch_probe(stage=2)]<|python_end|>',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'a list that never closes',
    text: '[get_weather(city="Bonn")',
    calls: [{ name: 'get_weather', arguments: { city: 'Bonn' } }],
  },
  {
    name: '6.28: a call without brackets is prose',
    text: 'get_weather(city="Bonn")',
    say: 'get_weather(city="Bonn")',
    calls: [],
  },
  {
    name: '6.28: a list behind text is prose',
    text: 'You would write [get_time()] then.',
    say: 'You would write [get_time()] then.',
    calls: [],
  },
  {
    name: '6.28: a fenced list is an answer',
    text: '```python\n[get_time()]\n```',
    say: '```python\n[get_time()]\n```',
    calls: [],
  },
  { name: '6.28: a list of numbers is an answer', text: '[1, 2, 3]', say: '[1, 2, 3]', calls: [] },
  {
    name: '6.28: a link is an answer',
    text: '[get_time](https://example.org/get_time)',
    say: '[get_time](https://example.org/get_time)',
    calls: [],
  },
  { name: 'an empty list is an answer', text: '[]', say: '[]', calls: [] },
  {
    name: 'a name in brackets is an answer',
    text: '[get_time] is what I need.',
    say: '[get_time] is what I need.',
    calls: [],
  },
  {
    name: 'text behind the list is kept',
    text: '[get_time()]\nDone.',
    say: '\nDone.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'a list of calls whose second nobody knows',
    text: '[get_time(), launch_probe(stage=2)]',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'launch_probe', arguments: { stage: 2 } },
    ],
  },
  { name: 'ends of messages are no text', text: '[get_time()]<|eot|>', calls: [{ name: 'get_time', arguments: {} }] },
  {
    name: 'a missing parenthesis is mended',
    text: '[get_weather(city="Bonn"]',
    calls: [{ name: 'get_weather', arguments: { city: 'Bonn' } }],
    notices: ['repaired'],
  },
  {
    name: 'a broken call ends, and the answer goes on behind it',
    text: '[get_weather(city=get_time())] Hm.',
    say: ' Hm.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: "Gemma's fence, without brackets",
    text: "Let me look.\n```tool_code\nget_weather(city='Oslo')\n```",
    say: 'Let me look.\n',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: "Gemma's fence, two calls on two lines",
    text: "```tool_code\nget_weather(city='Oslo')\nget_time()\n```\n",
    calls: [
      { name: 'get_weather', arguments: { city: 'Oslo' } },
      { name: 'get_time', arguments: {} },
    ],
  },
  {
    name: 'another fence is text',
    text: "```python\nget_weather(city='Oslo')\n```",
    say: "```python\nget_weather(city='Oslo')\n```",
    calls: [],
  },
];
