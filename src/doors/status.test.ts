import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { proves } from '../../test/requirements.ts';
import { rejectionOf } from './status.ts';

/** Three-digit numbers that are not status codes: named limits, and the limits in a pattern. */
const BOUNDS = /^const [A-Z_]+_(?:MS|CHARACTERS) = \d+;$|^const HOST = .*$/gm;
const COMMENTS = /\/\*[\s\S]*?\*\/|\/\/.*/g;
const STATUS = /(?<![\w.$])[1-5]\d\d(?![\w.])/g;

proves('L7', 'Only status.ts contains HTTP status codes; no other file in src/doors does', () => {
  const files = globSync('*.ts', { cwd: import.meta.dirname }).filter((file) => !file.endsWith('.test.ts'));
  const found = files
    .filter((file) => file !== 'status.ts')
    .flatMap((file) => {
      const source = readFileSync(path.join(import.meta.dirname, file), 'utf8');
      const code = source.replaceAll(COMMENTS, '').replaceAll(BOUNDS, '');
      return (code.match(STATUS) ?? []).map((literal) => `${file}: ${literal}`);
    });
  expect(files.length).toBeGreaterThan(10);
  expect(found).toEqual([]);
});

proves('L10', "A backend's status and error code are passed on only if they concern the client's request", () => {
  const rejected = (status: number, code?: string) =>
    rejectionOf({
      kind: 'upstream-rejected',
      backend: 'up',
      status,
      message: 'no',
      ...(code !== undefined && { code }),
    });
  expect(rejected(404, 'their_code')).toMatchObject({ status: 404, code: 'their_code' });
  expect(rejected(422)).toMatchObject({ status: 422, code: 'upstream_rejected' });
  expect(rejected(401, 'invalid_api_key')).toMatchObject({ status: 502, code: 'upstream_rejected' });
  expect(rejected(200, 'stopping')).toMatchObject({ status: 502, code: 'upstream_rejected' });
});
