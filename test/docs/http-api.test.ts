import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../src/doors/index.ts';
import { STATUS } from '../../src/doors/status.ts';
import { testGateway } from '../gateway.ts';
import { pages } from './markdown.ts';

const { text = '' } = pages.find(({ file }) => file === 'docs/http-api.md') ?? {};

test('The table of routes in docs/http-api.md has every route of the server, and no other', async () => {
  const listening = await listen(testGateway());
  if (!listening.ok) throw new Error(listening.reason);
  onTestFinished(() => listening.listening.drain(0));
  const written = [...text.matchAll(/^\| `((?:GET|POST|PUT|DELETE|PATCH) \/\S*)` \|/gm)].map(([, route = '']) => route);
  expect(written.toSorted()).toEqual(listening.listening.routes.map(plain).toSorted());
});

test('The table of errors in docs/http-api.md has every code with its status', () => {
  const rows = [...text.matchAll(/^\| (\d{3}) \| (.*) \|$/gm)];
  const written = rows.flatMap(([, status, codes = '']) =>
    [...codes.matchAll(/`(\w+)`/g)].map(([, code = '']) => [code, Number(status)]),
  );
  expect(Object.fromEntries(written)).toEqual(STATUS);
  expect(written).toHaveLength(Object.keys(STATUS).length);
});

/** Removes the pattern of a parameter (`/:id{.+}`) and a trailing slash. */
function plain(route: string): string {
  return route.replace(/\{[^}]*\}/, '').replace(/(?<=.)\/$/, '');
}
