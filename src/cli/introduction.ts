import type { House } from '../house.ts';
import { version } from '../version.ts';
import type { Terminal } from './terminal.ts';

/** What somebody who just started it wants to know: where it is, who answers, with which tools, and what to do next. */
export function introduce(house: House, url: string, found: readonly string[], terminal: Terminal): void {
  const { log, backends } = house;
  const tools = house.tools.all().length;
  const resolved = backends.resolve('');
  const model = resolved.ok ? resolved.id : undefined;
  const isPocket = resolved.ok && resolved.backend.describe().kind === 'pocket';
  if (!process.stderr.isTTY) {
    for (const each of found) log.info({}, each);
    log.info(
      { url, tools, model },
      `listening on ${url} (${isPocket ? tryPocket(url) : `point any OpenAI client at ${url}/v1`})`,
    );
    return;
  }
  const rows: [string, string][] = [
    ['address', `${url}/v1   (any OpenAI client; any key while none is configured)`],
    ['model', model ?? 'none by default: clients name theirs as backend/name'],
    ...found.map((each): [string, string] => ['', each]),
    ['tools', toolNames(house)],
    ['try', tryPocket(url)],
    [
      'next',
      isPocket
        ? 'a language model: start Ollama, or name one in toolpath.json (see README.md)'
        : 'your own tools: "tools": ["./my-tools.ts"] in toolpath.json',
    ],
  ];
  terminal.say([`Toolpath ${version}`, ...rows.map(([name, text]) => `  ${name.padEnd(8)} ${text}`)].join('\n'));
}

function toolNames({ listings }: House): string {
  const names = listings.all().map(({ name }) => name);
  const more = names.length - MOST_NAMES;
  return names.length === 0 ? 'none' : `${names.slice(0, MOST_NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const MOST_NAMES = 8;

function tryPocket(url: string): string {
  const body = '{"messages": [{"role": "user", "content": "What is 20 celsius in fahrenheit?"}]}';
  return `curl -s ${url}/v1/chat/completions -H 'content-type: application/json' -d '${body}'`;
}
