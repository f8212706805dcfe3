import type { Fields } from '../../core/index.ts';
import type { CallDelta } from './calls-delta.ts';
import { ArgumentsScan, beginsObject } from './calls-scan.ts';

/** A call that is being assembled from deltas. The functions below decide which deltas belong to it. */
export interface PendingCall {
  /** The id used in events; empty until the call starts. */
  id: string;
  serverId: string | undefined;
  index: number | undefined;
  /** Set when the call starts. */
  name: string | undefined;
  text: string;
  /** True if the server sends a text instead of arguments. `text` is then JSON without its end until the answer ends. */
  isCustom: boolean;
  extra: Fields | undefined;
  readonly scan: ArgumentsScan;
  /** True if the name came again after the arguments were complete: a repetition, or the next call of the same tool. */
  isNamedAgain: boolean;
  /** The name of this call if it arrived while deltas were still assigned to the previous call of the same tool. */
  announced: string | undefined;
}

export function newPendingCall(): PendingCall {
  return {
    id: '',
    serverId: undefined,
    index: undefined,
    name: undefined,
    text: '',
    isCustom: false,
    extra: undefined,
    scan: new ArgumentsScan(),
    isNamedAgain: false,
    announced: undefined,
  };
}

/** True if the delta starts a new call although it was matched to this one. `isById`: it was matched by its id. */
export function isNext(delta: CallDelta, call: PendingCall, isById: boolean): boolean {
  const isOther = hasOtherIdentity(delta, call, isById);
  if (delta.name === undefined) {
    // If the id or index clearly identifies the call, a second object in its arguments is the model's mistake, not a new call.
    const isInDoubt = isOther || call.isNamedAgain || (!isById && delta.index === undefined);
    return isInDoubt && restarts(delta, call);
  }
  if (call.name === undefined) return restarts(delta, call);
  if (delta.name !== call.name) return true;
  return isOther ? !continues(delta, call) : restarts(delta, call) && !isRepetition(delta, call);
}

/**
 * True if the delta has a different id, or the same id with a different index: some servers give all parallel calls one
 * id.
 */
function hasOtherIdentity(delta: CallDelta, call: PendingCall, isById: boolean): boolean {
  if (isById) return delta.index !== undefined && call.index !== undefined && delta.index !== call.index;
  return delta.id !== undefined && call.serverId !== undefined;
}

function restarts(delta: CallDelta, call: PendingCall): boolean {
  return call.scan.progress === 'whole' && beginsObject(delta.text);
}

function continues(delta: CallDelta, call: PendingCall): boolean {
  return call.scan.progress === 'open' && delta.text !== '' && !beginsObject(delta.text);
}

/** True if the call's arguments are not complete yet. */
export function isAwaited(call: PendingCall): boolean {
  return call.scan.progress === 'blank' || call.scan.progress === 'open';
}

/** True if the delta repeats the complete call, as some servers do at the end. */
export function isRepetition(delta: CallDelta, call: PendingCall): boolean {
  if (delta.id === undefined || delta.name === undefined || call.scan.progress !== 'whole') return false;
  return delta.id === call.serverId && delta.name === call.name && delta.text === call.text;
}
