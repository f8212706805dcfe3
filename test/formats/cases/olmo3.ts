import { type FormatCase, large } from './case.ts';

/** OLMo 3: Python calls in tags, one a line. */
export const olmo3: readonly FormatCase[] = [
  {
    name: 'one call',
    text: "<function_calls>\nget_weather(city='Vaasa')\n</function_calls>",
    calls: [{ name: 'get_weather', arguments: { city: 'Vaasa' } }],
  },
  {
    name: 'two calls',
    text: "<function_calls>\nget_weather(city='Vaasa', days=3)\nget_weather(city='Turku', unit='celsius')\n</function_calls>",
    calls: [
      { name: 'get_weather', arguments: { city: 'Vaasa', days: 3 } },
      { name: 'get_weather', arguments: { city: 'Turku', unit: 'celsius' } },
    ],
  },
  {
    name: 'text before and after',
    text: "Let me look that up.\n<function_calls>\nget_weather(city='Turku')\n</function_calls>\nThat is all for now.",
    say: 'Let me look that up.\n\nThat is all for now.',
    calls: [{ name: 'get_weather', arguments: { city: 'Turku' } }],
  },
  {
    name: 'no arguments',
    text: '<function_calls>\nget_time()\n</function_calls>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'quotes, braces, backslashes, line breaks and other scripts in a string',
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
    name: 'its own markers within a value',
    text: "<function_calls>\nwrite_file(path='notes.md', content='<function_calls> inside </function_calls> stays')\n</function_calls>",
    calls: [
      {
        name: 'write_file',
        arguments: { path: 'notes.md', content: '<function_calls> inside </function_calls> stays' },
      },
    ],
  },
  {
    name: '6.15: objects and arrays within each other',
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
    name: 'an integer of twenty digits stays exact as text',
    text: '<function_calls>\nset_lamp(serial=12345678901234567890)\n</function_calls>',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value } }],
    notices: ['inexact'],
    argumentsText: ['{"serial":12345678901234567890}'],
  },
  {
    name: 'the closing marker never comes',
    text: "<function_calls>\nset_lamp(on=False, level='low')\n",
    calls: [{ name: 'set_lamp', arguments: { on: false, level: 'low' } }],
  },
  {
    name: 'cut within the arguments',
    text: "<function_calls>\nwrite_file(path='a.txt', content='half",
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: '6.3: three closers at once behind a boolean',
    text: '<function_calls>\nset_lamp(on=True)\n</function_calls>',
    calls: [{ name: 'set_lamp', arguments: { on: true } }],
  },
  {
    name: '6.9: arguments behind a call without any',
    text: "<function_calls>\nget_time()\nget_weather(city='Turku', days=1)\n</function_calls>",
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Turku', days: 1 } },
    ],
  },
  {
    name: '6.13, 6.14: a brace alone within a shell command',
    text: "<function_calls>\nwrite_file(path='run.sh', content='if [ -f a ]; then echo \"{\"; fi')\n</function_calls>",
    calls: [{ name: 'write_file', arguments: { path: 'run.sh', content: 'if [ -f a ]; then echo "{"; fi' } }],
  },
  {
    name: '6.30: digits in a string stay a string',
    text: "<function_calls>\nplan_trip(traveller={'address': {'zip': '00501'}}, note='null')\n</function_calls>",
    calls: [{ name: 'plan_trip', arguments: { traveller: { address: { zip: '00501' } }, note: 'null' } }],
  },
  {
    name: 'a choice of no tools leaves the call out',
    text: "Well. <function_calls>\nget_time(zone='UTC')\n</function_calls>",
    options: { toolChoice: 'none' },
    say: 'Well. ',
    calls: [],
    notices: ['suppressed'],
  },
  {
    name: 'without tools it is text',
    text: "<function_calls>\nget_time(zone='UTC')\n</function_calls>",
    tools: 'none',
    say: "<function_calls>\nget_time(zone='UTC')\n</function_calls>",
    calls: [],
  },
  {
    name: 'any name where nobody said which tools there are',
    text: '<function_calls>\nlaunch_probe(stage=2)\n</function_calls>',
    tools: 'open',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'a tool that nobody knows is passed on',
    text: '<function_calls>\nlaunch_probe(stage=2)\n</function_calls>',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'a tool that nobody knows is left out where the policy says so',
    text: '<function_calls>\nlaunch_probe()\nget_time()\n</function_calls>',
    options: { policy: { unknownTools: 'dropped' } },
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['unknown-tool'],
  },
  {
    name: '6.27: JSON in an answer is no call',
    text: 'Here is the record: {"name": "get_time", "arguments": {}} as asked.',
    say: 'Here is the record: {"name": "get_time", "arguments": {}} as asked.',
    calls: [],
  },
  {
    name: 'white space around a call goes where the policy says so',
    text: 'Let me look that up.\n\n<function_calls>\nget_time()\n</function_calls>\n\nThat is all for now.',
    options: { policy: { textAround: 'trimmed' } },
    say: 'Let me look that up.That is all for now.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'text behind a call goes where the policy says so',
    text: 'Let me look that up. <function_calls>\nget_time()\n</function_calls> The result: 12:00',
    options: { policy: { textAfter: 'dropped' } },
    say: 'Let me look that up. ',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['left-out'],
  },
  {
    name: 'thoughts before a call',
    text: "<think>Which city? Vaasa.</think>\n\n<function_calls>\nget_weather(city='Vaasa')\n</function_calls>",
    think: 'Which city? Vaasa.',
    calls: [{ name: 'get_weather', arguments: { city: 'Vaasa' } }],
  },
  {
    name: 'thoughts that the prompt opened',
    text: "The user means Turku.</think>\n<function_calls>\nget_weather(city='Turku')\n</function_calls>",
    options: { startInReasoning: true },
    think: 'The user means Turku.',
    calls: [{ name: 'get_weather', arguments: { city: 'Turku' } }],
  },
  {
    name: '6.24: a draft among thoughts is no call',
    text: "<think>Perhaps <function_calls>\nget_time()\n</function_calls> would do.</think><function_calls>\nget_weather(city='Vaasa')\n</function_calls>",
    think: 'Perhaps <function_calls>\nget_time()\n</function_calls> would do.',
    calls: [{ name: 'get_weather', arguments: { city: 'Vaasa' } }],
    notices: ['in-reasoning'],
  },
  {
    name: '6.26: the prompt opened and closed the thoughts',
    text: '</think>\n\nThat is all for now.',
    say: 'That is all for now.',
    calls: [],
  },
  {
    name: '6.16: brackets and quotes within strings',
    text: "<function_calls>\nwrite_file(path='a]b)', content='don\\'t }])', tags=['(', \"[x\"])\n</function_calls>",
    calls: [{ name: 'write_file', arguments: { path: 'a]b)', content: "don't }])", tags: ['(', '[x'] } }],
  },
  {
    name: '6.16: a backslash at the end of a string',
    text: '<function_calls>\nwrite_file(path=\'C:\\\\\', content="\\\\")\n</function_calls>',
    calls: [{ name: 'write_file', arguments: { path: 'C:\\', content: '\\' } }],
  },
  {
    name: '6.16: negative numbers and exponents',
    text: '<function_calls>\nplan_trip(budget=-1.5e3, stops=[{"nights": -2}])\n</function_calls>',
    calls: [{ name: 'plan_trip', arguments: { budget: -1500, stops: [{ nights: -2 }] } }],
  },
  {
    name: '6.16: a set is an array',
    text: "<function_calls>\nwrite_file(path='a', content='b', tags={'x', 'y'})\n</function_calls>",
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'b', tags: ['x', 'y'] } }],
  },
  {
    name: 'cut where a brace may still open a set',
    text: "<function_calls>\nplan_trip(stops=[{'pla",
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: '6.16: a tuple is an array',
    text: "<function_calls>\nwrite_file(path='a', content='b', tags=('x', 'y'))\n</function_calls>",
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'b', tags: ['x', 'y'] } }],
  },
  {
    name: '6.16: a tuple of one',
    text: "<function_calls>\nwrite_file(path='a', content='b', tags=('x',))\n</function_calls>",
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'b', tags: ['x'] } }],
  },
  {
    name: '6.16: words that Python keeps for itself',
    text: '<function_calls>\nlaunch_probe(class=\'a\', lambda=1, from="b")\n</function_calls>',
    tools: 'open',
    calls: [{ name: 'launch_probe', arguments: { class: 'a', lambda: 1, from: 'b' } }],
  },
  {
    name: '6.16: leading zeros where a number is wanted',
    text: '<function_calls>\nget_weather(city="Ulm", days=007)\n</function_calls>',
    calls: [{ name: 'get_weather', arguments: { city: 'Ulm', days: 7 } }],
    notices: ['repaired'],
  },
  {
    name: '6.16: a raw line break in a string is mended',
    text: '<function_calls>\nwrite_file(path="a", content="one\ntwo")\n</function_calls>',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'one\ntwo' } }],
    notices: ['repaired'],
  },
  {
    name: 'three quotes hold line breaks and quotes',
    text: '<function_calls>\nwrite_file(path="a", content="""one "x"\n\'two\'\n""")\n</function_calls>',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'one "x"\n\'two\'\n' } }],
  },
  {
    name: 'a string as it stands',
    text: '<function_calls>\nwrite_file(path=r"C:\\new\\t", content="x")\n</function_calls>',
    calls: [{ name: 'write_file', arguments: { path: 'C:\\new\\t', content: 'x' } }],
  },
  {
    name: '6.31: escapes of Python',
    text: '<function_calls>\nget_weather(city="\\u00e9 \\x41 \\U0001F600 \\\'")\n</function_calls>',
    calls: [{ name: 'get_weather', arguments: { city: "é A 😀 '" } }],
  },
  {
    name: 'constants of JSON',
    text: '<function_calls>\nset_lamp(on=true, colour=null)\n</function_calls>',
    calls: [{ name: 'set_lamp', arguments: { on: true, colour: null } }],
  },
  {
    name: 'a trailing comma',
    text: '<function_calls>\nset_lamp(on=False, level="low",)\n</function_calls>',
    calls: [{ name: 'set_lamp', arguments: { on: false, level: 'low' } }],
  },
  {
    name: 'arguments by their place are named by the schema',
    text: '<function_calls>\nget_weather("Ulm", unit="celsius")\n</function_calls>',
    calls: [{ name: 'get_weather', arguments: { city: 'Ulm', unit: 'celsius' } }],
    notices: ['repaired'],
  },
  {
    name: 'an argument named twice is told',
    text: '<function_calls>\nget_weather(city="Ulm", city="Bern")\n</function_calls>',
    calls: [{ name: 'get_weather', arguments: { city: 'Bern' } }],
    notices: ['inexact'],
  },
  {
    name: 'strings side by side are one',
    text: "<function_calls>\nwrite_file(path='a', content='one ' 'two')\n</function_calls>",
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'one two' } }],
  },
  {
    name: 'a sum is not computed',
    text: '<function_calls>\nget_weather(city="Ulm", days=1+2)\n</function_calls>',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'a call within a call is not made',
    text: '<function_calls>\nget_weather(city=get_time())\n</function_calls>',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'a variable is no value',
    text: '<function_calls>\nget_weather(city=city)\n</function_calls>',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'a number with underscores',
    text: '<function_calls>\nplan_trip(budget=1_000)\n</function_calls>',
    calls: [{ name: 'plan_trip', arguments: { budget: 1000 } }],
    notices: ['repaired'],
  },
  {
    name: 'quotes within a string that nobody escaped are mended',
    text: "<function_calls>\nget_weather(city='L'Aquila')\n</function_calls>",
    calls: [{ name: 'get_weather', arguments: { city: "L'Aquila" } }],
    notices: ['repaired'],
  },
  {
    name: 'white space wherever Python allows it',
    text: '<function_calls>\nget_weather(\n    city = "Ulm" ,\n    days = 2\n)\n</function_calls>',
    calls: [{ name: 'get_weather', arguments: { city: 'Ulm', days: 2 } }],
  },
  {
    name: 'a name with dots',
    text: '<function_calls>\ncalendar.create_event(day="Monday")\n</function_calls>',
    tools: 'open',
    calls: [{ name: 'calendar.create_event', arguments: { day: 'Monday' } }],
  },
  {
    name: 'on one line with its tags',
    text: '<function_calls>get_time()</function_calls>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'three lines, one of them empty',
    text: '<function_calls>\nget_time()\n\nget_weather(city="Vaasa")\nget_time(zone="EET")\n</function_calls>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Vaasa' } },
      { name: 'get_time', arguments: { zone: 'EET' } },
    ],
  },
  {
    name: 'a list in their place',
    text: '<function_calls>\n[get_time(), get_weather(city="Turku")]\n</function_calls>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Turku' } },
    ],
  },
  {
    name: 'tags around nothing say nothing',
    text: '<function_calls>\n</function_calls>Hello.',
    say: 'Hello.',
    calls: [],
  },
  {
    name: 'what is no call stays text',
    text: '<function_calls>\nnothing to do\n</function_calls>',
    say: '<function_calls>\nnothing to do\n</function_calls>',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'a broken call ends, and the answer goes on behind it',
    text: '<function_calls>\nget_weather(city=Turku linna)\n</function_calls> Hm.',
    say: ' Hm.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'the second of two is cut',
    text: '<function_calls>\nget_time()\nget_weather(city="Tu',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['incomplete'],
  },
  {
    name: '6.28: calls in prose',
    text: 'Call get_time() and get_weather(city="Turku").',
    say: 'Call get_time() and get_weather(city="Turku").',
    calls: [],
  },
  {
    name: 'ends of messages are no text',
    text: '<function_calls>get_time()</function_calls><|im_end|>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'prose that names the tag',
    text: 'The tag <function_calls> opens calls.',
    say: 'The tag <function_calls> opens calls.',
    calls: [],
    notices: ['malformed'],
  },
];
