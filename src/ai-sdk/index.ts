export type { ToolExecutorFunction, ToolExecutorOptions, ToolExecutors } from './executors.ts';
export {
  createToolpathProvider,
  type InstalledModel,
  type NewestModel,
  type OwnGatewaySettings,
  type RemoteGatewaySettings,
  type SharedGatewaySettings,
  type ToolpathProvider,
  type ToolpathProviderSettings,
} from './provider.ts';
