import { useQuery } from '@tanstack/react-query';
import { Siren, StickyNote } from 'lucide-react';
import { openNotesQuery, type OpenNote } from '@/data/notes/notes';
import type { Account } from '@/domain/account/account';
import { formatDate } from '@/domain/core/time';
import { counted } from '@/domain/core/word-list';
import { useAccount } from '@/session/account';
import { useCurrentNames } from '@/session/current-names';
import { alertsFromQuery, type Alert, type AlertSource } from './alert-words';

/** Open notes about accidents for the account holder, and open notes assigned to this person. */
export function useNoteAlerts(today: string): AlertSource {
  const account = useAccount();
  const { rowsOf } = useCurrentNames();
  return alertsFromQuery(useQuery(openNotesQuery(account)), (open) => noteAlerts(rowsOf(open), account, today));
}

/** At most this many get a card of their own. */
const MAX_CARDS = 3;
const OPEN_NOTES_PATH = '/view-notes?action=open';

function noteAlerts(openNotes: readonly OpenNote[], { role, userId }: Account, today: string): Alert[] {
  const accidents = role === 'admin' ? openNotes.filter(({ accident }) => accident) : [];
  const assigned = openNotes.filter(
    ({ accident, assignedTo }) => assignedTo === userId && !(accident && role === 'admin'),
  );
  const cards = accidents.slice(0, MAX_CARDS).map(({ id, title, createdByName, noteDate }): Alert => ({
    key: `accident-${id}`,
    tone: 'bad',
    icon: Siren,
    title,
    detail: [createdByName, formatDate(noteDate, today)].filter(Boolean).join(', '),
    value: null,
    to: `/view-notes?edit=${id}`,
  }));
  const more = accidents.length - cards.length;
  if (more > 0) {
    cards.push({
      key: 'accidents',
      tone: 'bad',
      icon: Siren,
      title: counted(more, 'more accident note', 'more accident notes'),
      detail: 'Not marked as done yet.',
      value: null,
      to: OPEN_NOTES_PATH,
    });
  }
  if (assigned.length > 0) {
    cards.push({
      key: 'notes-to-do',
      tone: 'warn',
      icon: StickyNote,
      title: counted(assigned.length, 'note waits for you', 'notes wait for you'),
      detail: assigned[0]?.title ?? '',
      value: null,
      to: OPEN_NOTES_PATH,
    });
  }
  return cards;
}
