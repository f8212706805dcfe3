import { type FormatCase, large } from './case.ts';

/** OLMo 3: Python calls in tags, one per line. */
export const olmo3: readonly FormatCase[] = [
  {
    name: 'One call',
    text: "<function_calls>\nget_weather(city='Vaasa')\n</function_calls>",
    calls: [{ name: 'get_weather', arguments: { city: 'Vaasa' } }],
  },
  {
    name: 'Two calls',
    text: "<function_calls>\nget_weather(city='Vaasa', days=3)\nget_weather(city='Turku', unit='celsius')\n</function_calls>",
    calls: [
      { name: 'get_weather', arguments: { city: 'Vaasa', days: 3 } },
      { name: 'get_weather', arguments: { city: 'Turku', unit: 'celsius' } },
    ],
  },
  {
    name: 'The text before and after a call is kept',
    text: "Let me look that up.\n<function_calls>\nget_weather(city='Turku')\n</function_calls>\nThat is all for now.",
    say: 'Let me look that up.\n\nThat is all for now.',
    calls: [{ name: 'get_weather', arguments: { city: 'Turku' } }],
  },
  {
    name: 'A call with empty arguments',
    text: '<function_calls>\nget_time()\n</function_calls>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'A string with quotes, braces, backslashes, line breaks and non-Latin text is read exactly',
    text: "<function_calls>\nwrite_file(path='C:\\\\tmp\\\\東京タワー 🗼.txt', content='He said \"no\"; if (a[0] == \\'}\\') { b = \"\\\\\\\\\"; }\\n\\t東京タワー 🗼')\n</function_calls>",
    calls: [
      {
        name: 'write_file',
        arguments: {
          path: 'C:\\tmp\\東京タワー 🗼.txt',
          content: 'He said "no"; if (a[0] == \'}\') { b = "\\\\"; }\n\t東京タワー 🗼',
        },
      },
    ],
  },
  {
    name: 'Markers of the format inside a value stay part of the value',
    text: "<function_calls>\nwrite_file(path='notes.md', content='<function_calls> inside </function_calls> stays')\n</function_calls>",
    calls: [
      {
        name: 'write_file',
        arguments: { path: 'notes.md', content: '<function_calls> inside </function_calls> stays' },
      },
    ],
  },
  {
    name: 'Nested objects and arrays (bug 6.15)',
    text: "<function_calls>\nplan_trip(stops=[{'place': 'Vaasa', 'nights': 2}, {'place': 'Turku', 'nights': 1}], budget=99.5, traveller={'name': 'Ada', 'address': {'street': 'High {St} 1', 'zip': '02134'}}, note=None)\n</function_calls>",
    calls: [
      {
        name: 'plan_trip',
        arguments: {
          stops: [
            { place: 'Vaasa', nights: 2 },
            { place: 'Turku', nights: 1 },
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
    text: '<function_calls>\nset_lamp(serial=12345678901234567890)\n</function_calls>',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value } }],
    notices: ['inexact'],
    argumentsText: ['{"serial":12345678901234567890}'],
  },
  {
    name: 'A complete call without its closing marker is read',
    text: "<function_calls>\nset_lamp(on=False, level='low')\n",
    calls: [{ name: 'set_lamp', arguments: { on: false, level: 'low' } }],
  },
  {
    name: 'A text that ends inside the arguments makes no call',
    text: "<function_calls>\nwrite_file(path='a.txt', content='half",
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'Several closing brackets directly after a boolean (bug 6.3)',
    text: '<function_calls>\nset_lamp(on=True)\n</function_calls>',
    calls: [{ name: 'set_lamp', arguments: { on: true } }],
  },
  {
    name: 'A call with arguments after a call without arguments (bug 6.9)',
    text: "<function_calls>\nget_time()\nget_weather(city='Turku', days=1)\n</function_calls>",
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Turku', days: 1 } },
    ],
  },
  {
    name: 'An unbalanced bracket inside a shell command (bugs 6.13, 6.14)',
    text: "<function_calls>\nwrite_file(path='run.sh', content='if [ -f a ]; then echo \"{\"; fi')\n</function_calls>",
    calls: [{ name: 'write_file', arguments: { path: 'run.sh', content: 'if [ -f a ]; then echo "{"; fi' } }],
  },
  {
    name: 'Digits in a string stay a string (bug 6.30)',
    text: "<function_calls>\nplan_trip(traveller={'address': {'zip': '00501'}}, note='null')\n</function_calls>",
    calls: [{ name: 'plan_trip', arguments: { traveller: { address: { zip: '00501' } }, note: 'null' } }],
  },
  {
    name: 'toolChoice "none" suppresses the call',
    text: "Well. <function_calls>\nget_time(zone='UTC')\n</function_calls>",
    options: { toolChoice: 'none' },
    say: 'Well. ',
    calls: [],
    notices: ['suppressed'],
  },
  {
    name: 'With an empty tool list, the call is text',
    text: "<function_calls>\nget_time(zone='UTC')\n</function_calls>",
    tools: 'none',
    say: "<function_calls>\nget_time(zone='UTC')\n</function_calls>",
    calls: [],
  },
  {
    name: 'Without a tool list, any name is a call',
    text: '<function_calls>\nlaunch_probe(stage=2)\n</function_calls>',
    tools: 'open',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'A call of an unknown tool is passed on',
    text: '<function_calls>\nlaunch_probe(stage=2)\n</function_calls>',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'The policy unknownTools "dropped" drops a call of an unknown tool',
    text: '<function_calls>\nlaunch_probe()\nget_time()\n</function_calls>',
    options: { policy: { unknownTools: 'dropped' } },
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['unknown-tool'],
  },
  {
    name: 'JSON in the answer is not a call (bug 6.27)',
    text: 'Here is the record: {"name": "get_time", "arguments": {}} as asked.',
    say: 'Here is the record: {"name": "get_time", "arguments": {}} as asked.',
    calls: [],
  },
  {
    name: 'The policy textAround "trimmed" removes white space around a call',
    text: 'Let me look that up.\n\n<function_calls>\nget_time()\n</function_calls>\n\nThat is all for now.',
    options: { policy: { textAround: 'trimmed' } },
    say: 'Let me look that up.That is all for now.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'The policy textAfter "dropped" removes text after a call',
    text: 'Let me look that up. <function_calls>\nget_time()\n</function_calls> The result: 12:00',
    options: { policy: { textAfter: 'dropped' } },
    say: 'Let me look that up. ',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['left-out'],
  },
  {
    name: 'Reasoning before a call',
    text: "<think>Which city? Vaasa.</think>\n\n<function_calls>\nget_weather(city='Vaasa')\n</function_calls>",
    think: 'Which city? Vaasa.',
    calls: [{ name: 'get_weather', arguments: { city: 'Vaasa' } }],
  },
  {
    name: 'Reasoning that the prompt opened',
    text: "The user means Turku.</think>\n<function_calls>\nget_weather(city='Turku')\n</function_calls>",
    options: { startInReasoning: true },
    think: 'The user means Turku.',
    calls: [{ name: 'get_weather', arguments: { city: 'Turku' } }],
  },
  {
    name: 'A call inside the reasoning is a draft and stays reasoning (bug 6.24)',
    text: "<think>Perhaps <function_calls>\nget_time()\n</function_calls> would do.</think><function_calls>\nget_weather(city='Vaasa')\n</function_calls>",
    think: 'Perhaps <function_calls>\nget_time()\n</function_calls> would do.',
    calls: [{ name: 'get_weather', arguments: { city: 'Vaasa' } }],
    notices: ['in-reasoning'],
  },
  {
    name: 'A leading closing marker of reasoning is dropped (bug 6.26)',
    text: '</think>\n\nThat is all for now.',
    say: 'That is all for now.',
    calls: [],
  },
  {
    name: 'Brackets and quotes inside strings (bug 6.16)',
    text: "<function_calls>\nwrite_file(path='a]b)', content='don\\'t }])', tags=['(', \"[x\"])\n</function_calls>",
    calls: [{ name: 'write_file', arguments: { path: 'a]b)', content: "don't }])", tags: ['(', '[x'] } }],
  },
  {
    name: 'A backslash at the end of a string (bug 6.16)',
    text: '<function_calls>\nwrite_file(path=\'C:\\\\\', content="\\\\")\n</function_calls>',
    calls: [{ name: 'write_file', arguments: { path: 'C:\\', content: '\\' } }],
  },
  {
    name: 'Negative numbers and exponents (bug 6.16)',
    text: '<function_calls>\nplan_trip(budget=-1.5e3, stops=[{"nights": -2}])\n</function_calls>',
    calls: [{ name: 'plan_trip', arguments: { budget: -1500, stops: [{ nights: -2 }] } }],
  },
  {
    name: 'A set becomes an array (bug 6.16)',
    text: "<function_calls>\nwrite_file(path='a', content='b', tags={'x', 'y'})\n</function_calls>",
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'b', tags: ['x', 'y'] } }],
  },
  {
    name: 'A text that ends where a brace may still open a set makes no call',
    text: "<function_calls>\nplan_trip(stops=[{'pla",
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'A tuple becomes an array (bug 6.16)',
    text: "<function_calls>\nwrite_file(path='a', content='b', tags=('x', 'y'))\n</function_calls>",
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'b', tags: ['x', 'y'] } }],
  },
  {
    name: 'A tuple with one item becomes an array (bug 6.16)',
    text: "<function_calls>\nwrite_file(path='a', content='b', tags=('x',))\n</function_calls>",
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'b', tags: ['x'] } }],
  },
  {
    name: 'Reserved words of Python as argument names (bug 6.16)',
    text: '<function_calls>\nlaunch_probe(class=\'a\', lambda=1, from="b")\n</function_calls>',
    tools: 'open',
    calls: [{ name: 'launch_probe', arguments: { class: 'a', lambda: 1, from: 'b' } }],
  },
  {
    name: 'A number with leading zeros is repaired (bug 6.16)',
    text: '<function_calls>\nget_weather(city="Ulm", days=007)\n</function_calls>',
    calls: [{ name: 'get_weather', arguments: { city: 'Ulm', days: 7 } }],
    notices: ['repaired'],
  },
  {
    name: 'A raw line break in a string is repaired (bug 6.16)',
    text: '<function_calls>\nwrite_file(path="a", content="one\ntwo")\n</function_calls>',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'one\ntwo' } }],
    notices: ['repaired'],
  },
  {
    name: 'A triple-quoted string with line breaks and quotes',
    text: '<function_calls>\nwrite_file(path="a", content="""one "x"\n\'two\'\n""")\n</function_calls>',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'one "x"\n\'two\'\n' } }],
  },
  {
    name: 'A raw string of Python',
    text: '<function_calls>\nwrite_file(path=r"C:\\new\\t", content="x")\n</function_calls>',
    calls: [{ name: 'write_file', arguments: { path: 'C:\\new\\t', content: 'x' } }],
  },
  {
    name: 'Escape sequences of Python (bug 6.31)',
    text: '<function_calls>\nget_weather(city="\\u00e9 \\x41 \\U0001F600 \\\'")\n</function_calls>',
    calls: [{ name: 'get_weather', arguments: { city: "é A 😀 '" } }],
  },
  {
    name: 'JSON constants in a Python call',
    text: '<function_calls>\nset_lamp(on=true, colour=null)\n</function_calls>',
    calls: [{ name: 'set_lamp', arguments: { on: true, colour: null } }],
  },
  {
    name: 'A trailing comma',
    text: '<function_calls>\nset_lamp(on=False, level="low",)\n</function_calls>',
    calls: [{ name: 'set_lamp', arguments: { on: false, level: 'low' } }],
  },
  {
    name: 'Positional arguments get their names from the schema',
    text: '<function_calls>\nget_weather("Ulm", unit="celsius")\n</function_calls>',
    calls: [{ name: 'get_weather', arguments: { city: 'Ulm', unit: 'celsius' } }],
    notices: ['repaired'],
  },
  {
    name: 'An argument that occurs twice causes the notice "inexact"',
    text: '<function_calls>\nget_weather(city="Ulm", city="Bern")\n</function_calls>',
    calls: [{ name: 'get_weather', arguments: { city: 'Bern' } }],
    notices: ['inexact'],
  },
  {
    name: 'Adjacent strings are joined',
    text: "<function_calls>\nwrite_file(path='a', content='one ' 'two')\n</function_calls>",
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'one two' } }],
  },
  {
    name: 'An arithmetic expression is not evaluated and makes the call malformed',
    text: '<function_calls>\nget_weather(city="Ulm", days=1+2)\n</function_calls>',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'A nested call is not evaluated and makes the outer call malformed',
    text: '<function_calls>\nget_weather(city=get_time())\n</function_calls>',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'A variable as a value makes the call malformed',
    text: '<function_calls>\nget_weather(city=city)\n</function_calls>',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'A number with underscores is repaired',
    text: '<function_calls>\nplan_trip(budget=1_000)\n</function_calls>',
    calls: [{ name: 'plan_trip', arguments: { budget: 1000 } }],
    notices: ['repaired'],
  },
  {
    name: 'Unescaped quotes in a string are repaired',
    text: "<function_calls>\nget_weather(city='L'Aquila')\n</function_calls>",
    calls: [{ name: 'get_weather', arguments: { city: "L'Aquila" } }],
    notices: ['repaired'],
  },
  {
    name: 'White space wherever Python allows it',
    text: '<function_calls>\nget_weather(\n    city = "Ulm" ,\n    days = 2\n)\n</function_calls>',
    calls: [{ name: 'get_weather', arguments: { city: 'Ulm', days: 2 } }],
  },
  {
    name: 'A name with dots',
    text: '<function_calls>\ncalendar.create_event(day="Monday")\n</function_calls>',
    tools: 'open',
    calls: [{ name: 'calendar.create_event', arguments: { day: 'Monday' } }],
  },
  {
    name: 'A call on one line with its tags',
    text: '<function_calls>get_time()</function_calls>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'Three calls with an empty line between them',
    text: '<function_calls>\nget_time()\n\nget_weather(city="Vaasa")\nget_time(zone="EET")\n</function_calls>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Vaasa' } },
      { name: 'get_time', arguments: { zone: 'EET' } },
    ],
  },
  {
    name: 'A list of calls in place of lines',
    text: '<function_calls>\n[get_time(), get_weather(city="Turku")]\n</function_calls>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Turku' } },
    ],
  },
  {
    name: 'Tags with nothing between them are dropped',
    text: '<function_calls>\n</function_calls>Hello.',
    say: 'Hello.',
    calls: [],
  },
  {
    name: 'Content between the markers that is not a call stays text',
    text: '<function_calls>\nnothing to do\n</function_calls>',
    say: '<function_calls>\nnothing to do\n</function_calls>',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'The answer continues after a malformed call',
    text: '<function_calls>\nget_weather(city=Turku linna)\n</function_calls> Hm.',
    say: ' Hm.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'If the second of two calls is truncated, only the first is read',
    text: '<function_calls>\nget_time()\nget_weather(city="Tu',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['incomplete'],
  },
  {
    name: 'Calls in prose are text (bug 6.28)',
    text: 'Call get_time() and get_weather(city="Turku").',
    say: 'Call get_time() and get_weather(city="Turku").',
    calls: [],
  },
  {
    name: 'End-of-message tokens are not text',
    text: '<function_calls>get_time()</function_calls><|im_end|>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'Prose that mentions the tag is not a call',
    text: 'The tag <function_calls> opens calls.',
    say: 'The tag <function_calls> opens calls.',
    calls: [],
    notices: ['malformed'],
  },
];
