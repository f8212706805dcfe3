export { mayDownload } from './download.ts';
export { serverEnvironment } from './environment.ts';
export type { Junk } from './message.ts';
export type { Exit } from './process.ts';
export { type StdioOptions, StdioTransport } from './transport.ts';
