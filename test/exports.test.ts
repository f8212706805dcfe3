import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** The exports of each public entry point. A change here changes the public API, so note it in the changelog. */
const faces: Record<string, { source: string; names: string[] }> = {
  '.': {
    source: '../src/index.ts',
    names: [
      'AnthropicClient',
      'OllamaClient',
      'SettingsError',
      'ToolDefinitionError',
      'ToolExecutor',
      'ToolManager',
      'TurnError',
      'WireNames',
      'allowAll',
      'createReader',
      'createToolpath',
      'defaultLimits',
      'defaultPolicy',
      'defineTool',
      'familyOf',
      'formats',
      'isRetryable',
      'jsonSchemaOf',
      'neutralise',
      'permitByRules',
      'restore',
      'tell',
      'textOf',
      'version',
      'wireName',
      'writeCalls',
      'writeOutcome',
      'writeTools',
      'writeTranscript',
    ],
  },
  './ai-sdk': {
    source: '../src/ai-sdk/index.ts',
    names: ['createToolpathProvider'],
  },
  './tools': {
    source: '../src/tools/index.ts',
    names: [
      'Listings',
      'OutputSchemas',
      'ToolDefinitionError',
      'ToolExecutor',
      'ToolManager',
      'WireNames',
      'allowAll',
      'annotationsOf',
      'annotationsOfCall',
      'defineTool',
      'denialBy',
      'descriptionOf',
      'jsonSchemaOf',
      'listTools',
      'listingOf',
      'loadCustomTools',
      'permitByRules',
      'qualifiedName',
      'serverOf',
      'shapeOf',
      'strayRules',
      'toolName',
      'unknownTool',
      'wireName',
    ],
  },
  './formats': {
    source: '../src/formats/index.ts',
    names: [
      'EventRestorer',
      'Restorer',
      'checkFormat',
      'createReader',
      'defaultPolicy',
      'familyOf',
      'findFormats',
      'formatNames',
      'formats',
      'neutralise',
      'neutraliseLarge',
      'restore',
      'systemPrompt',
      'writeCall',
      'writeCalls',
      'writeOutcome',
      'writeTools',
      'writeTranscript',
    ],
  },
  './settings': {
    source: '../src/settings/index.ts',
    names: ['flagOptions', 'loadSettings', 'renderProblems', 'settingSources', 'settingsOf'],
  },
};

const root = path.join(import.meta.dirname, '..');
const { exports: published } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

test('The package has exactly these entry points', () => {
  expect(Object.keys(published)).toEqual([...Object.keys(faces), './toolpath.schema.json', './package.json']);
});

for (const [face, { source, names }] of Object.entries(faces)) {
  test(`The entry point toolpath${face.slice(1)} exports exactly the listed names`, async () => {
    expect(Object.keys(await import(source)).sort()).toEqual(names);
    expect(published[face].default).toBe(`./dist/${source.slice('../src/'.length).replace('.ts', '.js')}`);
  });
}
