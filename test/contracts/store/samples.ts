import fc from 'fast-check';
import type { Continuation, ToolAnnouncement } from '../../../src/core/index.ts';
import type { Store, StoreBounds } from '../../../src/store/contract.ts';

/** Opens an empty store. */
export type OpenStore = (bounds: StoreBounds, clock: () => number) => Promise<Store>;

export const roomy: StoreBounds = {
  continuationMs: 1_000_000,
  continuations: 1_000,
  continuationBytes: 1e8,
  storeBytes: 1e9,
};
/** Limits that are small enough for random tests to reach each of them. */
export const narrow: StoreBounds = {
  continuationMs: 1_000,
  continuations: 5,
  continuationBytes: 600,
  storeBytes: 1_500,
};

interface Given {
  readonly key?: string;
  readonly prefix?: string;
  readonly text?: string;
  readonly callIds?: readonly string[];
  readonly args?: unknown;
}

export function continuation({ key = 'k', prefix = 'other', text = '', callIds = [], args = {} }: Given): Continuation {
  const handedOver = callIds.map((clientId) => ({ call: { id: 'call', name: 'tool', arguments: {} }, clientId }));
  const ours = { call: { id: 'own', name: 'tool', arguments: args }, outcome: outcomeOf({ ok: true }, 'done') };
  return { key, prefix, text, steps: [{ text: '', calls: [ours, ...handedOver] }] };
}

interface GivenAnnouncement {
  readonly key?: string;
  readonly model?: string;
  readonly announcementId?: string;
  readonly prefix?: string;
  /** Description of the announcement's only tool. */
  readonly text?: string;
  readonly parameters?: Record<string, unknown>;
  readonly kind?: ToolAnnouncement['kind'];
}

export function announcement(given: GivenAnnouncement): ToolAnnouncement {
  const {
    key = 'k',
    model = 'm',
    prefix = 'other',
    announcementId = 'v',
    text = '',
    parameters = {},
    kind = 'finds',
  } = given;
  const tool = { name: 'own', wireName: 'wire', description: text, parameters };
  return { key, kind, model, prefix, announcementId, tools: [tool] };
}

export function outcomeOf(value: unknown, text: string) {
  return {
    content: [
      { type: 'json' as const, value },
      { type: 'text' as const, text },
    ],
    isError: false,
  };
}

/** Texts that databases, prototypes or encodings may misread or confuse with each other. */
export const lookalikes = ['', '\0', 'a', 'a\0', 'a\0b', '\ud800', '\ud801', '\udc00', '\ufffd', '"', '""', '\\ud800'];
export const hostileText = fc.oneof(
  fc.constantFrom(...lookalikes),
  fc.constantFrom('__proto__', 'constructor', 'toString', "'; DROP TABLE continuations; --", '%', '[]', '😀', '\ufeff'),
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 3 }).map((units) => String.fromCharCode(...units)),
);

/** Any value that JSON can represent; -0 becomes 0. */
export const anyJson = fc.jsonValue({ maxDepth: 5 }).map((value): unknown => JSON.parse(JSON.stringify(value)));

const eitherKey = fc.constantFrom('', '\0');
const anyLength = fc.oneof(fc.nat(20), fc.nat(500)).map((length) => 'x'.repeat(length));
const few = fc.constantFrom('a', 'b', '\ud800', '\ud801', '__proto__', "'");
export const anyStep = fc
  .oneof(
    fc.record({
      kind: fc.constant('save' as const),
      one: fc
        .record({
          key: eitherKey,
          prefix: few,
          callIds: fc.array(few, { maxLength: 3 }),
          text: anyLength,
        })
        .map(continuation),
    }),
    fc.record({
      kind: fc.constant('find' as const),
      query: fc.record({
        key: eitherKey,
        callIds: fc.array(few, { maxLength: 2 }),
        prefixes: fc.array(few, { maxLength: 2 }),
      }),
    }),
    fc.record({
      kind: fc.constant('announce' as const),
      one: fc.record({ key: eitherKey, model: few, prefix: few, text: anyLength }).map(announcement),
    }),
    fc.record({
      kind: fc.constant('announcements' as const),
      query: fc.record({ key: eitherKey, prefixes: fc.array(few, { maxLength: 2 }) }),
    }),
  )
  // Time always advances between steps, because a store may order two uses at the same time either way.
  .chain((step) => fc.constantFrom(1, 2, 50, 400, 999).map((waitMs) => ({ ...step, waitMs })));

export type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never;

/** Changes everything in the value that can be changed. */
export function spoil(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  Object.values(value).forEach(spoil);
  Object.assign(value, { text: 'spoilt', 0: 'spoilt', list: [] });
}
