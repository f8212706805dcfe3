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

describe('First declaration of a conversation', () => {
  proves(
    ['S1.mcp.deferred', 'S1.builtin.tool-search'],
    'The first declaration contains no MCP tool that the search did not find',
    () => {
      const { plan } = resolve();
      expect(names(plan.visible)).toEqual(['tool_search', 'call_tool', 'clock']);
      expect(plan.callable).toEqual([]);
      expect(decided(plan.decisions, 'mail::send')).toMatchObject({ verdict: 'out', rule: 'deferred' });
    },
  );

  proves(
    ['S1.mcp.materialise', 'S1.limit.rank'],
    'The first declaration contains the found tools up to the limit, best match first',
    () => {
      const { plan } = resolve({ hits: ['files::write', 'mail::read', 'mail::send'] });
      expect(names(plan.visible)).toEqual(['tool_search', 'call_tool', 'clock', 'files__write', 'mail__read']);
      expect(names(plan.finds)).toEqual(['files__write', 'mail__read']);
      expect(decided(plan.decisions, 'files::write')).toMatchObject({
        verdict: 'in',
        rule: 'found',
        rank: 1,
        score: 1,
      });
      expect(decided(plan.decisions, 'mail::send')).toMatchObject({ verdict: 'out', rule: 'limit', rank: 3 });
      expect(decided(plan.decisions, 'mail::send')).toMatchObject({ flip: 'set the budget to 3 or more' });
    },
  );

  proves(
    ['S1.mcp.deferred', 'S1.limit.rank'],
    'The first declaration puts always tools first, and they count towards the limit',
    () => {
      const tools = plainWorld.tools.map(({ name }) => ({ name, always: name.endsWith('read') }));
      const one = resolve({ tools, hits: ['mail::send', 'files::read'], most: 3 }).plan;
      expect(names(one.finds)).toEqual(['files__read', 'mail__read', 'mail__send']);
      const other = resolve({ tools, hits: ['mail::send', 'files::read'], most: 1 }).plan;
      expect(names(other.finds)).toEqual(['files__read']);
      expect(decided(other.decisions, 'mail::read')).toMatchObject({ verdict: 'out', rule: 'limit' });
    },
  );

  proves(
    'S1.limit',
    'The first declaration contains as many MCP tools as the model’s size allows, or as its settings say',
    () => {
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
    },
  );

  proves('S1.custom', 'The first declaration contains all custom tools, which do not count towards the limit', () => {
    const tools = [...['a', 'b', 'c'].map((name) => ({ name })), ...plainWorld.tools];
    const { plan } = resolve({ tools, hits: ['mail::send', 'mail::read'] });
    expect(names(plan.visible).slice(2)).toEqual(['a', 'b', 'c', 'clock', 'mail__send', 'mail__read']);
    expect(names(resolve({ tools, filter: { servers: ['mail'] } }).plan.visible)).toEqual(['tool_search', 'call_tool']);
  });

  test('The first declaration contains the tool that tool_choice names, exactly once, if the filter allows it', () => {
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

describe('Later messages of a conversation', () => {
  const declared = told('tool_search', 'call_tool', 'clock', 'mail::send');

  proves(
    ['S1.mcp.materialise', 'L6'],
    'Declared and described tools stay, and newly found tools become callable without being declared',
    () => {
      const { plan } = resolve({ declared, told: told('mail::read'), hits: ['files::read'] });
      expect(names(plan.visible)).toEqual(['tool_search', 'call_tool', 'clock', 'mail__send']);
      expect(names(plan.callable)).toEqual(['mail__read', 'files__read']);
      expect(names(plan.finds)).toEqual(['files__read']);
      const rules = ['mail::send', 'mail::read', 'files::read'].map((name) => decided(plan.decisions, name)?.rule);
      expect(rules).toEqual(['kept', 'kept', 'found']);
    },
  );

  proves('S1.limit.rank', 'Each message has its own limit, in which known tools keep their ranks', () => {
    const hits = ['mail::send', 'files::write', 'mail::read', 'files::read'];
    const { plan } = resolve({ declared, hits });
    expect(names(plan.finds)).toEqual(['files__write']);
    expect(decided(plan.decisions, 'mail::read')).toMatchObject({ rule: 'limit' });
  });

  test('A tool that no longer exists, or is no longer allowed, stays declared but can no longer be called', () => {
    for (const more of [{ tools: [] }, { filter: { servers: ['files'] } }]) {
      const { plan, who } = resolve({ declared, ...more, hasMore: true });
      expect(names(plan.visible)).toEqual(names(resolve({ declared }).plan.visible));
      const send = plan.visible.find(({ wireName }) => wireName === 'mail__send');
      const behind = send?.gateway;
      expect(who.some(({ tool }) => tool !== undefined && tool === behind)).toBe(false);
      expect(decided(plan.decisions, 'mail::send')).toMatchObject({
        verdict: 'in',
        rule: 'gone',
        flip: expect.stringMatching(/^start a new conversation/),
      });
    }
  });

  test('Custom and always tools that appear after the declaration are late, but built-in tools can be called', () => {
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

  proves('S1.limit.rank', 'A found always tool that was not shown yet goes before better search results', () => {
    const tools = plainWorld.tools.map(({ name }) => ({ name, always: name === 'mail::read' }));
    const { plan } = resolve({ tools, declared, hits: ['files::read', 'files::write', 'mail::read'] });
    expect(names(plan.finds)).toEqual(['mail__read', 'files__read']);
    expect(decided(plan.decisions, 'mail::read')).toMatchObject({ rule: 'found', rank: 3 });
  });

  proves('S1.explain', 'The flip of a tool that is in for two reasons names both changes', () => {
    const tools = plainWorld.tools.map(({ name }) => ({ name, always: name.endsWith('read') }));
    const both = 'start a new conversation, and remove it from its server\'s "always"';
    expect(decided(resolve({ tools, declared: told('mail::read') }).plan.decisions, 'mail::read')?.flip).toBe(both);
    const other = resolve({ tools, told: told('mail::read'), hits: ['files::read'], most: 1 }).plan;
    expect(decided(other.decisions, 'mail::read')).toMatchObject({ verdict: 'in', rule: 'kept', flip: both });
  });

  test('A tool_choice that names a declared tool does not change the declaration', () => {
    expect(names(resolve({ declared, named: 'clock' }).plan.visible)).toEqual(
      names(resolve({ declared }).plan.visible),
    );
  });

  test('A forgetful model gets all known tools declared in every request, and no dispatcher', () => {
    const { plan } = resolve({
      declared: told('clock'),
      told: told('mail::read'),
      hits: ['files::read'],
      hasNoPromptCache: true,
    });
    expect(names(plan.visible)).toEqual(['clock', 'mail__read', 'files__read', 'tool_search']);
    expect(plan.callable).toEqual([]);
    expect(decided(plan.decisions, 'call_tool')).toMatchObject({ verdict: 'out', rule: 'needless' });
  });
});

describe('Names of client tools', () => {
  proves('L1', 'A client tool keeps its name, even if it is the name of an MCP tool or of tool_search', () => {
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

  test('If a client tool is named call_tool, tool_search is out, because found tools could not be called', () => {
    const { plan } = resolve({ requested: listed(['call_tool']), hits: ['files::read'] });
    expect(plan.visible.map(({ wireName, owner }) => `${owner} ${wireName}`)).toEqual([
      'client call_tool',
      'gateway clock',
      'gateway files__read',
    ]);
    expect(decided(plan.decisions, 'tool_search')).toMatchObject({ verdict: 'out', rule: 'no-dispatcher' });
  });
});

describe('Plan with a chosen format', () => {
  const formats = (model: string, nativeTools: boolean | undefined, enabled = defaultFormats.enabled) =>
    chooseFormat({ ...defaultFormats, enabled, model, nativeTools, hasPython: false });

  proves(
    ['S1.format.native', 'S1.format.text'],
    'Found tools are shown natively if the model supports it, else as text, with the same plan',
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

  proves(
    'S1.format.primary',
    'Without a format there are no tools, and every decision gives the rule no-format',
    () => {
      const { plan } = resolve({ hits: ['mail::send'], told: told('mail::read') });
      const none = formed(plan, formats('mock', false, ['native']));
      expect(none).toMatchObject({ format: 'none', visible: [], callable: [], finds: [] });
      for (const name of ['tool_search', 'clock', 'mail::send', 'mail::read']) {
        expect(decided(none.decisions, name)).toMatchObject({ verdict: 'out', rule: 'no-format' });
      }
    },
  );
});
