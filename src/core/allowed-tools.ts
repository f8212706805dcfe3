import type { Owner } from './tool.ts';

/** The tools that the model may call in a turn, if the request restricts them. The others stay declared. */
export interface AllowedTools {
  readonly names: readonly string[];
  /** True if all tools of the gateway are allowed. */
  readonly gateway: boolean;
}

/** True if the model may call this tool. `allowed.names` must be wire names. */
export function isAllowed(
  { wireName, owner }: { readonly wireName: string; readonly owner: Owner },
  allowed: AllowedTools | undefined,
): boolean {
  return allowed === undefined || (allowed.gateway && owner === 'gateway') || allowed.names.includes(wireName);
}
