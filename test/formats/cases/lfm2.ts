import { type FormatCase, large } from './case.ts';

/** LFM2: a list of Python calls between markers. */
export const lfm2: readonly FormatCase[] = [
  {
    name: 'One call',
    text: "<|tool_call_start|>[get_weather(city='Tartu')]<|tool_call_end|>",
    calls: [{ name: 'get_weather', arguments: { city: 'Tartu' } }],
  },
  {
    name: 'Two calls',
    text: "<|tool_call_start|>[get_weather(city='Tartu', days=3), get_weather(city='Narva', unit='celsius')]<|tool_call_end|>",
    calls: [
      { name: 'get_weather', arguments: { city: 'Tartu', days: 3 } },
      { name: 'get_weather', arguments: { city: 'Narva', unit: 'celsius' } },
    ],
  },
  {
    name: 'The text before and after a call is kept',
    text: "Checking the forecast.\n<|tool_call_start|>[get_weather(city='Narva')]<|tool_call_end|>\nBack in a second.",
    say: 'Checking the forecast.\n\nBack in a second.',
    calls: [{ name: 'get_weather', arguments: { city: 'Narva' } }],
  },
  {
    name: 'A call with empty arguments',
    text: '<|tool_call_start|>[get_time()]<|tool_call_end|>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'A string with quotes, braces, backslashes, line breaks and non-Latin text is read exactly',
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
    name: 'Markers of the format inside a value stay part of the value',
    text: "<|tool_call_start|>[write_file(path='notes.md', content='<|tool_call_start|> inside <|tool_call_end|> stays')]<|tool_call_end|>",
    calls: [
      {
        name: 'write_file',
        arguments: { path: 'notes.md', content: '<|tool_call_start|> inside <|tool_call_end|> stays' },
      },
    ],
  },
  {
    name: 'Nested objects and arrays (bug 6.15)',
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
    name: 'An integer of twenty digits is exact in argumentsText and causes the notice "inexact"',
    text: '<|tool_call_start|>[set_lamp(serial=12345678901234567890)]<|tool_call_end|>',
    calls: [{ name: 'set_lamp', arguments: { serial: large.value } }],
    notices: ['inexact'],
    argumentsText: ['{"serial":12345678901234567890}'],
  },
  {
    name: 'A complete call without its closing marker is read',
    text: "<|tool_call_start|>[set_lamp(on=False, level='low')]",
    calls: [{ name: 'set_lamp', arguments: { on: false, level: 'low' } }],
  },
  {
    name: 'A text that ends inside the arguments makes no call',
    text: "<|tool_call_start|>[write_file(path='a.txt', content='half",
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'Several closing brackets directly after a boolean (bug 6.3)',
    text: '<|tool_call_start|>[set_lamp(on=True)]<|tool_call_end|>',
    calls: [{ name: 'set_lamp', arguments: { on: true } }],
  },
  {
    name: 'A call with arguments after a call without arguments (bug 6.9)',
    text: "<|tool_call_start|>[get_time(), get_weather(city='Narva', days=1)]<|tool_call_end|>",
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_weather', arguments: { city: 'Narva', days: 1 } },
    ],
  },
  {
    name: 'An unbalanced bracket inside a shell command (bugs 6.13, 6.14)',
    text: '<|tool_call_start|>[write_file(path=\'run.sh\', content=\'printf "%s\\\\n" "[["\')]<|tool_call_end|>',
    calls: [{ name: 'write_file', arguments: { path: 'run.sh', content: 'printf "%s\\n" "[["' } }],
  },
  {
    name: 'Digits in a string stay a string (bug 6.30)',
    text: "<|tool_call_start|>[plan_trip(traveller={'address': {'zip': '00501'}}, note='null')]<|tool_call_end|>",
    calls: [{ name: 'plan_trip', arguments: { traveller: { address: { zip: '00501' } }, note: 'null' } }],
  },
  {
    name: 'toolChoice "none" suppresses the call',
    text: "Well. <|tool_call_start|>[get_time(zone='UTC')]<|tool_call_end|>",
    options: { toolChoice: 'none' },
    say: 'Well. ',
    calls: [],
    notices: ['suppressed'],
  },
  {
    name: 'With an empty tool list, the call is text',
    text: "<|tool_call_start|>[get_time(zone='UTC')]<|tool_call_end|>",
    tools: 'none',
    say: "<|tool_call_start|>[get_time(zone='UTC')]<|tool_call_end|>",
    calls: [],
  },
  {
    name: 'Without a tool list, any name is a call',
    text: '<|tool_call_start|>[launch_probe(stage=2)]<|tool_call_end|>',
    tools: 'open',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'A call of an unknown tool is passed on',
    text: '<|tool_call_start|>[launch_probe(stage=2)]<|tool_call_end|>',
    calls: [{ name: 'launch_probe', arguments: { stage: 2 } }],
  },
  {
    name: 'The policy unknownTools "dropped" drops a call of an unknown tool',
    text: '<|tool_call_start|>[launch_probe(), get_time()]<|tool_call_end|>',
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
    text: 'Checking the forecast.\n\n<|tool_call_start|>[get_time()]<|tool_call_end|>\n\nBack in a second.',
    options: { policy: { textAround: 'trimmed' } },
    say: 'Checking the forecast.Back in a second.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'The policy textAfter "dropped" removes text after a call',
    text: 'Checking the forecast. <|tool_call_start|>[get_time()]<|tool_call_end|> The result: 12:00',
    options: { policy: { textAfter: 'dropped' } },
    say: 'Checking the forecast. ',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['left-out'],
  },
  {
    name: 'Reasoning before a call',
    text: "<think>Which city? Tartu.</think>\n\n<|tool_call_start|>[get_weather(city='Tartu')]<|tool_call_end|>",
    think: 'Which city? Tartu.',
    calls: [{ name: 'get_weather', arguments: { city: 'Tartu' } }],
  },
  {
    name: 'Reasoning that the prompt opened',
    text: "The user means Narva.</think>\n<|tool_call_start|>[get_weather(city='Narva')]<|tool_call_end|>",
    options: { startInReasoning: true },
    think: 'The user means Narva.',
    calls: [{ name: 'get_weather', arguments: { city: 'Narva' } }],
  },
  {
    name: 'A call inside the reasoning is a draft and stays reasoning (bug 6.24)',
    text: "<think>Perhaps <|tool_call_start|>[get_time()]<|tool_call_end|> would do.</think><|tool_call_start|>[get_weather(city='Tartu')]<|tool_call_end|>",
    think: 'Perhaps <|tool_call_start|>[get_time()]<|tool_call_end|> would do.',
    calls: [{ name: 'get_weather', arguments: { city: 'Tartu' } }],
    notices: ['in-reasoning'],
  },
  {
    name: 'A leading closing marker of reasoning is dropped (bug 6.26)',
    text: '</think>\n\nBack in a second.',
    say: 'Back in a second.',
    calls: [],
  },
  {
    name: 'Brackets and quotes inside strings (bug 6.16)',
    text: "<|tool_call_start|>[write_file(path='a]b)', content='don\\'t }])', tags=['(', \"[x\"])]<|tool_call_end|>",
    calls: [{ name: 'write_file', arguments: { path: 'a]b)', content: "don't }])", tags: ['(', '[x'] } }],
  },
  {
    name: 'A backslash at the end of a string (bug 6.16)',
    text: '<|tool_call_start|>[write_file(path=\'C:\\\\\', content="\\\\")]<|tool_call_end|>',
    calls: [{ name: 'write_file', arguments: { path: 'C:\\', content: '\\' } }],
  },
  {
    name: 'Negative numbers and exponents (bug 6.16)',
    text: '<|tool_call_start|>[plan_trip(budget=-1.5e3, stops=[{"nights": -2}])]<|tool_call_end|>',
    calls: [{ name: 'plan_trip', arguments: { budget: -1500, stops: [{ nights: -2 }] } }],
  },
  {
    name: 'A set becomes an array (bug 6.16)',
    text: "<|tool_call_start|>[write_file(path='a', content='b', tags={'x', 'y'})]<|tool_call_end|>",
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'b', tags: ['x', 'y'] } }],
  },
  {
    name: 'A text that ends where a brace may still open a set makes no call',
    text: "<|tool_call_start|>[plan_trip(stops=[{'pla",
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'A tuple becomes an array (bug 6.16)',
    text: "<|tool_call_start|>[write_file(path='a', content='b', tags=('x', 'y'))]<|tool_call_end|>",
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'b', tags: ['x', 'y'] } }],
  },
  {
    name: 'A tuple with one item becomes an array (bug 6.16)',
    text: "<|tool_call_start|>[write_file(path='a', content='b', tags=('x',))]<|tool_call_end|>",
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'b', tags: ['x'] } }],
  },
  {
    name: 'Reserved words of Python as argument names (bug 6.16)',
    text: '<|tool_call_start|>[launch_probe(class=\'a\', lambda=1, from="b")]<|tool_call_end|>',
    tools: 'open',
    calls: [{ name: 'launch_probe', arguments: { class: 'a', lambda: 1, from: 'b' } }],
  },
  {
    name: 'A number with leading zeros is repaired (bug 6.16)',
    text: '<|tool_call_start|>[get_weather(city="Ulm", days=007)]<|tool_call_end|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Ulm', days: 7 } }],
    notices: ['repaired'],
  },
  {
    name: 'A raw line break in a string is repaired (bug 6.16)',
    text: '<|tool_call_start|>[write_file(path="a", content="one\ntwo")]<|tool_call_end|>',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'one\ntwo' } }],
    notices: ['repaired'],
  },
  {
    name: 'A triple-quoted string with line breaks and quotes',
    text: '<|tool_call_start|>[write_file(path="a", content="""one "x"\n\'two\'\n""")]<|tool_call_end|>',
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'one "x"\n\'two\'\n' } }],
  },
  {
    name: 'A raw string of Python',
    text: '<|tool_call_start|>[write_file(path=r"C:\\new\\t", content="x")]<|tool_call_end|>',
    calls: [{ name: 'write_file', arguments: { path: 'C:\\new\\t', content: 'x' } }],
  },
  {
    name: 'Escape sequences of Python (bug 6.31)',
    text: '<|tool_call_start|>[get_weather(city="\\u00e9 \\x41 \\U0001F600 \\\'")]<|tool_call_end|>',
    calls: [{ name: 'get_weather', arguments: { city: "é A 😀 '" } }],
  },
  {
    name: 'JSON constants in a Python call',
    text: '<|tool_call_start|>[set_lamp(on=true, colour=null)]<|tool_call_end|>',
    calls: [{ name: 'set_lamp', arguments: { on: true, colour: null } }],
  },
  {
    name: 'A trailing comma',
    text: '<|tool_call_start|>[set_lamp(on=False, level="low",)]<|tool_call_end|>',
    calls: [{ name: 'set_lamp', arguments: { on: false, level: 'low' } }],
  },
  {
    name: 'Positional arguments get their names from the schema',
    text: '<|tool_call_start|>[get_weather("Ulm", unit="celsius")]<|tool_call_end|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Ulm', unit: 'celsius' } }],
    notices: ['repaired'],
  },
  {
    name: 'An argument that occurs twice causes the notice "inexact"',
    text: '<|tool_call_start|>[get_weather(city="Ulm", city="Bern")]<|tool_call_end|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Bern' } }],
    notices: ['inexact'],
  },
  {
    name: 'Adjacent strings are joined',
    text: "<|tool_call_start|>[write_file(path='a', content='one ' 'two')]<|tool_call_end|>",
    calls: [{ name: 'write_file', arguments: { path: 'a', content: 'one two' } }],
  },
  {
    name: 'An arithmetic expression is not evaluated and makes the call malformed',
    text: '<|tool_call_start|>[get_weather(city="Ulm", days=1+2)]<|tool_call_end|>',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'A nested call is not evaluated and makes the outer call malformed',
    text: '<|tool_call_start|>[get_weather(city=get_time())]<|tool_call_end|>',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'A variable as a value makes the call malformed',
    text: '<|tool_call_start|>[get_weather(city=city)]<|tool_call_end|>',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'A number with underscores is repaired',
    text: '<|tool_call_start|>[plan_trip(budget=1_000)]<|tool_call_end|>',
    calls: [{ name: 'plan_trip', arguments: { budget: 1000 } }],
    notices: ['repaired'],
  },
  {
    name: 'Unescaped quotes in a string are repaired',
    text: "<|tool_call_start|>[get_weather(city='L'Aquila')]<|tool_call_end|>",
    calls: [{ name: 'get_weather', arguments: { city: "L'Aquila" } }],
    notices: ['repaired'],
  },
  {
    name: 'White space wherever Python allows it',
    text: '<|tool_call_start|>[get_weather(\n    city = "Ulm" ,\n    days = 2\n)]<|tool_call_end|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Ulm', days: 2 } }],
  },
  {
    name: 'A name with dots',
    text: '<|tool_call_start|>[calendar.create_event(day="Monday")]<|tool_call_end|>',
    tools: 'open',
    calls: [{ name: 'calendar.create_event', arguments: { day: 'Monday' } }],
  },
  {
    name: 'JSON calls in place of Python calls',
    text: '<|tool_call_start|>[{"name": "get_weather", "arguments": {"city": "Narva"}}, {"name": "get_time", "arguments": {}}]<|tool_call_end|>',
    calls: [
      { name: 'get_weather', arguments: { city: 'Narva' } },
      { name: 'get_time', arguments: {} },
    ],
  },
  {
    name: 'One JSON object in place of Python calls',
    text: '<|tool_call_start|>{"name": "get_time", "arguments": {}}<|tool_call_end|>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'One call without brackets',
    text: '<|tool_call_start|>get_time()<|tool_call_end|>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    name: 'Two pairs of markers',
    text: '<|tool_call_start|>[get_time()]<|tool_call_end|>\n<|tool_call_start|>[get_time(zone="EET")]<|tool_call_end|>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_time', arguments: { zone: 'EET' } },
    ],
  },
  {
    name: 'An empty list is dropped',
    text: '<|tool_call_start|>[]<|tool_call_end|>Hello.',
    say: 'Hello.',
    calls: [],
  },
  {
    name: 'Markers with nothing between them are dropped',
    text: '<|tool_call_start|><|tool_call_end|>Hello.',
    say: 'Hello.',
    calls: [],
  },
  {
    name: 'Content between the markers that is not a call stays text',
    text: '<|tool_call_start|>nothing to do<|tool_call_end|>',
    say: '<|tool_call_start|>nothing to do<|tool_call_end|>',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'A list that is never closed',
    text: '<|tool_call_start|>[get_time(zone="EET")<|tool_call_end|> Hm.',
    say: ' Hm.',
    calls: [{ name: 'get_time', arguments: { zone: 'EET' } }],
  },
  {
    name: 'A missing parenthesis is repaired',
    text: '<|tool_call_start|>[get_weather(city="Tartu"]<|tool_call_end|>',
    calls: [{ name: 'get_weather', arguments: { city: 'Tartu' } }],
    notices: ['repaired'],
  },
  {
    name: 'The answer continues after a malformed call',
    text: '<|tool_call_start|>[get_weather(city=Tartu Raekoja)]<|tool_call_end|> Hm.',
    say: ' Hm.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'End-of-message tokens are not text',
    text: '<|tool_call_start|>[get_time()]<|tool_call_end|>Checking.<|im_end|>',
    say: 'Checking.',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  { name: 'A call without markers is prose (bug 6.28)', text: '[get_time()]', say: '[get_time()]', calls: [] },
  {
    name: 'Prose that mentions the marker is not a call (bug 6.27)',
    text: 'The marker <|tool_call_start|> opens a call.',
    say: 'The marker <|tool_call_start|> opens a call.',
    calls: [],
    notices: ['malformed'],
  },
  {
    name: 'If the second of two calls is truncated, only the first is read',
    text: '<|tool_call_start|>[get_time(), get_weather(city="Ta',
    calls: [{ name: 'get_time', arguments: {} }],
    notices: ['incomplete'],
  },
];
