/**
 * The child's side of its channel to the gateway: orders come in through stdin, and reports go out through stdout. It is not
 * Node's own channel between processes, because a child could end the gateway with a malformed message there.
 */
import { Lines } from './lines.ts';
import type { Order, Report } from './protocol.ts';

/** Ends this process when the gateway is gone. */
export function endWithGateway(): void {
  process.stdin.on('end', () => process.exit()).on('error', () => process.exit());
  process.stdin.resume();
}

export function hearOrders(hear: (order: Order) => void): void {
  const lines = new Lines(Number.POSITIVE_INFINITY);
  process.stdin.setEncoding('utf8').on('data', (text: string) => {
    for (const line of lines.push(text)) hear(JSON.parse(line) as Order);
  });
}

export function tell(report: Report): void {
  process.stdout.write(`${JSON.stringify(report)}\n`);
}
