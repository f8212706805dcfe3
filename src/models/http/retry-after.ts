/** Returns how long a busy server asks us to wait; undefined if no header says so in a known form. */
export function retryAfterMs(headers: ReadonlyMap<string, string>, date: number): number | undefined {
  const ms = (headers.get('retry-after-ms') ?? '').trim();
  if (/^\d{1,12}(?:\.\d{1,9})?$/.test(ms)) return Math.ceil(Number(ms));
  const told = (headers.get('retry-after') ?? '').trim();
  if (/^\d{1,9}(?:\.\d{1,9})?$/.test(told)) return Math.ceil(Number(told) * 1_000);
  const until = HTTP_DATE.test(told) ? Date.parse(told) : Number.NaN;
  return Number.isNaN(until) ? undefined : Math.max(0, until - date);
}

/** A date such as `Sun, 06 Nov 1994 08:49:37 GMT`. Checked first because Date.parse reads `-5` as a year. */
const HTTP_DATE = /^[A-Za-z]{3}, \d{2} [A-Za-z]{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
