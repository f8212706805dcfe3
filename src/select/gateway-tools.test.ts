import { expect, test } from 'vitest';
import type { GatewayTool } from '../core/index.ts';
import { GatewayTools } from './gateway-tools.ts';
import { planTools } from './plan.ts';

const gatewayTool = (name: string, wireName = name): GatewayTool => {
  return { name, wireName, description: 'd', parameters: { type: 'object' } };
};

test('A visible gateway tool refers to the original tool object, and a client tool to none', () => {
  const gateway = [gatewayTool('a'), gatewayTool('b c', 'b_c_12')];
  const tools = [{ name: 'theirs', description: 'd', schema: { type: 'object' } }];
  const { visible } = planTools({
    requested: { kind: 'listed', tools, mixed: true },
    mixed: false,
    absent: 'gateway',
    isFollowUp: false,
    gateway,
  });
  expect(visible.map((tool) => tool.gateway)).toEqual([undefined, ...gateway]);
  expect(visible.slice(1).every((tool, place) => tool.gateway === gateway[place])).toBe(true);
});

test('A tool that stays in a changed list keeps its visible object', () => {
  const [kept, gone, added] = [gatewayTool('kept'), gatewayTool('same'), gatewayTool('same')];
  const before = GatewayTools.of([kept, gone]).visible;
  const after = GatewayTools.of([kept, added]).visible;
  expect(after[0]).toBe(before[0]);
  expect(after[1]).not.toBe(before[1]);
  expect(before.map((tool) => tool.gateway)).toEqual([kept, gone]);
});
