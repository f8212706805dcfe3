import { Agent, createServer, request as send } from 'node:http';
import { tellCpu, tellParent } from './child.ts';

/** Script of a separate process: a minimal proxy that forwards bytes without parsing them. */
const port = Number(process.argv[2]);
const agent = new Agent({ keepAlive: true, maxSockets: 256 });

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  const { method, url, headers } = request;
  const upstream = send({ host: '127.0.0.1', port, method, path: url, headers, agent }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  upstream.on('error', () => response.destroy());
  request.pipe(upstream);
});

tellCpu();
tellParent(server);
