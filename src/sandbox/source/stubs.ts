import type { Fields } from '../../core/index.ts';
export interface DescribedTool {
  readonly description: string;
  readonly parameters: Fields;
  readonly outputSchema?: Fields;
}
export function positionalOrder(schema: Fields): readonly string[] {
  const p = Object.keys((schema.properties ?? {}) as object);
  const r = (schema.required ?? []) as string[];
  return [...p.filter((n) => r.includes(n)), ...p.filter((n) => !r.includes(n))];
}
export function signatureOf(tool: DescribedTool, path: string): string {
  return `${path}(${positionalOrder(tool.parameters).join(', ')})`;
}
export function helpText(tool: DescribedTool, path: string): string {
  return `${signatureOf(tool, path)}\n${tool.description}`;
}
export function stubsOf(tools: readonly (DescribedTool & { readonly path: string })[]): string {
  return tools.map((t) => signatureOf(t, t.path)).join('\n');
}
