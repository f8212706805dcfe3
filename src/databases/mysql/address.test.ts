import { expect, test } from 'vitest';
import { DatabaseError } from '../database-error.ts';
import { readAddress } from './address.ts';

test('The parts of a URL are decoded, and the port has a default', () => {
  expect(readAddress('mysql://us%40er:p%2Fw%3A@db.example/my%20shop')).toEqual({
    options: { host: 'db.example', port: 3306, user: 'us@er', password: 'p/w:', database: 'my shop' },
    place: 'db.example:3306',
    database: 'my shop',
  });
  expect(readAddress('mariadb://u@[::1]:3307/')).toEqual({
    options: { host: '::1', port: 3307, user: 'u', password: '' },
    place: '::1:3307',
    database: undefined,
  });
});

test('A socket replaces host and port', () => {
  expect(readAddress('mysql://u@localhost/shop?socket=/run/mysqld/mysqld.sock')).toMatchObject({
    options: { socketPath: '/run/mysqld/mysqld.sock', user: 'u' },
    place: '/run/mysqld/mysqld.sock',
  });
});

test('The encryption is chosen by "ssl-mode"', () => {
  expect(readAddress('mysql://u@h/d').options.ssl).toBeUndefined();
  expect(readAddress('mysql://u@h/d?ssl-mode=REQUIRED').options.ssl).toEqual({ rejectUnauthorized: false });
  expect(readAddress('mysql://u@h/d?ssl-mode=verify_identity').options.ssl).toEqual({
    rejectUnauthorized: true,
    verifyIdentity: true,
  });
});

test.for([
  'mysql://u:secret@h/d?flags=LOCAL_FILES',
  'mysql://u:secret@h/d?ssl-mode=maybe',
  'mysql://u:secret%@h/d',
  'postgres://u:secret@h/d',
  'secret',
])('The URL %j is refused without its password in the message', (url) => {
  const read = () => readAddress(url);
  expect(read).toThrow(DatabaseError);
  expect(read).not.toThrow(/secret/);
});
