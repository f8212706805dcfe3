import { WALLS, type Walls } from '../src/sandbox/process/bubblewrap.ts';

/** The walls of this machine without bubblewrap. */
export const WITHOUT_BUBBLEWRAP: Walls = {
  ...WALLS,
  bubblewrap: () => Promise.resolve({ works: false, why: 'bubblewrap is not installed' }),
};

/** The walls of this machine with bubblewrap, for launches that no test starts. */
export const WITH_BUBBLEWRAP: Walls = { ...WALLS, bubblewrap: () => Promise.resolve({ works: true }) };
