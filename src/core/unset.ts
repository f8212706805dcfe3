/** Says that environment variables are not set, as a clause without a full stop. */
export function unsetReason(variables: readonly string[]): string {
  return variables.length === 1
    ? `the environment variable ${variables[0]} is not set`
    : `the environment variables ${variables.join(', ')} are not set`;
}

/** Says how to set environment variables, as a sentence. */
export function unsetAdvice(variables: readonly string[]): string {
  return `Run "export ${variables.map((name) => `${name}=…`).join(' ')}" before you start Toolpath.`;
}
