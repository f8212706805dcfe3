import { Hono } from 'hono';
import type { Gateway } from '../gateway.ts';
import { type ListedModel, unknownModel } from '../models/index.ts';
import { refusal } from './raw.ts';
import { rejectionOf } from './status.ts';

/** Serves OpenAI's model list: all models that a client may request. */
export function modelsDoor({ backends }: Gateway): Hono {
  const door = new Hono();

  door.get('/', async (context) => {
    const models = await backends.list(context.req.raw.signal);
    return context.json({ object: 'list', data: models.map(modelObject) });
  });

  door.get('/:id{.+}', async (context) => {
    const asked = context.req.param('id');
    const models = await backends.list(context.req.raw.signal);
    const model = models.find(({ id }) => id === asked);
    if (model !== undefined) return context.json(modelObject(model));
    const known = models.map(({ id }) => id);
    return refusal(rejectionOf(backends.unusable(asked) ?? unknownModel(asked, known)));
  });

  return door;
}

function modelObject({ id, ownedBy }: ListedModel) {
  return { id, object: 'model', created: 0, owned_by: ownedBy };
}
