export { EngineError } from './engine.ts';
export { ENGINE_PACKAGES, hasEngine, openSandbox } from './open.ts';
export { probeBubblewrap } from './process/bubblewrap.ts';
export { type ExceptionName, HELP, type Settlement } from './process/protocol.ts';
export { mayOthersWrite, snapshotFolder } from './process/pyodide-snapshot.ts';
export {
  type Host,
  type HostCall,
  type PendingCall,
  type ProgramEnd,
  type ProgramState,
  pendingCalls,
} from './program.ts';
export { reportOf } from './report.ts';
export { isSameJson } from './same-json.ts';
export { Sandbox } from './sandbox.ts';
export { seal, unseal } from './seal.ts';
export { raising } from './settlement.ts';
export { programIn } from './source/accept.ts';
export { type CopiedTool, withoutCopies } from './source/copies.ts';
export { helpText } from './source/help-text.ts';
export { parametersOf, positionalOrder, takesOthers } from './source/parameters.ts';
export { attributeName, moduleName, type PythonNames, pythonNames } from './source/python-names.ts';
export type { KnownNames } from './source/references.ts';
export { rewrite } from './source/rewrite.ts';
export { type PythonTool, resultTypeOf, signatureOf, stubsOf } from './source/stubs.ts';
export { parseInSlices } from './source/tree.ts';
