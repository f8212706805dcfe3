import { SdkError } from '@modelcontextprotocol/client';

/** The system's code for what went wrong, wherever in the chain of causes it stands: errors come wrapped. */
export function systemCodeOf(error: unknown): string | undefined {
  return causesOf(error)
    .filter((cause) => !(cause instanceof SdkError)) // it has codes of its own
    .map((cause) => (cause as { code?: unknown }).code)
    .find((code): code is string => typeof code === 'string' && /^E[A-Z0-9_]+$/.test(code));
}

/** The error, what caused it, what caused that, and so on. */
export function causesOf(error: unknown): readonly object[] {
  const causes: object[] = [];
  for (let at = error; typeof at === 'object' && at !== null && causes.length < MOST_CAUSES; ) {
    causes.push(at);
    at = (at as { cause?: unknown }).cause;
  }
  return causes;
}

const MOST_CAUSES = 6;
