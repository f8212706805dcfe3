import { readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { proves } from '../requirements.ts';
import { folderWith } from '../toolpath.ts';
import { programOf, settledGateway } from './gateways.ts';

/** Returns a gateway with `@modelcontextprotocol/server-filesystem` for this folder, whose name contains a space. */
async function filesIn(folder: string) {
  const files = { command: process.execPath, args: [programOf('filesystem'), folder] };
  const gateway = await settledGateway({ files });
  onTestFinished(() => gateway.close());
  return gateway;
}

test('The filesystem server reads and writes files, including those with spaces in their names', async () => {
  const folder = realpathSync(folderWith({ 'first note.txt': 'one\ntwo\n' }));
  const gateway = await filesIn(folder);
  expect(await gateway.say('files::read_text_file', { path: path.join(folder, 'first note.txt') })).toBe('one\ntwo\n');
  const written = path.join(folder, 'second note.txt');
  expect(await gateway.say('files::write_file', { path: written, content: 'Grüße' })).toContain('Successfully wrote');
  expect(readFileSync(written, 'utf8')).toBe('Grüße');
  const listed = await gateway.say('files::list_directory', { path: folder });
  expect(listed.split('\n').toSorted()).toEqual(['[FILE] first note.txt', '[FILE] second note.txt']);
});

test("The server's annotations appear in the metadata of its tools", async () => {
  const gateway = await filesIn(folderWith({}));
  const hints = (name: string) => gateway.tools.find(`files::${name}`)?.metadata;
  expect(hints('read_text_file')).toMatchObject({ server: 'files', annotations: { readOnlyHint: true } });
  expect(hints('write_file')).toMatchObject({ annotations: { readOnlyHint: false, destructiveHint: true } });
});

proves(
  ['S2.params.server-error', 'L8'],
  "A path outside the allowed folder fails with the server's own message",
  async () => {
    const [outside, inside] = [folderWith({ 'secret.txt': 'secret' }), realpathSync(folderWith({}))];
    const gateway = await filesIn(inside);
    for (const way of [path.join(outside, 'secret.txt'), `${inside}/../${path.basename(outside)}/secret.txt`]) {
      const outcome = await gateway.call('files::read_text_file', { path: way });
      expect(outcome).toMatchObject({ status: 'error', failure: { kind: 'reported' } });
      const [words] = outcome.content as readonly { text: string }[];
      const beyond = path.resolve(way);
      expect(words?.text).toBe(`Access denied - path outside allowed directories: ${beyond} not in ${inside}`);
    }
  },
);
