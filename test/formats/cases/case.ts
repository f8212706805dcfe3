import type { NoticeCode, Policy } from '../../../src/formats/index.ts';

/** A text that a model may write, and what the best reader says of it. */
export interface FormatCase {
  /** What it shows; `6.13: …` is the number of a known bug of other engines. */
  readonly name: string;
  readonly text: string;
  /** The tools that may be called; all five unless said otherwise. `open`: nobody said which. */
  readonly tools?: ToolList | readonly unknown[];
  readonly options?: {
    readonly toolChoice?: 'auto' | 'none' | 'required';
    readonly startInReasoning?: boolean;
    readonly policy?: Partial<Policy>;
  };
  /** The file's format unless said otherwise. */
  readonly formats?: readonly string[];
  /** The whole answer, to the letter; nothing unless said otherwise. */
  readonly say?: string;
  /** The whole reasoning, to the letter; nothing unless said otherwise. */
  readonly think?: string;
  readonly calls: readonly ExpectedCall[];
  /** All of them, in order; none unless said otherwise. */
  readonly notices?: readonly NoticeCode[];
  /** The arguments as JSON text, call by call, where the text matters. */
  readonly argumentsText?: readonly (string | undefined)[];
  /** Our reader gets it wrong, and why: the case is expected to fail. */
  readonly isWrong?: string;
  /** Another reading is as good once every format is enabled, and why: the calls are expected to differ there. */
  readonly alone?: string;
}

export interface ExpectedCall {
  readonly name: string;
  readonly arguments: unknown;
  readonly id?: string;
}

export type ToolList = 'five' | 'weather' | 'code' | 'open' | 'none';

/** What a Reader gets as `tools`. */
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

/** A number that JavaScript cannot hold: as it is written, and as what it becomes. */
export const large = { text: '12345678901234567890', value: Number('12345678901234567890') } as const;
