import { createServer, type ServerResponse } from 'node:http';
import { callAnswer, streamedAnswer, toolCall, wholeAnswer } from './answers.ts';
import { tellParent } from './child.ts';

/**
 * Script of a separate process: the model server. The name of the model selects the kind of answer. The server searches the
 * request for strings instead of parsing it, because its own time adds to every contender's.
 */
const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('end', () => answer(Buffer.concat(pieces).toString('latin1'), response));
});

function answer(asked: string, response: ServerResponse): void {
  const withUsage = asked.includes('"include_usage":true');
  if (asked.includes('"model":"whole"')) sendWhole(response, whole);
  else if (asked.includes('"model":"burst"')) response.writeHead(200, SSE).end(withUsage ? burstWithUsage : burst);
  else if (asked.includes('"model":"paced"')) sendPaced(response, withUsage ? pacedWithUsage : paced);
  else if (asked.includes('"model":"tool"')) sendStep(response, asked);
  else refuse(response, 'Unknown model.');
}

/** Calls the tool in the first step, and answers in the second if the request contains the tool's result. */
function sendStep(response: ServerResponse, asked: string): void {
  if (!asked.includes('"role":"tool"')) sendWhole(response, call);
  else if (asked.includes(toolCall.outcome)) sendWhole(response, afterCall);
  else refuse(response, 'The request lacks the result of the tool call.');
}

function sendWhole(response: ServerResponse, body: Buffer): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
}

/** Writes each token separately, with one iteration of the event loop between two writes. */
function sendPaced(response: ServerResponse, pieces: readonly Buffer[]): void {
  response.writeHead(200, SSE);
  let place = 0;
  const next = (): void => {
    const piece = pieces[place++];
    if (piece === undefined) {
      response.end();
      return;
    }
    response.write(piece);
    setImmediate(next);
  };
  next();
}

function refuse(response: ServerResponse, message: string): void {
  response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { message } }));
}

const SSE = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' };

const whole = wholeAnswer('whole');
const burst = Buffer.concat(streamedAnswer('burst', false));
const burstWithUsage = Buffer.concat(streamedAnswer('burst', true));
const paced = streamedAnswer('paced', false);
const pacedWithUsage = streamedAnswer('paced', true);
const call = callAnswer('tool');
const afterCall = wholeAnswer('tool');

tellParent(server);
