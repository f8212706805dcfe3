/** `npm run requirements`: prints every id, its status and the tests that cite it. Fails if no test cites a built id. */
import path from 'node:path';
import { citationsByFile } from './citations.ts';
import { builtIds, requirementIds, requirements } from './requirements.ts';

const citations = citationsByFile(path.join(import.meta.dirname, '..'));
const unproved = builtIds.filter((id) => !citations.has(id));

const width = Math.max(...requirementIds.map((id) => id.length));
for (const id of requirementIds) {
  const files = [...(citations.get(id) ?? [])].map(([file, times]) => `${file} (${times})`).join(', ');
  console.log(`${id.padEnd(width)}  ${requirements[id]}  ${files || '-'}`);
}
console.log(
  `\n${requirementIds.length} requirements, ${builtIds.length} built, ${unproved.length} of these without a test.`,
);

if (unproved.length > 0) {
  console.error(`No test cites these requirements: ${unproved.join(', ')}.`);
  process.exitCode = 1;
}
