import { expect, test } from 'vitest';
import { closeWithin } from './lifetime.ts';

test('a gateway that does not close is not waited for', async () => {
  let isAsked = false;
  await closeWithin(1, {
    close: () => {
      isAsked = true;
      return new Promise(() => {});
    },
  });
  expect(isAsked).toBe(true);
});

test('one that closes is waited for, and no longer', async () => {
  let isClosed = false;
  await closeWithin(2 ** 31 - 1, {
    close: async () => {
      await new Promise((resolve) => setImmediate(resolve));
      isClosed = true;
    },
  });
  expect(isClosed).toBe(true);
});
