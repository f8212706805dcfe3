import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { type Cost, difference, measure } from '../measure.ts';
import { digits, middleHalf, printTable, printTitle } from '../print.ts';
import { gatewayWith, serverCommand } from './gateway.ts';

/** Compares a call through Toolpath's connection and executor with a call through the bare SDK, each with its own server. */
export async function compareOneCall(): Promise<Cost> {
  const gateway = await gatewayWith({ bench: serverCommand(20) });
  const client = new Client({ name: 'bench', version: '1' });
  await client.connect(new StdioClientTransport(serverCommand(20)));
  await client.listTools();
  const args = { path: '/a/b', query: 'some words', limit: '10' };
  const costs = await measure(
    [
      { name: 'bare SDK', run: () => client.callTool({ name: 'tool_7', arguments: args }) },
      { name: 'ours', run: () => gateway.executor.execute({ id: 'call-1', name: 'bench::tool_7', arguments: args }) },
    ],
    { rounds: 40, batchMs: 100, warmUpMs: 1_500 },
  );
  await Promise.all([gateway.close(), client.close()]);

  const added = difference(costs.ours, costs['bare SDK']);
  printTitle('One call, from the caller to the server and back over stdio, µs');
  const row = (name: string, { wall, cpu }: Cost) => [name, digits(wall.median), middleHalf(wall), digits(cpu.median)];
  printTable(
    ['', 'median', 'middle half', 'cpu'],
    [row('bare SDK', costs['bare SDK']), row('ours', costs.ours), row('added', added)],
  );
  return added;
}
