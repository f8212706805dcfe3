import type { ToolAnnouncement } from '../../core/index.ts';
import type { Conversation, Question } from '../history/conversation.ts';

/** What one model was told of tools before, in one conversation. */
export interface AnnouncedBefore {
  /** At the messages before the one that is to be answered: the declaration first; none where the conversation begins. */
  readonly records: readonly ToolAnnouncement[];
  /** At the last message, where it was answered already and the conversation goes on behind it. */
  readonly present: ToolAnnouncement | undefined;
}

export function announcedBefore(
  { questions, endsInQuestion }: Conversation,
  announcements: readonly ToolAnnouncement[],
  model: string,
): AnnouncedBefore {
  const own = Map.groupBy(
    announcements.filter((each) => each.model === model),
    ({ prefix }) => prefix,
  );
  const last = questions.at(-1);
  const before = endsInQuestion ? questions.slice(0, -1) : questions;
  const records = sinceStart(before.flatMap((question) => recordAt(question, own) ?? []));
  return { records, present: last === undefined || endsInQuestion ? undefined : recordAt(last, own) };
}

/** Of several that were told at a message the one that its answer goes on from, else the newest. */
function recordAt(
  { prefix, announcementId: told }: Question,
  own: ReadonlyMap<string, readonly ToolAnnouncement[]>,
): ToolAnnouncement | undefined {
  const here = own.get(prefix) ?? [];
  return here.find(({ announcementId }) => announcementId === told) ?? here.at(-1);
}

/**
 * From the declaration on; none without one. A conversation that came with a history began in the middle of it: when its earlier
 * messages are asked for again, in another branch, they get a declaration of their own, and for this one the last of them counts.
 */
function sinceStart(records: readonly ToolAnnouncement[]): readonly ToolAnnouncement[] {
  const place = records.findLastIndex(({ kind }) => kind === 'declaration');
  return place === -1 ? [] : records.slice(place);
}
