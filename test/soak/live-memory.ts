/**
 * Loaded into the soak's gateway before the gateway itself. Answers every message of the soak with the bytes that are in
 * use after a garbage collection. Memory that merely waits for a collection does not count.
 */
process.on('message', () => {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  process.send?.(heapUsed + external);
});
// Waiting for messages must not keep the gateway running.
process.channel?.unref();
