import { createServer, type ServerResponse } from 'node:http';
import { tellParent } from '../child.ts';
import { wireOf } from './names.ts';

/**
 * Script of a separate process: a model server of the protocol named by the first argument. As in `../upstream.ts`, the name of
 * the model selects the kind of answer, and the request is not parsed.
 */
const wire = wireOf(process.argv[2] ?? '');

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('end', () => {
    if (request.url === wire.path) answer(Buffer.concat(pieces).toString('latin1'), response);
    else tellFacts(request.url ?? '', response);
  });
});

function answer(asked: string, response: ServerResponse): void {
  if (asked.includes('"model":"whole"')) send(response, whole);
  else if (asked.includes('"model":"burst"')) response.writeHead(200, STREAM).end(burst);
  else if (asked.includes('"model":"first"')) sendHaltingly(response);
  else refuse(response);
}

/** Sends the first token, and the others after a pause, so that they do not delay the first one on its way. */
function sendHaltingly(response: ServerResponse): void {
  response.writeHead(200, STREAM).write(first);
  setTimeout(() => response.end(others), PAUSE_MS);
}

/** Sends facts about the model, or 404 if the protocol has none. Backends request them at most once a minute. */
function tellFacts(path: string, response: ServerResponse): void {
  const told = wire.facts?.get(path);
  if (told === undefined) refuse(response);
  else send(response, Buffer.from(JSON.stringify(told)));
}

function send(response: ServerResponse, body: Buffer): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
}

function refuse(response: ServerResponse): void {
  response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":{"message":"not found"}}');
}

const PAUSE_MS = 3;
const STREAM = { 'content-type': wire.streamType, 'cache-control': 'no-cache' };

const whole = wire.whole('whole');
const burst = Buffer.concat(wire.streamed('burst'));
const [first = Buffer.alloc(0), ...later] = wire.streamed('first');
const others = Buffer.concat(later);

tellParent(server);
