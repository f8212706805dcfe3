import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cancelledReport, NEXT_QUESTION, type Question, readQuestion, startedReport } from './question.ts';
import type { Reports } from './reports.ts';

/**
 * Starts the model server of the soak. The question tells it which tools to call and how to fail. Most answers repeat
 * who asked and what every tool returned, so that the client can check both.
 */
export async function startUpstream(reports: Reports): Promise<{ readonly url: string; readonly server: Server }> {
  const attempts = new Map<string, number>();
  const server = createServer((request, response) => {
    void serve(request, response, attempts, reports).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, server };
}

interface Body {
  readonly stream?: boolean;
  /** The name of the owner of the client's key. Omitted if the requests of both keys must be the same. */
  readonly user?: string;
  readonly messages: readonly Message[];
}

interface Message {
  readonly role: string;
  readonly content?: unknown;
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  attempts: Map<string, number>,
  reports: Reports,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  if (request.method === 'GET') {
    response.end(JSON.stringify({ object: 'list', data: [{ id: 'mock', object: 'model' }] }));
    return;
  }
  const body = JSON.parse(Buffer.concat(chunks).toString()) as Body;
  const question = readQuestion(textOf(body.messages.find(({ role }) => role === 'user')?.content));
  const { user = 'nobody', stream = false } = body;
  if (question.plan === 'reset-first' && isFirst(attempts, `${user} ${question.id}`)) {
    response.destroy();
    return;
  }
  const results = body.messages.filter(({ role }) => role === 'tool').map(({ content }) => textOf(content));
  const calls = results.length === 0 ? callsOf(question, user) : [];
  const isNext = textOf(body.messages.at(-1)?.content) === NEXT_QUESTION;
  const told =
    question.plan === 'next-question' && !isNext ? 'Noted.' : [`${user} asked ${question.id}`, ...results].join('|');
  const isReset =
    question.plan === 'reset-middle' || (question.plan === 'retry' && calls.length === 0 && isFirst(attempts, told));
  const ending = question.plan === 'abort-answer' ? 'never' : isReset ? 'reset' : 'complete';
  const own = `${question.id} of ${user}`;
  if (ending === 'never') response.once('close', () => reports.tell(cancelledReport(own)));
  await answer(response, { isStreamed: stream, ending, text: calls.length === 0 ? told : '', calls });
  if (ending === 'never') reports.tell(startedReport(own));
}

function textOf(content: unknown): string {
  return typeof content === 'string' ? content : JSON.stringify(content ?? '');
}

function isFirst(attempts: Map<string, number>, name: string): boolean {
  const count = (attempts.get(name) ?? 0) + 1;
  attempts.set(name, count);
  if (attempts.size > 1_000) attempts.delete(attempts.keys().next().value ?? '');
  return count === 1;
}

function callsOf({ plan, id }: Question, user: string): readonly object[] {
  const call = (name: string) => ({ name, arguments: JSON.stringify({ text: `${id} of ${user}` }) });
  switch (plan) {
    case 'tool':
    case 'next-question':
      return [call('stamp')];
    case 'retry':
      return [{ name: 'serial', arguments: '{}' }];
    case 'tool-error':
      return [call('fail')];
    case 'abort-tool':
      return [call('slow')];
    case 'mcp':
      return [call('marks__mark')];
    case 'mixed':
      return [call('stamp'), call('marks__mark'), call('theirs')];
    case 'text':
    case 'abort-answer':
    case 'reset-first':
    case 'reset-middle':
      return [];
    default:
      return plan satisfies never;
  }
}

interface Written {
  readonly isStreamed: boolean;
  /** `never` leaves the answer open until the gateway closes the connection. */
  readonly ending: 'complete' | 'reset' | 'never';
  readonly text: string;
  readonly calls: readonly object[];
}

async function answer(response: ServerResponse, { isStreamed, ending, text, calls }: Written): Promise<void> {
  const made = calls.map((each, index) => ({ index, id: `up_${index}`, type: 'function', function: each }));
  const finish = made.length > 0 ? 'tool_calls' : 'stop';
  if (!isStreamed) {
    const message = { role: 'assistant', content: text, ...(made.length > 0 && { tool_calls: made }) };
    const whole = JSON.stringify({ ...HEAD, choices: [{ index: 0, message, finish_reason: finish }] });
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': whole.length });
    response.write(ending === 'complete' ? whole : whole.slice(0, -20));
    await settle(response, ending);
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (delta: object, reason: string | null = null) =>
    response.write(`data: ${JSON.stringify({ ...HEAD, choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`);
  for (const piece of text.match(/.{1,8}/gs) ?? []) {
    send({ content: piece });
    await new Promise((resolve) => setTimeout(resolve, 1));
    if (ending === 'reset' || response.destroyed) break;
  }
  if (ending === 'complete') {
    if (made.length > 0) send({ tool_calls: made });
    send({}, finish);
    response.write('data: [DONE]\n\n');
  }
  await settle(response, ending);
}

const HEAD = { id: 'c', object: 'chat.completion', created: 1, model: 'mock' };

/** Ends the answer, or resets the connection after what was written has left. */
async function settle(response: ServerResponse, ending: Written['ending']): Promise<void> {
  if (ending === 'complete') response.end();
  if (ending !== 'reset') return;
  await new Promise((resolve) => setTimeout(resolve, 20));
  response.socket?.resetAndDestroy();
}
