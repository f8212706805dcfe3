import type { NoticeCode, Policy } from '../../../src/formats/index.ts';

/** A text that a model may write, and the events that the reader must report for it. */
export interface FormatCase {
  /** The subject of the case. */
  readonly name: string;
  readonly text: string;
  /** The tools that may be called. Default: `five`. `open` means no tool list, `none` an empty one. */
  readonly tools?: ToolList | readonly unknown[];
  readonly options?: {
    readonly toolChoice?: 'auto' | 'none' | 'required';
    readonly startInReasoning?: boolean;
    readonly policy?: Partial<Policy>;
    readonly outcomes?: readonly string[];
  };
  /** The enabled formats. Default: the format of the file. */
  readonly formats?: readonly string[];
  /** The exact text of the answer. Default: empty. */
  readonly say?: string;
  /** The exact text of the reasoning. Default: empty. */
  readonly think?: string;
  readonly calls: readonly ExpectedCall[];
  /** The codes of all notices, in order. Default: none. */
  readonly notices?: readonly NoticeCode[];
  /** True if the last call must be marked as ended only by the end of the text. Default: no call is checked. */
  readonly isOpenEnded?: true;
  /** The exact argumentsText of each call; undefined for a call whose text does not matter. */
  readonly argumentsText?: readonly (string | undefined)[];
  /** The reason why the reader does not handle this case yet. The case is expected to fail. */
  readonly isWrong?: string;
  /** The reason why the calls differ if every format is enabled: then another format also matches the text. */
  readonly alone?: string;
}

export interface ExpectedCall {
  readonly name: string;
  readonly arguments: unknown;
  readonly id?: string;
}

export type ToolList = 'five' | 'weather' | 'code' | 'open' | 'none';

/** Returns the `tools` option of the reader for a case. */
export function toolsOf({ tools = 'five' }: FormatCase): readonly unknown[] | undefined {
  switch (tools) {
    case 'five':
      return five;
    case 'weather':
      return [weather];
    case 'code':
      return [python];
    case 'open':
      return undefined;
    case 'none':
      return [];
    default:
      return tools;
  }
}

const weather = {
  name: 'get_weather',
  description: 'The weather of the coming days.',
  parameters: {
    type: 'object',
    properties: {
      city: { type: 'string' },
      unit: { enum: ['celsius', 'fahrenheit'] },
      days: { type: 'integer' },
    },
    required: ['city'],
  },
};

const file = {
  type: 'function',
  function: {
    name: 'write_file',
    description: 'Writes a file.',
    parameters: {
      type: 'object',
      properties: {
        path: { type: 'string' },
        content: { type: 'string' },
        append: { type: 'boolean' },
        tags: { type: 'array', items: { type: 'string' } },
      },
      required: ['path', 'content'],
      additionalProperties: false,
    },
  },
};

const trip = {
  name: 'plan_trip',
  description: 'Plans a trip with several stops.',
  schema: {
    type: 'object',
    properties: {
      stops: { type: 'array', items: { $ref: '#/$defs/Stop' } },
      budget: { type: 'number' },
      traveller: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          address: { type: 'object', properties: { street: { type: 'string' }, zip: { type: 'string' } } },
        },
      },
      note: { type: ['string', 'null'] },
    },
    $defs: {
      Stop: { type: 'object', properties: { place: { type: 'string' }, nights: { type: 'integer' } } },
    },
  },
};

const lamp = {
  name: 'set_lamp',
  description: 'Switches a lamp, or dims it.',
  parameters: {
    type: 'object',
    properties: {
      level: { anyOf: [{ type: 'integer' }, { enum: ['low', 'high'] }] },
      on: { type: 'boolean' },
      colour: { type: 'string', nullable: true },
      serial: { type: 'integer' },
    },
  },
};

const time = {
  name: 'get_time',
  description: 'What time it is.',
  parameters: { type: 'object', properties: { zone: { type: 'string' } } },
};

const five: readonly unknown[] = [weather, file, trip, lamp, time];

const python = {
  name: 'python_execution',
  description: 'Runs a program.',
  parameters: { type: 'object', properties: { code: { type: 'string' } }, required: ['code'] },
};

/** An integer that JavaScript rounds: as written, and its rounded value. */
export const large = { text: '12345678901234567890', value: Number('12345678901234567890') } as const;
