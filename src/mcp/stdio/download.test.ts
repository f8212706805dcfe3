import { expect, test } from 'vitest';
import { mayDownload } from './download.ts';

test.each([
  'npx -y some-server',
  '/usr/local/bin/npx some-server',
  'C:\\node\\npx.cmd some-server',
  'NPX.CMD some-server',
  'uvx some-server',
  'bunx some-server',
  'pnpm dlx some-server',
  'pnpm --silent dlx some-server',
  'yarn dlx some-server',
  'npm exec -- some-server',
  'npm x some-server',
  'bun x some-server',
  'uv tool run some-server',
  'uv --native-tls run some-server',
  'uv --directory /a/folder run server.py',
  'npm --prefix /a/folder exec some-server',
  'npm --prefix /a/folder --silent exec some-server',
  'uv --directory /a/folder tool --quiet run some-server',
  'docker --context other run -i some/server',
  'pipx run some-server',
  'docker run -i --rm some/server',
  'podman run some/server',
  'deno run jsr:@some/server',
  'go run example.com/server@latest',
  'cmd /c npx -y some-server',
  'cmd.exe /d /C npx.cmd some-server',
  'env A=1 npx some-server',
  'env -u A -i npx some-server',
  'sudo -n docker run -i some/server',
  'sudo -u somebody A=1 npx some-server',
])('The command "%s" may download a package', (line) => {
  const [command = '', ...args] = line.split(' ');
  expect(mayDownload({ command, args })).toBe(true);
});

test('A shell command that begins with npx may download a package', () => {
  expect(mayDownload({ command: 'sh', args: ['-c', 'npx -y some-server --flag'] })).toBe(true);
  expect(mayDownload({ command: '/bin/bash', args: ['-lc', 'exec uvx some-server'] })).toBe(true);
  expect(mayDownload({ command: 'sh', args: ['-c', 'node server.js npx'] })).toBe(false);
});

test.each([
  'node server.js',
  'python -m server run',
  'npm start',
  'npm run server',
  'docker exec some-container server',
  'docker exec some-container run',
  'docker --context other exec some-container run',
  'sudo -u npx node server.js',
  'uv pip list',
  'some-server npx',
  'cmd /c node server.js',
  'env',
  'cmd /c',
])('The command "%s" does not download a package', (line) => {
  const [command = '', ...args] = line.split(' ');
  expect(mayDownload({ command, args })).toBe(false);
});

test('A command behind more than four wrappers is not treated as a download, and a long chain is not followed', () => {
  const args = Array.from({ length: 100_000 }, () => 'env');
  expect(mayDownload({ command: 'env', args: [...args, 'npx'] })).toBe(false);
});
