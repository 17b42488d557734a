import { useMutation, useQueryClient } from '@tanstack/react-query';
import { moveEvent, type Target } from '@/data/diary/diary-events';
import { formatDate } from '@/domain/core/time';
import { eventTitle } from '@/domain/diary/diary-event';
import { wordList } from '@/domain/core/word-list';
import * as keys from '@/lib/query-keys';
import type { DiaryEvent } from '@/records/diary';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { isSamePlace } from './use-clash';
import type { DiaryPerson } from './use-people';

/** "“Draw wheat” moved to Tue 24 Nov for Sam Driver."; null if the event is already there. */
function movedWords(event: DiaryEvent, target: Target, people: readonly DiaryPerson[], today: string): string | null {
  const names = target.assignedTo.map((id) => people.find((person) => person.id === id)?.name ?? 'somebody');
  const places = [
    target.startDate !== event.startDate && `to ${formatDate(target.startDate, today)}`,
    !isSamePlace(event, { ...target, startDate: event.startDate }) &&
      `for ${names.length === 0 ? 'whoever has time' : wordList(names)}`,
  ].filter(Boolean);
  return places.length === 0 ? null : `“${eventTitle(event)}” moved ${places.join(' ')}.`;
}

/**
 * Moves a planned event. If somebody else changed it meanwhile, it is not moved: the message says so, and the diary is
 * loaded again.
 */
export function useMove(people: readonly DiaryPerson[]) {
  const { ownerId } = useAccount();
  const today = useToday();
  const client = useQueryClient();
  const { mutate, isPending } = useMutation(moveEvent);
  return {
    isPending,
    /** `onMoved` is also called if there was nothing to move. */
    move: (event: DiaryEvent, target: Target, onMoved?: () => void) => {
      const words = movedWords(event, target, people, today);
      if (words === null) return onMoved?.();
      mutate(
        { event, ownerId, ...target, words },
        {
          onSuccess: () => onMoved?.(),
          onError: () => void client.invalidateQueries({ queryKey: [keys.diaryEvents] }),
        },
      );
      return undefined;
    },
  };
}
