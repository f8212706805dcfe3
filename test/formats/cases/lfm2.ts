import { type FormatCase, large } from './case.ts';

/** LFM2: a list of Python calls between markers. */
export const lfm2: readonly FormatCase[] = [
  {
    name: 'one call',
    text: "<|tool_call_start|>[get_weather(city='Tartu')]<|tool_call_end|>",
    calls: [{ name: 'get_weather', arguments: { city: 'Tartu' } }],
  },
  {
    name: 'two calls',
    text: "<|tool_call_start|>[get_weather(city='Tartu', days=3), get_weather(city='Narva', unit='celsius')]<|tool_call_end|>",
    calls: [
      { name: 'get_weather', arguments: { city: 'Tartu', days: 3 } },
      { name: 'get_weather', arguments: { city: 'Narva', unit: 'celsius' } },
    ],
  },
  {
    name: 'text before and after',
    text: "Checking the forecast.\n<|tool_call_start|>[get_weather(city='Narva')]<|tool_call_end|>\nBack in a second.",
    say: 'Checking the forecast.\n\nBack in a second.',
    calls: [{ name: 'get_weather', arguments: { city: 'Narva' } }],
  },
  {
    name: 'no arguments',
    text: '<|tool_call_start|>[get_time()]<|tool_call_end|>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'quotes, braces, backslashes, line breaks and other scripts in a string',
    text: "<|tool_call_start|>[write_file(path='C:\\\\tmp\\\\emoji 👩‍👩‍👧 done.txt', content='He said \"no\"; if (a[0] == \\'}\\') { b = \"\\\\\\\\\"; }\\n\\temoji 👩‍👩‍👧 done')]<|tool_call_end|>",
    calls: [
      {
        name: 'write_file',
        arguments: {
          path: 'C:\\tmp\\emoji 👩‍👩‍👧 done.txt',
          content: 'He said "no"; if (a[0] == \'}\') { b = "\\\\"; }\n\temoji 👩‍👩‍👧 done',
        },
      },
    ],
  },
  {
    name: 'its own markers within a value',
    text: "<|tool_call_start|>[write_file(path='notes.md', content='<|tool_call_start|> inside <|tool_call_end|> stays')]<|tool_call_end|>",
    calls: [
      {
        name: 'write_file',
        arguments: { path: 'notes.md', content: '<|tool_call_start|> inside <|tool_call_end|> stays' },
      },
    ],
  },
  {
    name: '6.15: objects and arrays within each other',
    text: "<|tool_call_start|>[plan_trip(stops=[{'place': 'Tartu', 'nights': 2}, {'place': 'Narva', 'nights': 1}], budget=99.5, traveller={'name': 'Ada', 'address': {'street': 'High {St} 1', 'zip': '02134'}}, note=None)]<|tool_call_end|>",
    calls: [
      {
        name: 'plan_trip',
        arguments: {
          stops: [
            { place: 'Tartu', nights: 2 },
            { place: 'Narva', nights: 1 },
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
    text: '<|tool_call_start|>[set_lamp(serial=12345678901234567890)]<|tool_call_end|>',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value } }],
    notices: ['inexact'],
    argumentsText: ['{"serial":12345678901234567890}'],
  },
  {
    name: 'the closing marker never comes',
    text: "<|tool_call_start|>[set_lamp(on=False, level='low')]",
    calls: [{ name: 'set_lamp', arguments: { on: false, level: 'low' } }],
  },
  {
    name: 'cut within the arguments',
    text: "<|tool_call_start|>[write_file(path='a.txt', content='half",
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: '6.3: three closers at once behind a boolean',
    text: '<|tool_call_start|>[set_lamp(on=True)]<|tool_call_end|>',
    calls: [{ name: 'set_lamp', arguments: { on: true } }],
  },
  {
    name: '6.9: arguments behind a call without any',
    text: "<|tool_call_start|>[get_time(), get_weather(city='Narva', days=1)]<|tool_call_end|>",
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Narva', days: 1 } },
    ],
  },
  {
    name: '6.13, 6.14: a brace alone within a shell command',
    text: '<|tool_call_start|>[write_file(path=\'run.sh\', content=\'printf "%s\\\\n" "[["\')]<|tool_call_end|>',
    calls: [{ name: 'write_file', arguments: { path: 'run.sh', content: 'printf "%s\\n" "[["' } }],
  },
  {
    name: '6.30: digits in a string stay a string',
    text: "<|tool_call_start|>[plan_trip(traveller={'address': {'zip': '00501'}}, note='null')]<|tool_call_end|>",
    calls: [{ name: 'plan_trip', arguments: { traveller: { address: { zip: '00501' } }, note: 'null' } }],
  },
  {
    name: 'a choice of no tools leaves the call out',
    text: "Well. <|tool_call_start|>[get_time(zone='UTC')]<|tool_call_end|>",
    options: { toolChoice: 'none' },
    say: 'Well. ',
    calls: [],
    notices: ['suppressed'],
  },
  {
    name: 'without tools it is text',
    text: "<|tool_call_start|>[get_time(zone='UTC')]<|tool_call_end|>",
    tools: 'none',
    say: "<|tool_call_start|>[get_time(zone='UTC')]<|tool_call_end|>",
    calls: [],
  },
  {
    name: 'any name where nobody said which tools there are',
    text: '<|tool_call_start|>[launch_probe(stage=2)]<|tool_call_end|>',
    tools: 'open',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'a tool that nobody knows is passed on',
    text: '<|tool_call_start|>[launch_probe(stage=2)]<|tool_call_end|>',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'a tool that nobody knows is left out where the policy says so',
    text: '<|tool_call_start|>[launch_probe(), get_time()]<|tool_call_end|>',
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
    text: 'Checking the forecast.\n\n<|tool_call_start|>[get_time()]<|tool_call_end|>\n\nBack in a second.',
    options: { policy: { textAround: 'trimmed' } },
    say: 'Checking the forecast.Back in a second.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'text behind a call goes where the policy says so',
    text: 'Checking the forecast. <|tool_call_start|>[get_time()]<|tool_call_end|> The result: 12:00',
    options: { policy: { textAfter: 'dropped' } },
    say: 'Checking the forecast. ',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['left-out'],
  },
  {
    name: 'thoughts before a call',
    text: "<think>Which city? Tartu.</think>\n\n<|tool_call_start|>[get_weather(city='Tartu')]<|tool_call_end|>",
    think: 'Which city? Tartu.',
    calls: [{ name: 'get_weather', arguments: { city: 'Tartu' } }],
  },
  {
    name: 'thoughts that the prompt opened',
    text: "The user means Narva.</think>\n<|tool_call_start|>[get_weather(city='Narva')]<|tool_call_end|>",
    options: { startInReasoning: true },
    think: 'The user means Narva.',
    calls: [{ name: 'get_weather', arguments: { city: 'Narva' } }],
  },
  {
    name: '6.24: a draft among thoughts is no call',
    text: "<think>Perhaps <|tool_call_start|>[get_time()]<|tool_call_end|> would do.</think><|tool_call_start|>[get_weather(city='Tartu')]<|tool_call_end|>",
    think: 'Perhaps <|tool_call_start|>[get_time()]<|tool_call_end|> would do.',
    calls: [{ name: 'get_weather', arguments: { city: 'Tartu' } }],
    notices: ['in-reasoning'],
  },
  {
    name: '6.26: the prompt opened and closed the thoughts',
    text: '</think>\n\nBack in a second.',
    say: 'Back in a second.',
    calls: [],
  },
  {
    name: '6.16: brackets and quotes within strings',
    text: "<|tool_call_start|>[write_file(path='a]b)', content='don\\'t }])', tags=['(', \"[x\"])]<|tool_call_end|>",
    calls: [{ name: 'write_file', arguments: { path: 'a]b)', content: "don't }])", tags: ['(', '[x'] } }],
  },
  {
    name: '6.16: a backslash at the end of a string',
    text: '<|tool_call_start|>[write_file(path=\'C:\\\\\', content="\\\\")]<|tool_call_end|>',
    calls: [{ name: 'write_file', arguments: { path: 'C:\\', content: '\\' } }],
  },
  {
    name: '6.16: negative numbers and exponents',
    text: '<|tool_call_start|>[plan_trip(budget=-1.5e3, stops=[{"nights": -2}])]<|tool_call_end|>',
    calls: [{ name: 'plan_trip', arguments: { budget: -1500, stops: [{ nights: -2 }] } }],
  },
  {
    name: '6.16: a set is an array',
    text: "<|tool_call_start|>[write_file(path='a', content='b', tags={'x', 'y'})]<|tool_call_end|>",
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'b', tags: ['x', 'y'] } }],
  },
  {
    name: 'cut where a brace may still open a set',
    text: "<|tool_call_start|>[plan_trip(stops=[{'pla",
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: '6.16: a tuple is an array',
    text: "<|tool_call_start|>[write_file(path='a', content='b', tags=('x', 'y'))]<|tool_call_end|>",
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'b', tags: ['x', 'y'] } }],
  },
  {
    name: '6.16: a tuple of one',
    text: "<|tool_call_start|>[write_file(path='a', content='b', tags=('x',))]<|tool_call_end|>",
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'b', tags: ['x'] } }],
  },
  {
    name: '6.16: words that Python keeps for itself',
    text: '<|tool_call_start|>[launch_probe(class=\'a\', lambda=1, from="b")]<|tool_call_end|>',
    tools: 'open',
    calls: [{ name: 'launch_probe', arguments: { class: 'a', lambda: 1, from: 'b' } }],
  },
  {
    name: '6.16: leading zeros where a number is wanted',
    text: '<|tool_call_start|>[get_weather(city="Ulm", days=007)]<|tool_call_end|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Ulm', days: 7 } }],
    notices: ['repaired'],
  },
  {
    name: '6.16: a raw line break in a string is mended',
    text: '<|tool_call_start|>[write_file(path="a", content="one\ntwo")]<|tool_call_end|>',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'one\ntwo' } }],
    notices: ['repaired'],
  },
  {
    name: 'three quotes hold line breaks and quotes',
    text: '<|tool_call_start|>[write_file(path="a", content="""one "x"\n\'two\'\n""")]<|tool_call_end|>',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'one "x"\n\'two\'\n' } }],
  },
  {
    name: 'a string as it stands',
    text: '<|tool_call_start|>[write_file(path=r"C:\\new\\t", content="x")]<|tool_call_end|>',
    calls: [{ name: 'write_file', arguments: { path: 'C:\\new\\t', content: 'x' } }],
  },
  {
    name: '6.31: escapes of Python',
    text: '<|tool_call_start|>[get_weather(city="\\u00e9 \\x41 \\U0001F600 \\\'")]<|tool_call_end|>',
    calls: [{ name: 'get_weather', arguments: { city: "é A 😀 '" } }],
  },
  {
    name: 'constants of JSON',
    text: '<|tool_call_start|>[set_lamp(on=true, colour=null)]<|tool_call_end|>',
    calls: [{ name: 'set_lamp', arguments: { on: true, colour: null } }],
  },
  {
    name: 'a trailing comma',
    text: '<|tool_call_start|>[set_lamp(on=False, level="low",)]<|tool_call_end|>',
    calls: [{ name: 'set_lamp', arguments: { on: false, level: 'low' } }],
  },
  {
    name: 'arguments by their place are named by the schema',
    text: '<|tool_call_start|>[get_weather("Ulm", unit="celsius")]<|tool_call_end|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Ulm', unit: 'celsius' } }],
    notices: ['repaired'],
  },
  {
    name: 'an argument named twice is told',
    text: '<|tool_call_start|>[get_weather(city="Ulm", city="Bern")]<|tool_call_end|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Bern' } }],
    notices: ['inexact'],
  },
  {
    name: 'strings side by side are one',
    text: "<|tool_call_start|>[write_file(path='a', content='one ' 'two')]<|tool_call_end|>",
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'one two' } }],
  },
  {
    name: 'a sum is not computed',
    text: '<|tool_call_start|>[get_weather(city="Ulm", days=1+2)]<|tool_call_end|>',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'a call within a call is not made',
    text: '<|tool_call_start|>[get_weather(city=get_time())]<|tool_call_end|>',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'a variable is no value',
    text: '<|tool_call_start|>[get_weather(city=city)]<|tool_call_end|>',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'a number with underscores',
    text: '<|tool_call_start|>[plan_trip(budget=1_000)]<|tool_call_end|>',
    calls: [{ name: 'plan_trip', arguments: { budget: 1000 } }],
    notices: ['repaired'],
  },
  {
    name: 'quotes within a string that nobody escaped are mended',
    text: "<|tool_call_start|>[get_weather(city='L'Aquila')]<|tool_call_end|>",
    calls: [{ name: 'get_weather', arguments: { city: "L'Aquila" } }],
    notices: ['repaired'],
  },
  {
    name: 'white space wherever Python allows it',
    text: '<|tool_call_start|>[get_weather(\n    city = "Ulm" ,\n    days = 2\n)]<|tool_call_end|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Ulm', days: 2 } }],
  },
  {
    name: 'a name with dots',
    text: '<|tool_call_start|>[calendar.create_event(day="Monday")]<|tool_call_end|>',
    tools: 'open',
    calls: [{ name: 'calendar.create_event', arguments: { day: 'Monday' } }],
  },
  {
    name: 'JSON in their place',
    text: '<|tool_call_start|>[{"name": "get_weather", "arguments": {"city": "Narva"}}, {"name": "get_time", "arguments": {}}]<|tool_call_end|>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Narva' } },
      { name: 'get_time', arguments: {} },
    ],
  },
  {
    name: 'one object in their place',
    text: '<|tool_call_start|>{"name": "get_time", "arguments": {}}<|tool_call_end|>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'one call without brackets',
    text: '<|tool_call_start|>get_time()<|tool_call_end|>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'markers twice',
    text: '<|tool_call_start|>[get_time()]<|tool_call_end|>\n<|tool_call_start|>[get_time(zone="EET")]<|tool_call_end|>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_time', arguments: { zone: 'EET' } },
    ],
  },
  {
    name: 'an empty list says nothing',
    text: '<|tool_call_start|>[]<|tool_call_end|>Hello.',
    say: 'Hello.',
    calls: [],
  },
  {
    name: 'markers around nothing say nothing',
    text: '<|tool_call_start|><|tool_call_end|>Hello.',
    say: 'Hello.',
    calls: [],
  },
  {
    name: 'what is no call stays text',
    text: '<|tool_call_start|>nothing to do<|tool_call_end|>',
    say: '<|tool_call_start|>nothing to do<|tool_call_end|>',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'a list that never closes',
    text: '<|tool_call_start|>[get_time(zone="EET")<|tool_call_end|> Hm.',
    say: ' Hm.',
    calls: [{ name: 'get_time', arguments: { zone: 'EET' } }],
  },
  {
    name: 'a missing parenthesis is mended',
    text: '<|tool_call_start|>[get_weather(city="Tartu"]<|tool_call_end|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Tartu' } }],
    notices: ['repaired'],
  },
  {
    name: 'a broken call ends, and the answer goes on behind it',
    text: '<|tool_call_start|>[get_weather(city=Tartu Raekoja)]<|tool_call_end|> Hm.',
    say: ' Hm.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'ends of messages are no text',
    text: '<|tool_call_start|>[get_time()]<|tool_call_end|>Checking.<|im_end|>',
    say: 'Checking.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  { name: '6.28: a call without markers is prose', text: '[get_time()]', say: '[get_time()]', calls: [] },
  {
    name: '6.27: prose that names the marker',
    text: 'The marker <|tool_call_start|> opens a call.',
    say: 'The marker <|tool_call_start|> opens a call.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'the second of two is cut',
    text: '<|tool_call_start|>[get_time(), get_weather(city="Ta',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['incomplete'],
  },
];
