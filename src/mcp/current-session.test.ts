import { describe, expect, test, vi } from 'vitest';
import { ScriptedSession } from '../../test/mcp/scripted-session.ts';
import { CurrentSession } from './current-session.ts';

const never = new AbortController().signal;

describe('A waiter for the next session', () => {
  test('Every waiter gets the next session', async () => {
    const current = new CurrentSession();
    const waiting = [current.next(60_000, never), current.next(60_000, never)];
    const session = new ScriptedSession();
    current.set(session);
    expect(await Promise.all(waiting)).toEqual([session, session]);
    expect(current.get()).toBe(session);
  });

  test('A waiter gets undefined after its time limit, when its signal aborts, or when no session is expected', async () => {
    vi.useFakeTimers();
    const current = new CurrentSession();
    const late = current.next(1_000, never);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await late).toBeUndefined();
    const abort = new AbortController();
    const cancelled = current.next(1_000, abort.signal);
    abort.abort();
    expect(await cancelled).toBeUndefined();
    expect(await current.next(1_000, AbortSignal.abort())).toBeUndefined();
    const given = current.next(1_000, never);
    current.giveUp();
    expect(await given).toBeUndefined();
    expect(await current.next(1_000, never)).toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });

  test('Waiters wait again after a new session was set, even if waiting was given up before', async () => {
    const current = new CurrentSession();
    current.giveUp();
    current.set(new ScriptedSession());
    current.clear();
    const next = current.next(60_000, never);
    const session = new ScriptedSession();
    current.set(session);
    expect(await next).toBe(session);
  });
});
