import { exitCodes, type GatewayCommand } from './command.ts';
import { interruption } from './lifetime.ts';

export const mcp: GatewayCommand = {
  name: 'mcp',
  usage: 'mcp',
  summary: 'Serve the tools to an MCP client, on standard input and output',
  details: [
    'In the settings of Claude, Cursor and others, with your own paths:',
    '{ "mcpServers": { "toolpath": { "command": "toolpath", "args": ["mcp", "--config", "/path/to/toolpath.json"] } } }',
  ],
  words: { least: 0, most: 0 },
  needs: 'gateway',
  logLevel: 'info',
  async run(gateway, _words, { terminal }) {
    const { serveMcp } = await import('../doors/index.ts');
    if (process.stdin.isTTY) terminal.say('Waiting for an MCP client on standard input; Ctrl-D ends it.');
    await serveMcp(gateway, process.stdin, terminal.output, interruption());
    return exitCodes.ok;
  },
};
