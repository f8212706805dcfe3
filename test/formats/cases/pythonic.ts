import { type FormatCase, large } from './case.ts';

/** Llama 3.2 and 4: a list of Python calls at the beginning of the message. */
export const pythonic: readonly FormatCase[] = [
  {
    name: 'One call',
    text: "[get_weather(city='Bonn')]",
    calls: [{ name: 'get_weather', arguments: { city: 'Bonn' } }],
  },
  {
    name: 'Two calls',
    text: "[get_weather(city='Bonn', days=3), get_weather(city='Mainz', unit='celsius')]",
    calls: [
      { name: 'get_weather', arguments: { city: 'Bonn', days: 3 } },
      { name: 'get_weather', arguments: { city: 'Mainz', unit: 'celsius' } },
    ],
  },
  { name: 'A call with empty arguments', text: '[get_time()]', calls: [{ name: 'get_time', arguments: {} }] },
  {
    name: 'A string with quotes, braces, backslashes, line breaks and non-Latin text is read exactly',
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
    name: 'Markers of the format inside a value stay part of the value',
    text: "[write_file(path='notes.md', content='<|python_start|> inside <|python_end|> stays')]",
    calls: [
      { name: 'write_file', arguments: { path: 'notes.md', content: '<|python_start|> inside <|python_end|> stays' } },
    ],
  },
  {
    name: 'Nested objects and arrays (bug 6.15)',
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
    name: 'An integer of twenty digits is exact in argumentsText and causes the notice "inexact"',
    text: '[set_lamp(serial=12345678901234567890)]',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value } }],
    notices: ['inexact'],
    argumentsText: ['{"serial":12345678901234567890}'],
  },
  {
    name: 'A complete call without its closing marker is read',
    text: "<|python_start|>[set_lamp(on=False, level='low')]",
    calls: [{ name: 'set_lamp', arguments: { on: false, level: 'low' } }],
  },
  {
    name: 'A text that ends inside the arguments makes no call',
    text: "[write_file(path='a.txt', content='half",
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'Several closing brackets directly after a boolean (bug 6.3)',
    text: '[set_lamp(on=True)]',
    calls: [{ name: 'set_lamp', arguments: { on: true } }],
  },
  {
    name: 'A call with arguments after a call without arguments (bug 6.9)',
    text: "[get_time(), get_weather(city='Mainz', days=1)]",
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Mainz', days: 1 } },
    ],
  },
  {
    name: 'An unbalanced bracket inside a shell command (bugs 6.13, 6.14)',
    text: "[write_file(path='run.sh', content='grep -c \"}\" log')]",
    calls: [{ name: 'write_file', arguments: { path: 'run.sh', content: 'grep -c "}" log' } }],
  },
  {
    name: 'Digits in a string stay a string (bug 6.30)',
    text: "[plan_trip(traveller={'address': {'zip': '00501'}}, note='null')]",
    calls: [{ name: 'plan_trip', arguments: { traveller: { address: { zip: '00501' } }, note: 'null' } }],
  },
  {
    name: 'toolChoice "none" suppresses the call',
    text: "[get_time(zone='UTC')]",
    options: { toolChoice: 'none' },
    say: '',
    calls: [],
    notices: ['suppressed'],
  },
  {
    name: 'With an empty tool list, the call is text',
    text: "[get_time(zone='UTC')]",
    tools: 'none',
    say: "[get_time(zone='UTC')]",
    calls: [],
  },
  {
    name: 'Without a tool list, any name is a call',
    text: '[launch_probe(stage=2)]',
    tools: 'open',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'An object that names no known tool is part of the answer',
    text: '[launch_probe(stage=2)]',
    say: '[launch_probe(stage=2)]',
    calls: [],
  },
  {
    name: 'Brackets and quotes inside strings (bug 6.16)',
    text: "[write_file(path='a]b)', content='don\\'t }])', tags=['(', \"[x\"])]",
    calls: [{ name: 'write_file', arguments: { path: 'a]b)', content: "don't }])", tags: ['(', '[x'] } }],
  },
  {
    name: 'A backslash at the end of a string (bug 6.16)',
    text: '[write_file(path=\'C:\\\\\', content="\\\\")]',
    calls: [{ name: 'write_file', arguments: { path: 'C:\\', content: '\\' } }],
  },
  {
    name: 'Negative numbers and exponents (bug 6.16)',
    text: '[plan_trip(budget=-1.5e3, stops=[{"nights": -2}])]',
    calls: [{ name: 'plan_trip', arguments: { budget: -1500, stops: [{ nights: -2 }] } }],
  },
  {
    name: 'A set becomes an array (bug 6.16)',
    text: "[write_file(path='a', content='b', tags={'x', 'y'})]",
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'b', tags: ['x', 'y'] } }],
  },
  {
    name: 'A text that ends where a brace may still open a set makes no call',
    text: "[plan_trip(stops=[{'pla",
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'A tuple becomes an array (bug 6.16)',
    text: "[write_file(path='a', content='b', tags=('x', 'y'))]",
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'b', tags: ['x', 'y'] } }],
  },
  {
    name: 'A tuple with one item becomes an array (bug 6.16)',
    text: "[write_file(path='a', content='b', tags=('x',))]",
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'b', tags: ['x'] } }],
  },
  {
    name: 'Reserved words of Python as argument names (bug 6.16)',
    text: '[launch_probe(class=\'a\', lambda=1, from="b")]',
    tools: 'open',
    calls: [{ name: 'launch_probe', arguments: { class: 'a', lambda: 1, from: 'b' } }],
  },
  {
    name: 'A number with leading zeros is repaired (bug 6.16)',
    text: '[get_weather(city="Ulm", days=007)]',
    calls: [{ name: 'get_weather', arguments: { city: 'Ulm', days: 7 } }],
    notices: ['repaired'],
  },
  {
    name: 'A raw line break in a string is repaired (bug 6.16)',
    text: '[write_file(path="a", content="one\ntwo")]',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'one\ntwo' } }],
    notices: ['repaired'],
  },
  {
    name: 'A triple-quoted string with line breaks and quotes',
    text: '[write_file(path="a", content="""one "x"\n\'two\'\n""")]',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'one "x"\n\'two\'\n' } }],
  },
  {
    name: 'A raw string of Python',
    text: '[write_file(path=r"C:\\new\\t", content="x")]',
    calls: [{ name: 'write_file', arguments: { path: 'C:\\new\\t', content: 'x' } }],
  },
  {
    name: 'Escape sequences of Python (bug 6.31)',
    text: '[get_weather(city="\\u00e9 \\x41 \\U0001F600 \\\'")]',
    calls: [{ name: 'get_weather', arguments: { city: "é A 😀 '" } }],
  },
  {
    name: 'JSON constants in a Python call',
    text: '[set_lamp(on=true, colour=null)]',
    calls: [{ name: 'set_lamp', arguments: { on: true, colour: null } }],
  },
  {
    name: 'A trailing comma',
    text: '[set_lamp(on=False, level="low",)]',
    calls: [{ name: 'set_lamp', arguments: { on: false, level: 'low' } }],
  },
  {
    name: 'Positional arguments get their names from the schema',
    text: '[get_weather("Ulm", unit="celsius")]',
    calls: [{ name: 'get_weather', arguments: { city: 'Ulm', unit: 'celsius' } }],
    notices: ['repaired'],
  },
  {
    name: 'An argument that occurs twice causes the notice "inexact"',
    text: '[get_weather(city="Ulm", city="Bern")]',
    calls: [{ name: 'get_weather', arguments: { city: 'Bern' } }],
    notices: ['inexact'],
  },
  {
    name: 'Adjacent strings are joined',
    text: "[write_file(path='a', content='one ' 'two')]",
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'one two' } }],
  },
  {
    name: 'An arithmetic expression is not evaluated and makes the call malformed',
    text: '[get_weather(city="Ulm", days=1+2)]',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'A nested call is not evaluated and makes the outer call malformed',
    text: '[get_weather(city=get_time())]',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'A variable as a value makes the call malformed',
    text: '[get_weather(city=city)]',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'A number with underscores is repaired',
    text: '[plan_trip(budget=1_000)]',
    calls: [{ name: 'plan_trip', arguments: { budget: 1000 } }],
    notices: ['repaired'],
  },
  {
    name: 'Unescaped quotes in a string are repaired',
    text: "[get_weather(city='L'Aquila')]",
    calls: [{ name: 'get_weather', arguments: { city: "L'Aquila" } }],
    notices: ['repaired'],
  },
  {
    name: 'White space wherever Python allows it',
    text: '[get_weather(\n    city = "Ulm" ,\n    days = 2\n)]',
    calls: [{ name: 'get_weather', arguments: { city: 'Ulm', days: 2 } }],
  },
  {
    name: 'A name with dots',
    text: '[calendar.create_event(day="Monday")]',
    tools: 'open',
    calls: [{ name: 'calendar.create_event', arguments: { day: 'Monday' } }],
  },
  {
    name: 'A call after the marker',
    text: '<|python_start|>[get_weather(city="Mainz")]<|python_end|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Mainz' } }],
  },
  {
    name: 'A call without brackets after text and the marker',
    text: 'I will look. <|python_start|>get_weather(city="Mainz")<|python_end|> Done.',
    say: 'I will look.  Done.',
    calls: [{ name: 'get_weather', arguments: { city: 'Mainz' } }],
  },
  {
    name: 'A call of an unknown tool after the marker is passed on',
    text: '<|python_start|>[launch_probe(stage=2)]<|python_end|>',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'A list that is never closed',
    text: '[get_weather(city="Bonn")',
    calls: [{ name: 'get_weather', arguments: { city: 'Bonn' } }],
  },
  {
    name: 'A call without brackets is prose (bug 6.28)',
    text: 'get_weather(city="Bonn")',
    say: 'get_weather(city="Bonn")',
    calls: [],
  },
  {
    name: 'A list after text is prose (bug 6.28)',
    text: 'You would write [get_time()] then.',
    say: 'You would write [get_time()] then.',
    calls: [],
  },
  {
    name: 'A list in a fence is part of the answer (bug 6.28)',
    text: '```python\n[get_time()]\n```',
    say: '```python\n[get_time()]\n```',
    calls: [],
  },
  { name: 'A list of numbers is part of the answer (bug 6.28)', text: '[1, 2, 3]', say: '[1, 2, 3]', calls: [] },
  {
    name: 'A Markdown link is part of the answer (bug 6.28)',
    text: '[get_time](https://example.org/get_time)',
    say: '[get_time](https://example.org/get_time)',
    calls: [],
  },
  { name: 'An empty list is part of the answer', text: '[]', say: '[]', calls: [] },
  {
    name: 'A name in brackets is part of the answer',
    text: '[get_time] is what I need.',
    say: '[get_time] is what I need.',
    calls: [],
  },
  {
    name: 'Text after the list is kept',
    text: '[get_time()]\nDone.',
    say: '\nDone.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'In a list of calls, an unknown second tool is passed on',
    text: '[get_time(), launch_probe(stage=2)]',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'launch_probe', arguments: { stage: 2 } },
    ],
  },
  {
    name: 'End-of-message tokens are not text',
    text: '[get_time()]<|eot|>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'A missing parenthesis is repaired',
    text: '[get_weather(city="Bonn"]',
    calls: [{ name: 'get_weather', arguments: { city: 'Bonn' } }],
    notices: ['repaired'],
  },
  {
    name: 'The answer continues after a malformed call',
    text: '[get_weather(city=get_time())] Hm.',
    say: ' Hm.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: "A call without brackets in Gemma's fence",
    text: "Let me look.\n```tool_code\nget_weather(city='Oslo')\n```",
    say: 'Let me look.\n',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  {
    name: "Two calls on two lines in Gemma's fence",
    text: "```tool_code\nget_weather(city='Oslo')\nget_time()\n```\n",
    calls: [
      { name: 'get_weather', arguments: { city: 'Oslo' } },
      { name: 'get_time', arguments: {} },
    ],
  },
  {
    name: 'Another fence is text',
    text: "```python\nget_weather(city='Oslo')\n```",
    say: "```python\nget_weather(city='Oslo')\n```",
    calls: [],
  },
];
