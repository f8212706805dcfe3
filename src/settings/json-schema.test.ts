import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { jsonSchemaFile, jsonSchemaText } from './write-json-schema.ts';

test('toolpath.schema.json is up to date (write it with `node src/settings/write-json-schema.ts`)', () => {
  expect(readFileSync(jsonSchemaFile, 'utf8')).toBe(jsonSchemaText());
});

test('The JSON Schema accepts valid settings and rejects invalid ones', () => {
  const accepts = new Ajv({ strict: false, formats: { uri: true } }).compile(JSON.parse(jsonSchemaText()));
  for (const good of [
    { port: 5, model: ['a/b'], keys: ['env:K', '12345678'], mcpServers: { a: { command: 'x', extra: 1 } } },
    { permit: ['tool', 'server'].map((name) => ({ [name]: 'x', verdict: 'deny' })), host: '::1' },
    { permit: [{ annotations: { readOnlyHint: true }, verdict: 'allow' }] },
    { formats: { enabled: ['native', 'family', 'glm45'], primary: 'hermes' } },
    { filter: { builtins: [], servers: ['*'], tools: ['*', 'files::read_*'] }, tools: ['./a::b.ts', 'C:\\tools'] },
    { prompt: 'x', mcpToolsInPrompt: { small: 0 }, models: { 'up/mock': { mcpToolsInPrompt: 1_000 } } },
  ]) {
    expect(accepts(good), JSON.stringify(good)).toBe(true);
  }
  for (const bad of [
    { prot: 5 },
    { port: '5' },
    { limits: { steps: 0 } },
    { backends: { 'a/b': { kind: 'openai' } } },
    { permit: [{ verdict: 'deny' }] },
    { permit: [{ annotations: {}, verdict: 'deny' }] },
    { mcpServers: { a: { args: ['x'] } } },
    { mcpServers: { 'a::b': { command: 'x' } } },
    { mcpServers: { a: { url: 'example.com' } } },
    { mcpServers: { a: { command: 'x', protocol: 'newest' } } },
    { keys: ['1234567'] },
    { host: 'localhost:8080' },
    { formats: { primary: 'gpt-oss' } },
    { formats: { enabled: ['hermez'] } },
    { filter: { tools: ['read_file'] } },
    { tools: ['files::read_file'] },
    { prompt: '' },
    { mcpToolsInPrompt: { large: -1 } },
    { models: { 'up/mock': { mcpToolsInPrompt: 1_001 } } },
  ]) {
    expect(accepts(bad), JSON.stringify(bad)).toBe(false);
  }
});
