import { memoryHeld } from '../measure.ts';

/** Loaded into the gateway's process before it starts: answers every message with the memory that the process holds. */
process.on('message', () => {
  void memoryHeld().then((held) => process.send?.(held));
});
