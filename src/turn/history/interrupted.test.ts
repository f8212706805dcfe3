import { expect, test } from 'vitest';
import { plainAsk, user } from '../../../test/turns.ts';
import { Interrupted } from './interrupted.ts';

const ask = (text: string) => ({ ...plainAsk, messages: [user(text)] });
const done = { steps: [{ text: 'a', calls: [] }], hasRunTools: true };

function setUp(resumeBytes = 1_000) {
  const clock = { now: 0 };
  const interrupted = new Interrupted({ resumeMs: 100, resumeBytes }, () => clock.now);
  const at = (ms: number): void => {
    clock.now = ms;
  };
  return { interrupted, at };
}

test('An interrupted turn is found for a limited time, and only by exactly the same request', () => {
  const { interrupted, at } = setUp();
  interrupted.keep(ask('one'), done);
  expect(interrupted.find(ask('one'))).toMatchObject({ ...done, at: 0 });
  expect(interrupted.find(ask('other'))).toBeUndefined();
  at(100);
  expect(interrupted.find(ask('one'))).toBeUndefined();
});

test('Retries without progress do not extend the lifetime of an interrupted turn', () => {
  const { interrupted, at } = setUp();
  interrupted.keep(ask('one'), done);
  at(50);
  interrupted.keep(ask('two'), done);
  at(90);
  const since = interrupted.find(ask('one'))?.at;
  expect(since).toBe(0);
  interrupted.keep(ask('one'), done, since);
  at(105);
  expect(interrupted.find(ask('one'))).toBeUndefined();
  expect(interrupted.find(ask('two'))).toBeDefined();
  interrupted.keep(ask('one'), done, since);
  expect(interrupted.find(ask('one'))).toBeUndefined();
});

test('The oldest interrupted turn is removed if they exceed the byte limit, and an answered request is forgotten', () => {
  const { interrupted } = setUp(60);
  interrupted.keep(ask('one'), done);
  interrupted.keep(ask('two'), done);
  interrupted.keep(ask('three'), done);
  expect(interrupted.find(ask('one'))).toBeUndefined();
  expect(interrupted.find(ask('three'))).toBeDefined();
  interrupted.forget(ask('three'));
  expect(interrupted.find(ask('three'))).toBeUndefined();
});
