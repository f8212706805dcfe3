import { SdkHttpError, type SdkHttpErrorData } from '@modelcontextprotocol/client';
import { truncate } from '../../core/index.ts';
import { createRedactor } from '../../log/index.ts';
import { SessionLost, Unauthorized } from './failures.ts';
import { sentenceOf } from './refusals.ts';

/** Errors as they may be shown: in our own words, without what we sent in secret and a server sends back, and not long. */
export function createShown(secrets: readonly string[]): (error: Error) => Error {
  const redactor = createRedactor(secrets);
  return (error) => {
    if (error instanceof Unauthorized || error instanceof SessionLost) return error; // nothing of the server's is in them
    if (error instanceof SdkHttpError) {
      const { text } = error.data;
      const data = typeof text === 'string' ? { ...error.data, text: redactor.givenValues(text) } : error.data;
      return new SdkHttpError(error.code, answeredWith(data), data);
    }
    const { name, message, check } = error as Error & { check?: string };
    if (message.length <= MOST_LETTERS && !redactor.holds(message)) return error;
    const shown = Object.assign(new Error(cut(redactor.givenValues(message))), { name });
    return check === undefined ? shown : Object.assign(shown, { check });
  };
}

/** What a status that says no is called, with the server's own sentence where there is one. A web page is none. */
export function answeredWith({ status, text }: SdkHttpErrorData): string {
  const said = typeof text === 'string' && !TAG.test(text) ? sentenceOf(text) || text.trim() : '';
  return cut(`the server answered with HTTP ${status}${said === '' ? '' : `: ${said}`}`);
}

const TAG = /<[a-z!/]/i;

const MOST_LETTERS = 500; // a sentence to read, not a web page

function cut(text: string): string {
  return truncate(text, MOST_LETTERS, '…');
}
