/**
 * `node --experimental-vm-modules test/bare-context.ts`: loads formats/ into a context that has only the globals of the
 * language, without Node or a browser. Writes calls in every format there, reads them back, and prints the results as JSON.
 */
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import vm from 'node:vm';
import type * as face from '../src/formats/index.ts';

const room = path.join(import.meta.dirname, '../src/formats');
const context = vm.createContext();
const modules = new Map<string, vm.SourceTextModule>();

const { createReader, formats, writeCalls } = await load<typeof face>('index.ts');
const read = formats.map((format) => {
  const name = format.skeleton === 'raw' ? format.name : 'look_up';
  const given = format.skeleton === 'raw' ? { [format.argument]: 'print(1)' } : { city: 'Oslo' };
  const properties = Object.fromEntries(Object.keys(given).map((key) => [key, { type: 'string' }]));
  const reader = createReader({ formats: [format.id], tools: [{ name, parameters: { type: 'object', properties } }] });
  const events = [...reader.push(writeCalls(format, [{ id: 'a1b2c3d4e', name, arguments: given }])), ...reader.end()];
  return { id: format.id, calls: events.filter(({ type }) => type === 'call'), name, given };
});
console.log(JSON.stringify({ globals: vm.runInContext('Object.getOwnPropertyNames(globalThis)', context), read }));

async function load<T>(name: string): Promise<T> {
  const module = moduleAt(path.join(room, name));
  await module.link((specifier, from) => moduleAt(path.resolve(path.dirname(from.identifier), specifier)));
  await module.evaluate();
  return module.namespace as T;
}

function moduleAt(file: string): vm.SourceTextModule {
  const source = () => stripTypeScriptTypes(readFileSync(file, 'utf8'));
  const module = modules.get(file) ?? new vm.SourceTextModule(source(), { context, identifier: file });
  modules.set(file, module);
  return module;
}
