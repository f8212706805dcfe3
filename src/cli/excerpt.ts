/**
 * What a reader needs of a server's stderr, in so many lines: the last ones, and the first that tells of an error. Blank lines
 * and the frames of a stack say the least, and go first.
 */
export function excerptOf(stderr: string, most: number): readonly string[] {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '' && !FRAME.test(line));
  if (lines.length <= most) return lines;
  const first = lines.findIndex((line) => ERROR.test(line));
  const isInTail = first === -1 || first >= lines.length - most;
  return isInTail ? lines.slice(-most) : [lines[first] ?? '', '…', ...lines.slice(2 - most)];
}

/** `    at Module._load (node:internal/…)`, as Node writes it. */
const FRAME = /^\s+at \S/;
/** `TypeError: …`, `npm error …`, `npm ERR! …`; not `0 errors`. */
const ERROR = /error\b|ERR!/i;
