import { describe, expect, test } from 'vitest';
import { proves } from '../../test/requirements.ts';
import { listed, plainWorld, resolve, told } from '../../test/worlds.ts';
import type { Decision, VisibleTool } from '../core/index.ts';
import { budgetFor, defaultPerSize } from './budget.ts';
import { chooseFormat } from './format-choice.ts';
import { defaultFormats } from './format-choices.ts';
import { formed } from './formed.ts';

const names = (tools: readonly VisibleTool[]) => tools.map(({ wireName }) => wireName);
const decided = (decisions: readonly Decision[], tool: string) => decisions.findLast((each) => each.tool === tool);

describe('the first declaration', () => {
  proves(['S1.mcp.deferred', 'S1.builtin.tool-search'], 'holds no server’s tool that nobody found', () => {
    const { plan } = resolve();
    expect(names(plan.visible)).toEqual(['tool_search', 'call_tool', 'clock']);
    expect(plan.callable).toEqual([]);
    expect(decided(plan.decisions, 'mail::send')).toMatchObject({ verdict: 'out', rule: 'deferred' });
  });

  proves(['S1.mcp.materialise', 'S1.limit.rank'], 'holds what was found, the nearest first', () => {
    const { plan } = resolve({ hits: ['files::write', 'mail::read', 'mail::send'] });
    expect(names(plan.visible)).toEqual(['tool_search', 'call_tool', 'clock', 'files__write', 'mail__read']);
    expect(names(plan.finds)).toEqual(['files__write', 'mail__read']);
    expect(decided(plan.decisions, 'files::write')).toMatchObject({ verdict: 'in', rule: 'found', rank: 1, score: 1 });
    expect(decided(plan.decisions, 'mail::send')).toMatchObject({ verdict: 'out', rule: 'limit', rank: 3 });
    expect(decided(plan.decisions, 'mail::send')).toMatchObject({ flip: 'set the budget to 3 or more' });
  });

  proves(['S1.mcp.deferred', 'S1.limit.rank'], 'holds those first that are always told, and counts them', () => {
    const tools = plainWorld.tools.map(({ name }) => ({ name, always: name.endsWith('read') }));
    const one = resolve({ tools, hits: ['mail::send', 'files::read'], most: 3 }).plan;
    expect(names(one.finds)).toEqual(['files__read', 'mail__read', 'mail__send']);
    const other = resolve({ tools, hits: ['mail::send', 'files::read'], most: 1 }).plan;
    expect(names(other.finds)).toEqual(['files__read']);
    expect(decided(other.decisions, 'mail::read')).toMatchObject({ verdict: 'out', rule: 'limit' });
  });

  proves('S1.limit', 'holds as many as the size of the model allows; a setting goes before', () => {
    const tools = Array.from({ length: 20 }, (_, place) => ({ name: `many::tool_${place}` }));
    const told = (model: string, more = {}) => {
      const { most } = budgetFor({ model, perSize: defaultPerSize, ...more });
      return resolve({ tools, hits: tools.map(({ name }) => name), most }).plan.finds.length;
    };
    const sizes = { 'qwen3:4b': 2, 'mistral-7b': 5, 'qwen3:30b': 5, 'Llama-3.1-70B': 10, 'somebody/new': 2 };
    for (const [model, most] of Object.entries(sizes)) expect([model, told(`up/${model}`)]).toEqual([model, most]);
    expect(told('up/qwen3:4b', { billions: 70, saidOf: 'up/qwen3:4b' })).toBe(10);
    expect(told('up/qwen3:4b', { perModel: { most: 7, of: 'up/qwen3:4b' } })).toBe(7);
    expect(told('up/qwen3:4b', { perModel: { most: 0, of: 'up/qwen3:4b' } })).toBe(0);
  });

  proves('S1.custom', 'holds custom tools beside them: they are not counted', () => {
    const tools = [...['a', 'b', 'c'].map((name) => ({ name })), ...plainWorld.tools];
    const { plan } = resolve({ tools, hits: ['mail::send', 'mail::read'] });
    expect(names(plan.visible).slice(2)).toEqual(['a', 'b', 'c', 'clock', 'mail__send', 'mail__read']);
    expect(names(resolve({ tools, filter: { servers: ['mail'] } }).plan.visible)).toEqual(['tool_search', 'call_tool']);
  });

  test('holds the tool that the request’s choice names, and names none twice', () => {
    const { plan } = resolve({ named: 'mail::send', hits: ['files::read'] });
    expect(names(plan.visible)).toEqual(['tool_search', 'call_tool', 'clock', 'files__read', 'mail__send']);
    expect(decided(plan.decisions, 'mail::send')).toMatchObject({ verdict: 'in', rule: 'named' });
    const found = resolve({ named: 'mail__send', hits: ['mail::send', 'files::read'] }).plan;
    expect(names(found.visible)).toEqual(['tool_search', 'call_tool', 'clock', 'mail__send', 'files__read']);
    expect(decided(found.decisions, 'mail::send')).toMatchObject({
      rule: 'found',
      flip: expect.stringMatching('_choice'),
    });
    expect(names(resolve({ named: 'mail::send', filter: { servers: [] } }).plan.visible)).not.toContain('mail__send');
  });
});

describe('later in a conversation', () => {
  const declared = told('tool_search', 'call_tool', 'clock', 'mail::send');

  proves(['S1.mcp.materialise', 'L6'], 'what was declared or told stays, and finds are called beside it', () => {
    const { plan } = resolve({ declared, told: told('mail::read'), hits: ['files::read'] });
    expect(names(plan.visible)).toEqual(['tool_search', 'call_tool', 'clock', 'mail__send']);
    expect(names(plan.callable)).toEqual(['mail__read', 'files__read']);
    expect(names(plan.finds)).toEqual(['files__read']);
    const rules = ['mail::send', 'mail::read', 'files::read'].map((name) => decided(plan.decisions, name)?.rule);
    expect(rules).toEqual(['kept', 'kept', 'found']);
  });

  proves('S1.limit.rank', 'a batch has its own room, in which what is known takes its place', () => {
    const hits = ['mail::send', 'files::write', 'mail::read', 'files::read'];
    const { plan } = resolve({ declared, hits });
    expect(names(plan.finds)).toEqual(['files__write']);
    expect(decided(plan.decisions, 'mail::read')).toMatchObject({ rule: 'limit' });
  });

  test('a tool that is gone, or may not be used any more, is declared as before and leads to nothing', () => {
    for (const more of [{ tools: [] }, { filter: { servers: ['files'] } }]) {
      const { plan, who } = resolve({ declared, ...more, hasMore: true });
      expect(names(plan.visible)).toEqual(names(resolve({ declared }).plan.visible));
      const send = plan.visible.find(({ wireName }) => wireName === 'mail__send');
      const behind = send?.gateway;
      expect(who.some(({ tool }) => tool !== undefined && tool === behind)).toBe(false);
      expect(decided(plan.decisions, 'mail::send')).toMatchObject({
        verdict: 'in',
        rule: 'gone',
        flip: expect.stringMatching(/^start another conversation/),
      });
    }
  });

  test('what needs no search, but came too late to be declared, says so; built-ins may be called', () => {
    const late = { ...plainWorld, declared: told('clock'), tools: [...plainWorld.tools, { name: 'dice' }] };
    const { plan } = resolve({ ...late });
    expect(names(plan.visible)).toEqual(['clock']);
    expect(names(plan.callable)).toEqual(['tool_search', 'call_tool']);
    expect(decided(plan.decisions, 'dice')).toMatchObject({ verdict: 'out', rule: 'late' });
    const tools = [{ name: 'mail::send', always: true }, { name: 'mail::read' }];
    expect(decided(resolve({ declared, tools }).plan.decisions, 'mail::send')).toMatchObject({ rule: 'kept' });
    const missed = resolve({ declared: told('tool_search', 'call_tool'), tools }).plan;
    expect(decided(missed.decisions, 'mail::send')).toMatchObject({ verdict: 'out', rule: 'late' });
  });

  proves('S1.limit.rank', 'what is always wanted and was not told yet goes before what is nearer', () => {
    const tools = plainWorld.tools.map(({ name }) => ({ name, always: name === 'mail::read' }));
    const { plan } = resolve({ tools, declared, hits: ['files::read', 'files::write', 'mail::read'] });
    expect(names(plan.finds)).toEqual(['mail__read', 'files__read']);
    expect(decided(plan.decisions, 'mail::read')).toMatchObject({ rule: 'found', rank: 3 });
  });

  proves('S1.explain', 'one that is in for two reasons says both', () => {
    const tools = plainWorld.tools.map(({ name }) => ({ name, always: name.endsWith('read') }));
    const both = 'start another conversation, and take it out of its server\'s "always"';
    expect(decided(resolve({ tools, declared: told('mail::read') }).plan.decisions, 'mail::read')?.flip).toBe(both);
    const other = resolve({ tools, told: told('mail::read'), hits: ['files::read'], most: 1 }).plan;
    expect(decided(other.decisions, 'mail::read')).toMatchObject({ verdict: 'in', rule: 'kept', flip: both });
  });

  test('to choose a declared tool moves none', () => {
    expect(names(resolve({ declared, named: 'clock' }).plan.visible)).toEqual(
      names(resolve({ declared }).plan.visible),
    );
  });

  test('a model that keeps nothing is told of everything anew, and needs no dispatcher', () => {
    const { plan } = resolve({
      declared: told('clock'),
      told: told('mail::read'),
      hits: ['files::read'],
      isForgetful: true,
    });
    expect(names(plan.visible)).toEqual(['clock', 'mail__read', 'files__read', 'tool_search']);
    expect(plan.callable).toEqual([]);
    expect(decided(plan.decisions, 'call_tool')).toMatchObject({ verdict: 'out', rule: 'needless' });
  });
});

describe('a client’s names', () => {
  proves('L1', 'win over a server’s tool, over the search and over the dispatcher', () => {
    const hits = ['mail::send', 'files::read'];
    const one = resolve({ requested: listed(['mail__send']), hits }).plan;
    expect(names(one.visible)).toEqual(['mail__send', 'tool_search', 'call_tool', 'clock', 'files__read']);
    expect(one.visible[0]?.owner).toBe('client');
    expect(decided(one.decisions, 'mail::send')).toMatchObject({ verdict: 'out', rule: 'client-name' });
    const other = resolve({ requested: listed(['tool_search']), hits: ['files::read'] }).plan;
    expect(names(other.visible)).toEqual(['tool_search', 'call_tool', 'clock', 'files__read']);
    expect(other.decisions.filter(({ tool }) => tool === 'tool_search')).toMatchObject([
      { rule: 'client' },
      { rule: 'client-name' },
    ]);
    const kept = resolve({ requested: listed(['mail__send']), declared: [], told: told('mail::send') }).plan;
    expect(kept.callable.map(({ wireName }) => wireName)).not.toContain('mail__send');
  });

  test('a client’s call_tool leaves nothing to call finds with: then the model does not search', () => {
    const { plan } = resolve({ requested: listed(['call_tool']), hits: ['files::read'] });
    expect(plan.visible.map(({ wireName, owner }) => `${owner} ${wireName}`)).toEqual([
      'client call_tool',
      'gateway clock',
      'gateway files__read',
    ]);
    expect(decided(plan.decisions, 'tool_search')).toMatchObject({ verdict: 'out', rule: 'no-dispatcher' });
  });
});

describe('with a format', () => {
  const formats = (model: string, nativeTools: boolean | undefined, enabled = defaultFormats.enabled) =>
    chooseFormat({ ...defaultFormats, enabled, model, nativeTools, hasPython: false });

  proves(
    ['S1.format.native', 'S1.format.text'],
    'finds are told natively where the model can, else in text: the plan is the same',
    () => {
      const { plan } = resolve({ hits: ['mail::send'], told: told('mail::read') });
      const native = formed(plan, formats('mock', true));
      const text = formed(plan, formats('mock', false));
      expect([native.format, text.format]).toEqual(['native', 'hermes']);
      for (const { visible, callable, decisions } of [native, text]) {
        expect({ visible, callable, decisions }).toEqual({
          visible: plan.visible,
          callable: plan.callable,
          decisions: plan.decisions,
        });
      }
    },
  );

  proves('S1.format.primary', 'without one there are no tools, none that were found either, and each says why', () => {
    const { plan } = resolve({ hits: ['mail::send'], told: told('mail::read') });
    const none = formed(plan, formats('mock', false, ['native']));
    expect(none).toMatchObject({ format: 'none', visible: [], callable: [], finds: [] });
    for (const name of ['tool_search', 'clock', 'mail::send', 'mail::read']) {
      expect(decided(none.decisions, name)).toMatchObject({ verdict: 'out', rule: 'no-format' });
    }
  });
});
