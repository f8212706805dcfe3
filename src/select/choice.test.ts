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
  test('checkChoice keeps a choice that names no tool', () => {
    for (const kind of ['auto', 'none', 'required'] as const) {
      expect(checkChoice({ kind }, plan({ kind: 'absent' }))).toEqual({ ok: true, choice: { kind } });
    }
  });

  test('checkChoice accepts the wire name of a visible tool', () => {
    expect(checkChoice(named('get_time'), plan({ kind: 'absent' }))).toEqual({ ok: true, choice: named('get_time') });
    expect(checkChoice(named('bash'), plan(listed('bash')))).toEqual({ ok: true, choice: named('bash') });
  });

  test('checkChoice translates a gateway tool’s own name to its wire name', () => {
    const result = checkChoice(named('read file'), plan({ kind: 'absent' }));
    expect(result).toEqual({ ok: true, choice: named('read_file_ab12') });
  });

  test('checkChoice rejects a name that two gateway tools share', () => {
    const twins = ['a', 'b'].map((wireName) => ({ name: 'twin', wireName, description: 'd', parameters }));
    expect(refusal(named('twin'), plan({ kind: 'absent' }, false, twins))).toContain('no tool of that name');
  });

  test('If a client tool and a gateway tool match the name, checkChoice chooses the client tool', () => {
    const mixed = plan({ ...listed('read file'), mixed: true } as Requested);
    expect(checkChoice(named('read file'), mixed)).toEqual({ ok: true, choice: named('read file') });
  });

  test('If the request asks for no tools, checkChoice replaces any choice with auto', () => {
    for (const choice of [{ kind: 'required' }, { kind: 'none' }, named('get_time')] as const) {
      expect(checkChoice(choice, plan({ kind: 'none' }))).toEqual({ ok: true, choice: { kind: 'auto' } });
    }
  });

  test('If the gateway has no tools, checkChoice replaces an unnamed choice with auto and rejects a named one', () => {
    const empty = plan({ kind: 'absent' }, false, []);
    expect(checkChoice({ kind: 'required' }, empty)).toEqual({ ok: true, choice: { kind: 'auto' } });
    expect(refusal(named('x'), empty)).toBe('tool_choice names "x", but this turn has no tools. Omit tool_choice.');
  });

  test('checkChoice rejects an unknown name and suggests the nearest one', () => {
    expect(refusal(named('get_tim'), plan({ kind: 'absent' }))).toBe(
      'tool_choice names "get_tim", but this turn has no tool of that name. Did you mean "get_time"?',
    );
    expect(refusal(named('zzzzzz'), plan(listed('a', 'b')))).toContain('Available tools: ');
    expect(refusal(named('__proto__'), plan({ kind: 'absent' }))).toContain('no tool of that name');
  });

  test('checkChoice rejects a tool that is out and says how to make it available', () => {
    expect(refusal(named('get_time'), plan(listed('bash')))).toBe(
      'tool_choice names "get_time", which is not available in this turn (rule "client-tools"). To make it available, add {"type":"toolpath"} to the request\'s "tools".',
    );
    expect(refusal(named('get_time'), plan({ kind: 'absent' }, true))).toContain('follow-up-without-tools');
  });
});

test('checkChoice explains a rejected tool that is named by its wire name, and corrects a misspelt name', () => {
  const tools = [{ name: 'air::book_flight', wireName: 'air__book_flight', description: 'd', parameters }];
  const none = plan({ kind: 'none' }, false, tools);
  const out = { ...none, source: 'gateway' as const };
  expect(refusal(named('air__book_flight'), out)).toContain('which is not available in this turn (rule "no-tools")');
  expect(refusal(named('get_tme'), plan({ kind: 'absent' }))).toContain('Did you mean "get_time"?');
});
