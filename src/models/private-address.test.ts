import { expect, test } from 'vitest';
import { isPrivateAddress } from './private-address.ts';

test.each([
  'http://127.0.0.1:8080/v1',
  'http://127.9.9.9/v1',
  'http://0.0.0.0:8000/v1',
  'http://10.0.0.7:8000/v1',
  'http://172.31.0.1/v1',
  'http://192.168.1.20:1234/v1',
  'http://100.101.102.103/v1',
  'http://169.254.1.1/v1',
  'http://[::]:8080/v1',
  'http://[::1]:8080/v1',
  'http://[::ffff:10.0.0.7]/v1',
  'http://[fd12::7]/v1',
  'http://[fe80::7]/v1',
  'http://localhost:11434',
  'http://localhost.:11434',
  'http://vllm:8000/v1',
  'http://studio.local:1234/v1',
  'http://host.docker.internal:8080/v1',
  'http://host.containers.internal:8080/v1',
])('The address %s is private', (url) => {
  expect(isPrivateAddress(url)).toBe(true);
});

test.each([
  'https://api.openai.com/v1',
  'https://local.example.test/v1',
  'https://host.docker.internal.example.test/v1',
  'http://172.32.0.1/v1',
  'http://192.0.2.1/v1',
  'http://[2001:db8::1]/v1',
  'nonsense',
])('The address %s is not private', (url) => {
  expect(isPrivateAddress(url)).toBe(false);
});
