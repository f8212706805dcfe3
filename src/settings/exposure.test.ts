import { expect, test } from 'vitest';
import { exposure } from './exposure.ts';

test.each(['127.0.0.1', '127.9.9.9', 'localhost', '::1', '[::1]', '::ffff:127.0.0.1'])('%s needs no key', (host) => {
  expect(exposure({ host, keys: [] })).toBeUndefined();
});

test.each(['0.0.0.0', '::', '192.168.1.5', '::ffff:10.0.0.1', 'example.com', 'localhost.example.com', '127.1'])(
  '%s needs a key',
  (host) => {
    expect(exposure({ host, keys: [] })).toContain('"keys": ["env:TOOLPATH_KEY"]');
    expect(exposure({ host, keys: ['a-long-key'] })).toBeUndefined();
  },
);
