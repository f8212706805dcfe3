/** The custom tools of the soak's gateway. */
const schema = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };

let serial = 0;

export const tools = [
  {
    name: 'serial',
    description: 'Returns a number that it never returns again.',
    schema: { type: 'object' },
    invoke: () => `serial ${++serial}`,
  },
  {
    name: 'stamp',
    description: 'Stamps a text.',
    schema,
    invoke: ({ text }: { readonly text: string }) => `stamped ${text}`,
  },
  {
    name: 'fail',
    description: 'Always fails.',
    schema,
    invoke: () => {
      throw new Error('out of paper');
    },
  },
];
