import type { VisibleTool } from '../../src/core/index.ts';

const VERBS = 'create update delete list search read send export archive share'.split(' ');
const THINGS = 'invoice customer ticket branch image calendar playlist sensor recipe flight'.split(' ');
const PLACES = 'the shop; the warehouse; a repository; the cloud; a phone'.split('; ');

/**
 * Returns generated tools of the typical size on public servers: names of 20 characters, descriptions of 130, three parameters.
 * The tools are the same in every run.
 */
export function madeUpTools(count: number): readonly VisibleTool[] {
  return Array.from({ length: count }, (_, place) => {
    const verb = VERBS[place % VERBS.length] ?? '';
    const thing = THINGS[Math.floor(place / VERBS.length) % THINGS.length] ?? '';
    const where = PLACES[Math.floor(place / 100) % PLACES.length] ?? '';
    return {
      name: `${verb}_${thing}_${Math.floor(place / 100)}`,
      wireName: `${verb}_${thing}_${Math.floor(place / 100)}`,
      owner: 'gateway',
      description: `Will ${verb} one ${thing} in ${where}, by its number or by a part of its name, and returns what is known of it afterwards as an object.`,
      parameters: {
        type: 'object',
        properties: {
          [`${thing}_name`]: { type: 'string', description: `Which ${thing}` },
          limit: { type: 'integer', description: 'How many at most' },
          format: { enum: ['json', 'text'], description: 'How to write it' },
        },
        required: [`${thing}_name`],
      },
    };
  });
}

/** One question for each pair of verb and thing. */
export const madeUpQuestions: readonly string[] = VERBS.flatMap((verb) =>
  THINGS.map((thing) => `Please ${verb} the ${thing} "Blue 7" in the warehouse, limit 20, as text`),
);
