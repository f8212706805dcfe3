import { describe, expect, test } from 'vitest';
import { asked } from '../../test/contracts/models/helpers.ts';
import { recordingLog } from '../../test/recording-log.ts';
import { proves } from '../../test/requirements.ts';
import { hang, reply, startUpstream } from '../../test/upstream.ts';
import { defaultLimits, tell } from '../core/index.ts';
import { type BackendsOptions, createBackends } from './backends.ts';
import { realClock } from './http/clock.ts';

const openai = (baseUrl = 'http://127.0.0.1:9/v1') => ({ kind: 'openai' as const, baseUrl });

function backendsWith(given: Partial<BackendsOptions>) {
  const log = recordingLog();
  const nothing = { backends: {}, models: {}, aliases: {}, model: [], limits: defaultLimits, secrets: [] };
  return { log, backends: createBackends({ ...nothing, log, ...given }) };
}

describe('Resolving a model name', () => {
  const { backends } = backendsWith({
    backends: { up: openai(), other: openai() },
    models: { 'up/mock': {}, 'up/meta-llama/Llama-3': {}, 'up/twin': {}, 'other/twin': {}, 'gone/lost': {}, fast: {} },
    aliases: { fast: ['other/quick', 'up/mock'], lost: ['gone/x'], constructor: ['up/built'] },
    model: ['up/mock', 'other/mock'],
  });

  test.each([
    ['', 'up/mock', 'mock', false],
    ['fast', 'other/quick', 'quick', false],
    ['constructor', 'up/built', 'built', false],
    ['up/anything', 'up/anything', 'anything', false],
    ['other/a/b', 'other/a/b', 'a/b', false],
    ['up/', 'up/', '', false],
    ['mock', 'up/mock', 'mock', false],
    ['meta-llama/Llama-3', 'up/meta-llama/Llama-3', 'meta-llama/Llama-3', false],
    ['twin', 'up/mock', 'mock', true],
    ['gpt-4o', 'up/mock', 'mock', true],
    ['gone/lost', 'up/mock', 'mock', true],
    ['__proto__', 'up/mock', 'mock', true],
    ['toString', 'up/mock', 'mock', true],
    ['hasOwnProperty/x', 'up/mock', 'mock', true],
  ])('The requested name "%s" resolves to %s', (asked, id, model, isSubstitute) => {
    const resolved = backends.resolve(asked);
    expect(resolved).toMatchObject({ ok: true, id, model, isSubstitute });
    expect(resolved.ok && resolved.backend.describe().name).toBe(id.split('/')[0]);
  });

  test('An alias for a backend that does not exist fails as an unknown model', () => {
    expect(backends.resolve('lost')).toMatchObject({ ok: false, failure: { kind: 'unknown-model', model: 'gone/x' } });
  });

  test('A substituted model is logged once per requested name, up to a limit', () => {
    const { backends, log } = backendsWith({ backends: { up: openai() }, model: ['up/mock'] });
    for (let time = 0; time < 3; time++) backends.resolve('gpt-4o');
    expect(log.lines).toEqual([
      { level: 'warn', message: expect.any(String), fields: { asked: 'gpt-4o', model: 'up/mock' } },
    ]);
    for (let name = 0; name < 5_000; name++) backends.resolve(`name-${name}`);
    expect(log.lines.length).toBeLessThanOrEqual(1_000);
  });

  test('Without a default, the only backend receives any requested name', () => {
    const { backends } = backendsWith({ backends: { up: openai() } });
    expect(backends.resolve('gpt-4o')).toMatchObject({
      ok: true,
      id: 'up/gpt-4o',
      model: 'gpt-4o',
      isSubstitute: false,
    });
    expect(backends.resolve('org/x')).toMatchObject({ ok: true, id: 'up/org/x', model: 'org/x' });
    expect(backends.resolve('')).toMatchObject({ ok: true, model: '' });
  });

  test('Without a default and with two backends, an unknown name fails with the nearest known models', () => {
    const { backends } = backendsWith({
      backends: { up: openai(), other: openai() },
      models: { 'up/mock': {}, 'up/a': {} },
    });
    expect(backends.resolve('mokc')).toEqual({
      ok: false,
      failure: { kind: 'unknown-model', model: 'mokc', known: ['up/mock', 'up/a'] },
    });
  });

  test('If nothing is configured, pocket answers for any requested name', () => {
    const { backends } = backendsWith({});
    expect(backends.warnings).toEqual([]);
    expect(backends.resolve('')).toMatchObject({ ok: true, id: 'pocket/pocket', isSubstitute: false });
    expect(backends.resolve('gpt-4o')).toMatchObject({ ok: true, id: 'pocket/pocket', isSubstitute: true });
  });

  test.each<Partial<BackendsOptions>>([
    { model: ['up/mock'] },
    { aliases: { fast: ['up/mock'] } },
    { backends: { up: openai() } },
    { backends: { up: { kind: 'acp' } }, model: ['up/mock'] },
  ])('Pocket never answers if anything is configured: %o', (given) => {
    const { backends } = backendsWith(given);
    for (const asked of ['', 'fast', 'up/mock', 'gpt-4o']) {
      const resolved = backends.resolve(asked);
      if (resolved.ok) expect(resolved.id).toMatch(/^up\//);
      else expect(resolved.failure.kind).toMatch(/unknown-model|backend-unusable/);
    }
  });

  test('An alias can be the default, but an alias for another alias is an unknown model', () => {
    for (const others of [{}, { other: openai() }]) {
      const { backends } = backendsWith({
        backends: { up: openai(), ...others },
        aliases: { fast: ['up/a', 'up/b'] },
        model: ['fast'],
      });
      expect(backends.warnings).toEqual([]);
      expect(backends.resolve('')).toMatchObject({ id: 'up/a', next: { id: 'up/b' } });
    }
    const { backends } = backendsWith({ backends: { up: openai() }, aliases: { a: ['b'], b: ['a'] } });
    expect(backends.warnings).toHaveLength(2);
    expect(backends.resolve('a')).toMatchObject({ ok: false, failure: { kind: 'unknown-model' } });
  });

  test('A hosted server without a key gives a warning at start-up, a local one does not', () => {
    const { backends } = backendsWith({
      backends: {
        claude: { kind: 'anthropic' },
        groq: { kind: 'openai', server: 'groq' },
        fine: { kind: 'anthropic', apiKey: 'k' },
        local: { kind: 'anthropic', baseUrl: 'http://127.0.0.1:9' },
        studio: { kind: 'openai', server: 'lmstudio' },
        ollama: { kind: 'ollama' },
      },
      model: ['claude/x'],
    });
    expect(backends.warnings).toEqual([
      'The backend "claude" has no key, so its server will refuse requests. Set "apiKey": "env:ANTHROPIC_API_KEY".',
      'The backend "groq" has no key, so its server will refuse requests. Set "apiKey": "env:GROQ_API_KEY".',
    ]);
    const studio = backends.resolve('studio/x');
    expect(studio.ok && studio.backend.describe().address).toBe('http://127.0.0.1:1234/v1');
  });

  test('A fallback chain links its usable models in order and omits those that do not exist', () => {
    const { backends } = backendsWith({
      backends: { up: openai(), other: openai() },
      aliases: { both: ['gone/x', 'up/a', 'bad/y', 'other/b'] },
      model: ['up/twin', 'other/twin'],
    });
    const both = { ok: true, id: 'up/a', next: { id: 'other/b' } };
    expect(backends.resolve('both')).toMatchObject(both);
    for (const asked of ['', 'twin']) {
      expect(backends.resolve(asked)).toMatchObject({ id: 'up/twin', isSubstitute: false, next: { id: 'other/twin' } });
    }
    expect(backends.resolve('up/twin')).not.toHaveProperty('next');
    expect(backends.resolve('nobody')).toMatchObject({
      id: 'up/twin',
      isSubstitute: true,
      next: { isSubstitute: true },
    });
  });

  test('A backend that cannot be created fails only the requests for it', () => {
    const { backends } = backendsWith({
      backends: {
        up: openai(),
        agent: { kind: 'cursor' },
        bare: { kind: 'openai' },
        odd: openai('ftp://x'),
        junk: openai('x'),
      },
    });
    expect(backends.resolve('up/x').ok).toBe(true);
    const told = (asked: string) => {
      const resolved = backends.resolve(asked);
      if (resolved.ok) throw new Error('The name was resolved.');
      expect(resolved.failure).toMatchObject({ kind: 'backend-unusable' });
      return tell(resolved.failure);
    };
    expect(told('agent/x')).toBe('The backend "agent" has the kind "cursor", which this version does not support yet.');
    for (const name of ['bare', 'odd', 'junk']) expect(told(`${name}/x`)).toContain('no usable baseUrl');
  });
});

describe('Finding a model', () => {
  const never = new AbortController().signal;

  test('A name that a private server does not list is unknown, unless the settings name it', async () => {
    const upstream = await startUpstream({ models: ['a', 'b'] });
    const { backends } = backendsWith({
      backends: { up: openai(upstream.url) },
      models: { 'up/given': {} },
      aliases: { fast: ['up/quick'] },
      model: ['up/default'],
    });
    for (const asked of ['', 'fast', 'up/given', 'given', 'up/default', 'up/', 'gpt-4o', 'org/x']) {
      expect(await backends.find(asked, never)).toEqual(backends.resolve(asked));
    }
    expect(upstream.requests).toEqual([]); // these names need no list
    expect(await backends.find('up/b', never)).toMatchObject({ ok: true, id: 'up/b' });
    expect(await backends.find('up/typo', never)).toEqual({
      ok: false,
      failure: {
        kind: 'unknown-model',
        model: 'up/typo',
        known: ['up/default', 'up/given', 'up/quick', 'up/a', 'up/b'],
        reason: expect.stringContaining('The server of the backend "up" does not list it.'),
      },
    });
  });

  test('The name is also checked if the address of the server is private but not loopback', async () => {
    const upstream = await startUpstream({ models: ['a'] });
    const anyInterface = upstream.url.replace('127.0.0.1', '0.0.0.0');
    const { backends } = backendsWith({ backends: { up: openai(anyInterface) } });
    expect(await backends.find('up/typo', never)).toMatchObject({ ok: false, failure: { known: ['up/a'] } });
  });

  test('A model that the server got since its last list is found, and lists are not requested too often', async () => {
    let now = 0;
    const models = ['a'];
    const upstream = await startUpstream({ models: () => reply(200, { data: models.map((id) => ({ id })) }) });
    const { backends } = backendsWith({
      backends: { up: openai(upstream.url) },
      clock: { ...realClock, now: () => now },
    });
    expect((await backends.find('up/new', never)).ok).toBe(false);
    expect((await backends.find('up/new', never)).ok).toBe(false);
    expect(upstream.requests).toHaveLength(1);
    models.push('new');
    now = 1_000;
    expect((await backends.find('up/new', never)).ok).toBe(true);
    expect((await backends.find('up/a', never)).ok).toBe(true);
    expect(upstream.requests).toHaveLength(2);
  });

  test('If the server lists nothing, any name is passed on, and the server is not asked again for a while', async () => {
    for (const models of [() => reply(404, 'no'), () => reply(200, { data: [] }), () => reply(200, 'junk')]) {
      let now = 0;
      const upstream = await startUpstream({ models });
      const { backends } = backendsWith({
        backends: { up: openai(upstream.url) },
        clock: { ...realClock, now: () => now },
      });
      for (let time = 0; time < 3; time++) expect(await backends.find('up/x', never)).toMatchObject({ id: 'up/x' });
      expect(upstream.requests).toHaveLength(1);
      now = 60_000;
      await backends.find('up/x', never);
      expect(upstream.requests).toHaveLength(2);
    }
  });

  test('The name for a hosted service is passed on without a list, because the service checks it', async () => {
    const { backends } = backendsWith({ backends: { cloud: openai('https://models.example.test/v1') } });
    expect(await backends.find('cloud/anything', never)).toMatchObject({ ok: true, id: 'cloud/anything' });
  });

  test('A prefix close to the name of a backend is an error, also if there is a default or only one backend', async () => {
    for (const model of [['local/a'], []]) {
      const { backends } = backendsWith({ backends: { local: openai() }, models: { 'local/a': {} }, model });
      for (const asked of ['lokal/a', 'Local/a', 'loca/x/y']) {
        const failure = { kind: 'unknown-model', model: asked, known: ['local/a'] };
        expect(backends.resolve(asked)).toMatchObject({ ok: false, failure });
        expect(await backends.find(asked, never)).toMatchObject({ ok: false, failure });
      }
      for (const asked of ['meta-llama/x', 'constructor/x', '/x', 'loca'])
        expect(backends.resolve(asked)).toMatchObject({ ok: true });
    }
  });

  test('A name whose prefix only looks mistyped goes to the backend whose server lists the complete name', async () => {
    const upstream = await startUpstream({ models: ['mistralai/Mistral-7B'] });
    for (const model of [['mistral/other'], []]) {
      const { backends } = backendsWith({ backends: { mistral: openai(upstream.url) }, model });
      expect(await backends.find('mistralai/Mistral-7B', never)).toMatchObject({
        id: 'mistral/mistralai/Mistral-7B',
        model: 'mistralai/Mistral-7B',
        isSubstitute: false,
      });
      expect(await backends.find('mistralai/Mistral-8B', never)).toMatchObject({
        ok: false,
        failure: { reason: 'There is no backend "mistralai". Did you mean "mistral"?' },
      });
    }
  });

  test('Models similar to another one are listed with the nearest names first', async () => {
    const upstream = await startUpstream({ models: ['a', 'qwen3:4b', 'mock', 'qwen3:14b'] });
    const { backends } = backendsWith({ backends: { up: openai(upstream.url) }, model: ['up/given'] });
    const resolved = backends.resolve('up/qwen3:8b');
    if (!resolved.ok) throw new Error('The model was not resolved.');
    expect(await backends.similar(resolved)).toEqual(['up/qwen3:4b', 'up/qwen3:14b', 'up/given', 'up/a', 'up/mock']);
  });
});

describe('Facts about a model', () => {
  const modelSetting = async (told: object, settings: object, given: Partial<BackendsOptions> = {}) => {
    const upstream = await startUpstream({ models: () => reply(200, { data: [{ id: 'm', ...told }] }) });
    const { backends, log } = backendsWith({
      backends: { up: openai(upstream.url) },
      models: { 'up/m': settings },
      ...given,
    });
    const resolved = backends.resolve('up/m');
    if (!resolved.ok) throw new Error('The model was not resolved.');
    return { known: await backends.facts(resolved), backends, resolved, upstream, log };
  };

  test('The facts come from the server and the settings, and the settings win', async () => {
    expect((await modelSetting({ max_model_len: 9_000 }, {})).known).toEqual({
      contextTokens: 9_000,
      overflow: 'refused',
      isWindowSet: false,
    });
    expect((await modelSetting({}, { contextTokens: 5_000, nativeTools: false, parameters: '350m' })).known).toEqual({
      contextTokens: 5_000,
      nativeTools: false,
      billions: 0.35,
      overflow: 'refused',
      isWindowSet: true,
    });
    expect((await modelSetting({ max_model_len: 9_000 }, { contextTokens: 5_000 })).known.contextTokens).toBe(5_000);
  });

  test('A setting cannot enlarge a loaded context window, and the conflict is logged once', async () => {
    const { known, backends, resolved, log } = await modelSetting({ max_model_len: 4_096 }, { contextTokens: 32_768 });
    expect(known.contextTokens).toBe(4_096);
    await backends.facts(resolved);
    expect(log.lines).toMatchObject([{ level: 'warn', fields: { contextTokens: 32_768, loaded: 4_096 } }]);
  });

  test('Reading remembered facts sends no request, however old the facts are', async () => {
    let now = 0;
    const clock = { ...realClock, now: () => now };
    const { backends, resolved, upstream } = await modelSetting(
      { max_model_len: 9_000 },
      { contextTokens: 5_000 },
      { clock },
    );
    now = 86_400_000;
    expect(backends.remembered(resolved)).toMatchObject({ contextTokens: 9_000 });
    expect(backends.remembered({ ...resolved, id: 'up/other' })).toEqual({});
    expect(upstream.requests).toHaveLength(1);
  });

  test('Concurrent callers share one request for facts, which is repeated after a while', async () => {
    let now = 0;
    const { backends, resolved, upstream } = await modelSetting(
      { max_model_len: 9 },
      {},
      {
        clock: { ...realClock, now: () => now },
      },
    );
    await Promise.all(Array.from({ length: 9 }, () => backends.facts(resolved)));
    expect(upstream.requests).toHaveLength(1);
    now = 61_000;
    await backends.facts(resolved); // returns the old facts while the new request runs
    await asked(upstream, 2);
    await backends.facts(resolved, true);
    expect(upstream.requests).toHaveLength(2); // the facts are fresh, so there is no third request
    now = 63_000;
    await backends.facts(resolved, true);
    expect(upstream.requests).toHaveLength(3);
  });

  test('The facts are kept when the server fails, and are requested again soon', async () => {
    let [now, isThere] = [0, true];
    const upstream = await startUpstream({
      models: () => (isThere ? reply(200, { data: [{ id: 'm', max_model_len: 9_000 }] }) : reply(500, 'busy')),
    });
    const { backends } = backendsWith({
      backends: { up: openai(upstream.url) },
      clock: { ...realClock, now: () => now },
    });
    const resolved = backends.resolve('up/m');
    if (!resolved.ok) throw new Error('The model was not resolved.');
    const known = async () => (await backends.facts(resolved, true)).contextTokens;
    expect(await known()).toBe(9_000);
    [now, isThere] = [61_000, false];
    expect(await known()).toBe(9_000);
    now = 77_000;
    await backends.facts(resolved);
    await asked(upstream, 3);
  });

  test('Settings are merged field by field, and those of the model itself override those of its alias', async () => {
    const { backends } = backendsWith({
      backends: { up: openai() },
      models: { fast: { contextTokens: 1_000, nativeTools: false }, 'up/m': { contextTokens: 2_000 } },
      aliases: { fast: ['up/m'] },
    });
    const resolved = backends.resolve('fast');
    if (!resolved.ok) throw new Error('The model was not resolved.');
    expect(await backends.facts(resolved)).toMatchObject({ contextTokens: 2_000, nativeTools: false });
  });

  test('Settings of an alias apply if the alias is the default, also when it was not requested by name', async () => {
    const { backends } = backendsWith({
      backends: { up: openai() },
      models: { fast: { nativeTools: false } },
      aliases: { fast: ['up/m'] },
      model: ['fast'],
    });
    for (const asked of ['', 'gpt-4o', 'fast']) {
      const resolved = backends.resolve(asked);
      if (!resolved.ok) throw new Error('The model was not resolved.');
      expect(backends.said(resolved)).toMatchObject({ nativeTools: false });
    }
  });

  test('A server that fails or is silent gives no facts, and the wait is bounded', async () => {
    for (const models of [() => reply(500, 'x'), () => reply(200, 'junk'), () => [hang]]) {
      const upstream = await startUpstream({ models });
      const { backends } = backendsWith({ backends: { up: openai(upstream.url) } });
      const resolved = backends.resolve('up/m');
      if (!resolved.ok) throw new Error('The model was not resolved.');
      expect(await backends.facts(resolved)).toEqual({ overflow: 'refused', isWindowSet: false });
    }
  });
});

describe('The list of models', () => {
  const never = new AbortController().signal;

  test('The list contains the aliases, the default, the configured models and those of the backends, each once', async () => {
    const upstream = await startUpstream({ models: ['mock', 'b'] });
    const { backends } = backendsWith({
      backends: { up: openai(upstream.url), gone: openai() },
      models: { 'up/a': {}, fast: {} },
      aliases: { fast: ['up/mock'] },
      model: ['up/mock'],
    });
    expect(await backends.list(never)).toEqual([
      { id: 'fast', ownedBy: 'toolpath' },
      { id: 'up/mock', ownedBy: 'up' },
      { id: 'up/a', ownedBy: 'up' },
      { id: 'up/b', ownedBy: 'up' },
    ]);
  });

  test('A backend is asked for its models at most once a minute, but again after a failure', async () => {
    let nowMs = 0;
    let isBroken = true;
    const models = () => reply(isBroken ? 500 : 200, { data: [{ id: 'm' }] });
    const upstream = await startUpstream({ models });
    const clock = { ...realClock, now: () => nowMs };
    const { backends } = backendsWith({ backends: { up: openai(upstream.url) }, clock });
    expect(await backends.list(never)).toEqual([]);
    isBroken = false;
    const both = await Promise.all([backends.list(never), backends.list(never)]);
    expect(both[0]).toEqual([{ id: 'up/m', ownedBy: 'up' }]);
    expect(both[1]).toEqual(both[0]);
    expect(upstream.requests).toHaveLength(2);
    nowMs += 59_999;
    await backends.list(never);
    expect(upstream.requests).toHaveLength(2);
    nowMs += 1;
    await backends.list(never);
    expect(upstream.requests).toHaveLength(3);
  });

  test('The list does not wait for a silent backend, whose connection is closed', async () => {
    const silent = await startUpstream({ models: () => [hang] });
    const upstream = await startUpstream();
    const { backends } = backendsWith({ backends: { up: openai(upstream.url), silent: openai(silent.url) } });
    expect(await backends.list(never)).toEqual([{ id: 'up/mock', ownedBy: 'up' }]);
    await silent.requests[0]?.whenClosed;
  });

  proves('L9', 'The wait for a model list and for facts about a model ends at limits.modelsMs', async () => {
    const late = await startUpstream({
      models: () => [{ kind: 'wait', ms: 300 }, ...reply(200, { data: [{ id: 'm', max_model_len: 4_096 }] })],
    });
    for (const [modelsMs, listed] of [
      [50, []],
      [30_000, [{ id: 'up/m', ownedBy: 'up' }]],
    ] as const) {
      const { backends } = backendsWith({
        backends: { up: openai(late.url) },
        limits: { ...defaultLimits, modelsMs },
      });
      const resolved = backends.resolve('up/m');
      if (!resolved.ok) throw new Error('The model was not resolved.');
      const [models, facts] = await Promise.all([backends.list(never), backends.facts(resolved)]);
      expect(models).toEqual(listed);
      expect(facts.contextTokens).toBe(listed.length === 0 ? undefined : 4_096);
    }
  });

  test('A caller that aborts gets an empty list at once, and other callers still get the full list', async () => {
    const upstream = await startUpstream({
      models: () => [{ kind: 'wait', ms: 200 }, ...reply(200, { data: [{ id: 'm' }] })],
    });
    const { backends } = backendsWith({ backends: { up: openai(upstream.url) } });
    const abort = new AbortController();
    const leaving = backends.list(abort.signal);
    const staying = backends.list(never);
    abort.abort();
    expect(await leaving).toEqual([]);
    expect(await staying).toEqual([{ id: 'up/m', ownedBy: 'up' }]);
  });

  test('Closing the backends closes their connections', async () => {
    const upstream = await startUpstream();
    const { backends } = backendsWith({ backends: { up: openai(upstream.url) } });
    await backends.list(never);
    await backends.close();
    await upstream.requests[0]?.whenClosed;
  });
});

describe('Incomplete or wrong settings', () => {
  test('With one backend, a bare name in the settings is a model of that backend and not substituted', () => {
    const { backends, log } = backendsWith({
      backends: { up: openai() },
      model: ['qwen3:8b'],
      aliases: { fast: ['small'] },
      models: { 'qwen3:8b': {} },
    });
    expect(backends.warnings).toEqual([]);
    for (const [asked, id] of [
      ['', 'up/qwen3:8b'],
      ['qwen3:8b', 'up/qwen3:8b'],
      ['fast', 'up/small'],
      ['small', 'up/small'],
    ] as const) {
      expect(backends.resolve(asked)).toMatchObject({ ok: true, id, isSubstitute: false });
    }
    expect(log.lines).toEqual([]);
  });

  test('Settings that name an unknown backend give warnings with the nearest name', () => {
    const { backends } = backendsWith({
      backends: { local: openai(), cloud: openai(), later: { kind: 'cursor' } },
      model: ['loca/x', 'cloud/y'],
      aliases: { fast: ['clod/x'] },
      models: { 'nobody/x': {} },
    });
    const told = backends.warnings.join('\n');
    expect(told).toContain('"later" has the kind "cursor", which this version does not support yet');
    expect(told).toContain('there is no backend "loca". Did you mean "local"?');
    expect(told).toContain('The alias "fast" names "clod/x", which does not exist');
    expect(told).toContain('"models" describes "nobody/x"');
  });
});
