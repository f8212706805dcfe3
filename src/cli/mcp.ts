import { exitCodes, type GatewayCommand } from './command.ts';
import { interruption } from './lifetime.ts';

export const mcp: GatewayCommand = {
  name: 'mcp',
  usage: 'mcp',
  summary: 'Serve the tools to an MCP client over standard input and output',
  details: [
    'Add this to the settings of your MCP client (Claude, Cursor and others), with absolute paths:',
    '{ "mcpServers": { "toolpath": {',
    '    "command": "/path/to/toolpath/bin/toolpath.cjs", "args": ["mcp", "--config", "/path/to/toolpath.json"] } } }',
  ],
  words: { least: 0, most: 0 },
  needs: 'gateway',
  logLevel: 'info',
  async run(gateway, _words, { terminal }) {
    const { serveMcp } = await import('../doors/index.ts');
    gateway.databases.readAhead();
    if (process.stdin.isTTY) terminal.say('Waiting for an MCP client on standard input. Press Ctrl-D to stop.');
    await serveMcp(gateway, process.stdin, terminal.output, interruption());
    return exitCodes.ok;
  },
};
