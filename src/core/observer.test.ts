import { describe, expect, test } from 'vitest';
import { type Observation, Observer } from './index.ts';

const started: Observation = { type: 'call-started', labels: {}, callId: 'c', tool: 't' };

describe('the observer', () => {
  test('tells every listener of a kind, in the order they subscribed, and no other', () => {
    const observer = new Observer();
    const told: string[] = [];
    observer.on('call-started', ({ tool }) => told.push(`first ${tool}`));
    observer.on('call-started', ({ tool }) => told.push(`second ${tool}`));
    observer.on('turn-started', () => told.push('turn'));
    observer.tell(started);
    expect(told).toEqual(['first t', 'second t']);
  });

  test('hears a kind only while it has a listener', () => {
    const observer = new Observer();
    expect(observer.hears('call-started')).toBe(false);
    const stop = observer.on('call-started', () => {});
    const stopOther = observer.on('call-started', () => {});
    expect(observer.hears('call-started')).toBe(true);
    expect(observer.hears('call-finished')).toBe(false);
    stop();
    expect(observer.hears('call-started')).toBe(true);
    stopOther();
    expect(observer.hears('call-started')).toBe(false);
  });

  test('reports a listener that throws, and tells the others all the same', () => {
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

  test('a listener that unsubscribes while it is told does not keep others from hearing', () => {
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
