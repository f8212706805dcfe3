import type { Fields } from '../../core/index.ts';
import type { CallDelta } from './calls-delta.ts';
import { ArgumentsScan, beginsObject } from './calls-scan.ts';

/** A call that is being put together, and the rules for which delta is still its own. */
export interface PendingCall {
  /** As events name it; empty until it starts. */
  id: string;
  serverId: string | undefined;
  index: number | undefined;
  /** Known from its start on. */
  name: string | undefined;
  text: string;
  extra: Fields | undefined;
  readonly scan: ArgumentsScan;
  /** Its name came again when its arguments were whole: either a repetition, or the next call of the same tool. */
  isNamedAgain: boolean;
  /** The name that came before the call was told apart from the one before it. */
  announced: string | undefined;
}

export function newPendingCall(): PendingCall {
  return {
    id: '',
    serverId: undefined,
    index: undefined,
    name: undefined,
    text: '',
    extra: undefined,
    scan: new ArgumentsScan(),
    isNamedAgain: false,
    announced: undefined,
  };
}

/** Whether the delta belongs to the call after this one, although its id or index led here. */
export function isNext(delta: CallDelta, call: PendingCall, isById: boolean): boolean {
  const isOther = hasOtherIdentity(delta, call, isById);
  if (delta.name === undefined) {
    // Beyond doubt, a call may say what it likes: two objects in a row are its own mistake.
    const isInDoubt = isOther || call.isNamedAgain || (!isById && delta.index === undefined);
    return isInDoubt && restarts(delta, call);
  }
  if (call.name === undefined) return restarts(delta, call);
  if (delta.name !== call.name) return true;
  return isOther ? !continues(delta, call) : restarts(delta, call) && !isRepetition(delta, call);
}

/** An id of its own, or the same id under another index: some servers give all parallel calls one id. */
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

/** Whether more of its arguments must come. */
export function isAwaited(call: PendingCall): boolean {
  return call.scan.progress === 'blank' || call.scan.progress === 'open';
}

/** The whole call once more, as some servers send it at the end. */
export function isRepetition(delta: CallDelta, call: PendingCall): boolean {
  if (delta.id === undefined || delta.name === undefined || call.scan.progress !== 'whole') return false;
  return delta.id === call.serverId && delta.name === call.name && delta.text === call.text;
}
