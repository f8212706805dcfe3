import { expect, test } from 'vitest';
import { closeWithin } from './lifetime.ts';

test('closeWithin stops waiting for a gateway that does not close in time', async () => {
  let isAsked = false;
  await closeWithin(1, {
    close: () => {
      isAsked = true;
      return new Promise(() => {});
    },
  });
  expect(isAsked).toBe(true);
});

test('closeWithin returns as soon as the gateway is closed', async () => {
  let isClosed = false;
  await closeWithin(2 ** 31 - 1, {
    close: async () => {
      await new Promise((resolve) => setImmediate(resolve));
      isClosed = true;
    },
  });
  expect(isClosed).toBe(true);
});
