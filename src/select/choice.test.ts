import { describe, expect, test } from 'vitest';
import type { Plan, Requested, ToolChoice } from '../core/index.ts';
import { checkChoice } from './choice.ts';
import { planTools } from './plan.ts';

const parameters = { type: 'object', properties: {} };
const gateway = [
  { name: 'get_time', wireName: 'get_time', description: 'd', parameters },
  { name: 'read file', wireName: 'read_file_ab12', description: 'd', parameters },
];

const plan = (requested: Requested, isFollowUp = false, tools = gateway): Plan =>
  planTools({ requested, mixed: false, absent: 'gateway', isFollowUp, gateway: tools });

const listed = (...names: string[]): Requested => ({
  kind: 'listed',
  tools: names.map((name) => ({ name, description: 'd', schema: parameters })),
  mixed: false,
});

const named = (name: string): ToolChoice => ({ kind: 'named', name });

function refusal(choice: ToolChoice, of: Plan): string {
  const result = checkChoice(choice, of);
  if (result.ok) throw new Error('it was accepted');
  expect(result.failure.param).toBe('tool_choice');
  return result.failure.message;
}

describe('checkChoice', () => {
  test('a choice without a name stands as it is', () => {
    for (const kind of ['auto', 'none', 'required'] as const) {
      expect(checkChoice({ kind }, plan({ kind: 'absent' }))).toEqual({ ok: true, choice: { kind } });
    }
  });

  test('a visible tool is named by its wire name', () => {
    expect(checkChoice(named('get_time'), plan({ kind: 'absent' }))).toEqual({ ok: true, choice: named('get_time') });
    expect(checkChoice(named('bash'), plan(listed('bash')))).toEqual({ ok: true, choice: named('bash') });
  });

  test('a gateway’s tool may be named as the gateway calls it', () => {
    const result = checkChoice(named('read file'), plan({ kind: 'absent' }));
    expect(result).toEqual({ ok: true, choice: named('read_file_ab12') });
  });

  test('a name that two of the gateway’s tools have names neither', () => {
    const twins = ['a', 'b'].map((wireName) => ({ name: 'twin', wireName, description: 'd', parameters }));
    expect(refusal(named('twin'), plan({ kind: 'absent' }, false, twins))).toContain('no tool of this turn');
  });

  test('a client’s tool comes before a gateway’s of that name', () => {
    const mixed = plan({ ...listed('read file'), mixed: true } as Requested);
    expect(checkChoice(named('read file'), mixed)).toEqual({ ok: true, choice: named('read file') });
  });

  test('with no tools in the request, any choice is dropped', () => {
    for (const choice of [{ kind: 'required' }, { kind: 'none' }, named('get_time')] as const) {
      expect(checkChoice(choice, plan({ kind: 'none' }))).toEqual({ ok: true, choice: { kind: 'auto' } });
    }
  });

  test('where the gateway has none, a choice without a name is dropped, and a named one refused', () => {
    const empty = plan({ kind: 'absent' }, false, []);
    expect(checkChoice({ kind: 'required' }, empty)).toEqual({ ok: true, choice: { kind: 'auto' } });
    expect(refusal(named('x'), empty)).toBe('tool_choice names "x", but there are no tools here: leave it out.');
  });

  test('a name that nobody has is refused, with the nearest', () => {
    expect(refusal(named('get_tim'), plan({ kind: 'absent' }))).toBe(
      'tool_choice names "get_tim", which is no tool of this turn. Did you mean "get_time"?',
    );
    expect(refusal(named('zzzzzz'), plan(listed('a', 'b')))).toContain('one of those offered: ');
    expect(refusal(named('__proto__'), plan({ kind: 'absent' }))).toContain('no tool of this turn');
  });

  test('a tool that is out is refused with what would bring it in', () => {
    expect(refusal(named('get_time'), plan(listed('bash')))).toBe(
      'tool_choice names "get_time", which is not offered in this turn (client-tools). To have it, add {"type":"toolpath"} to the request\'s tools.',
    );
    expect(refusal(named('get_time'), plan({ kind: 'absent' }, true))).toContain('follow-up-without-tools');
  });
});

test('by its wire name, too, a tool that is not offered says why, and a slip is told what was meant', () => {
  const tools = [{ name: 'air::book_flight', wireName: 'air__book_flight', description: 'd', parameters }];
  const none = plan({ kind: 'none' }, false, tools);
  const out = { ...none, source: 'gateway' as const };
  expect(refusal(named('air__book_flight'), out)).toContain('which is not offered in this turn (no-tools)');
  expect(refusal(named('get_tme'), plan({ kind: 'absent' }))).toContain('Did you mean "get_time"?');
});
