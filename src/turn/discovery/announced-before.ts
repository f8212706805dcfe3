import type { ToolAnnouncement } from '../../core/index.ts';
import type { Conversation, Question } from '../history/conversation.ts';

/** Earlier tool announcements to one model in one conversation. */
export interface AnnouncedBefore {
  /** Announcements at the messages before the one to answer, the declaration first. Empty if the conversation starts here. */
  readonly records: readonly ToolAnnouncement[];
  /** The announcement at the last user message, if other messages already follow that message. */
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

/** Returns the announcement that the answer to this message was based on, otherwise the newest one at this message. */
function recordAt(
  { prefix, announcementId: told }: Question,
  own: ReadonlyMap<string, readonly ToolAnnouncement[]>,
): ToolAnnouncement | undefined {
  const here = own.get(prefix) ?? [];
  return here.find(({ announcementId }) => announcementId === told) ?? here.at(-1);
}

/**
 * Returns the announcements from the last declaration on, or none if there is no declaration. There can be several
 * declarations: a conversation that arrives with a history is declared in the middle of that history, and if another
 * branch later asks one of the earlier messages again, that message gets a declaration of its own. The last declaration
 * applies to this conversation.
 */
function sinceStart(records: readonly ToolAnnouncement[]): readonly ToolAnnouncement[] {
  const place = records.findLastIndex(({ kind }) => kind === 'declaration');
  return place === -1 ? [] : records.slice(place);
}
