import { describe, expect, test } from 'vitest';
import { type Observation, Observer } from './index.ts';

const started: Observation = { type: 'call-started', labels: {}, callId: 'c', tool: 't' };

describe('Observer', () => {
  test('An observation reaches the listeners of its kind, in the order they subscribed, and no others', () => {
    const observer = new Observer();
    const told: string[] = [];
    observer.on('call-started', ({ tool }) => told.push(`first ${tool}`));
    observer.on('call-started', ({ tool }) => told.push(`second ${tool}`));
    observer.on('turn-started', () => told.push('turn'));
    observer.tell(started);
    expect(told).toEqual(['first t', 'second t']);
  });

  test('hears() returns true for a kind only while that kind has a listener', () => {
    const observer = new Observer();
    expect(observer.hasListener('call-started')).toBe(false);
    const stop = observer.on('call-started', () => {});
    const stopOther = observer.on('call-started', () => {});
    expect(observer.hasListener('call-started')).toBe(true);
    expect(observer.hasListener('call-finished')).toBe(false);
    stop();
    expect(observer.hasListener('call-started')).toBe(true);
    stopOther();
    expect(observer.hasListener('call-started')).toBe(false);
  });

  test('If a listener throws, the error is reported and the other listeners still run', () => {
    const errors: unknown[] = [];
    const observer = new Observer((error) => errors.push(error));
    const told: string[] = [];
    const broken = new Error('broken');
    observer.on('call-started', () => {
      throw broken;
    });
    observer.on('call-started', () => told.push('heard'));
    observer.tell(started);
    expect(told).toEqual(['heard']);
    expect(errors).toEqual([broken]);
  });

  test('A listener that unsubscribes while it runs does not stop the other listeners', () => {
    const observer = new Observer();
    const told: string[] = [];
    const stop = observer.on('call-started', () => {
      told.push('once');
      stop();
    });
    observer.on('call-started', () => told.push('always'));
    observer.tell(started);
    observer.tell(started);
    expect(told).toEqual(['once', 'always', 'always']);
  });
});
