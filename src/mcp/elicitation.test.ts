import type { ElicitRequest } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { answerElicitation } from './client.ts';

function form(properties: object, required: readonly string[] = []): ElicitRequest['params'] {
  return { message: 'Sure?', requestedSchema: { type: 'object', properties, required } } as ElicitRequest['params'];
}

const asked = form({ sure: { type: 'boolean', default: true }, note: { type: 'string' } }, ['sure']);

test('With the policy "decline" a request for user input is declined', () => {
  expect(answerElicitation(asked, 'decline')).toEqual({ action: 'decline' });
});

test('With the policy "defaults" a form is accepted if every required field has a default', () => {
  expect(answerElicitation(asked, 'defaults')).toEqual({ action: 'accept', content: { sure: true } });
  expect(answerElicitation(form({ note: { type: 'string' } }, ['note']), 'defaults')).toEqual({ action: 'decline' });
  expect(answerElicitation(form({ off: { type: 'boolean', default: false } }), 'defaults')).toMatchObject({
    content: { off: false },
  });
});

test('A request to visit a URL is never accepted', () => {
  const params = { mode: 'url', message: 'Sign in', url: 'file:///etc/passwd', elicitationId: '1' };
  expect(answerElicitation(params as ElicitRequest['params'], 'defaults')).toEqual({ action: 'decline' });
});
