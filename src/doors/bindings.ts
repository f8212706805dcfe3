import type { HttpBindings } from '@hono/node-server';

/** What every route can use: node's own request and response, and whose request it is. */
export interface DoorBindings {
  Bindings: HttpBindings;
  Variables: {
    /** Stands for the key that was given. Empty where no keys are configured. */
    key: string;
  };
}
