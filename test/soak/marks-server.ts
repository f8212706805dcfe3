/** The MCP server that the soak kills again and again. Like `npx`, it starts a child process, which must end with it. */
import { spawn } from 'node:child_process';
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

spawn('sleep', ['3600'], { stdio: 'ignore' });

serveStdio(() => {
  const server = new McpServer({ name: 'marks', version: '1.0.0' });
  const definition = { description: 'Marks a text.', inputSchema: z.object({ text: z.string() }) };
  server.registerTool('mark', definition, ({ text }) => ({ content: [{ type: 'text', text: `marked ${text}` }] }));
  return server;
});
