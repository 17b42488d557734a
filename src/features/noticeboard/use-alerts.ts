import { useQuery } from '@tanstack/react-query';
import { Siren, StickyNote, UploadCloud } from 'lucide-react';
import { openNotesQuery, type OpenNote } from '@/data/notes';
import { homeSummaryQuery } from '@/data/summaries';
import type { Account } from '@/domain/account';
import { formatDate } from '@/domain/time';
import { useWaiting } from '@/outbox/outbox';
import { useAccount } from '@/session/account';
import { count, moneyAlerts, told, type Alert, type Told } from './alert-words';
import { useCheckAlerts } from './check-alerts';

/**
 * Everything that needs this person, most serious first. A screen that has something to tell joins here, with one hook
 * in the list: `Told` from its own query.
 */
export function useAlerts(today: string) {
  const sources = [useCheckAlerts(today), useNoteAlerts(today), useMoneyAlerts(today), useUnsentAlerts()];
  const alerts = sources.flatMap((source) => source.alerts ?? []);
  return {
    alerts: alerts.toSorted((a, b) => Number(b.tone === 'bad') - Number(a.tone === 'bad')),
    pending: sources.some((source) => source.alerts === null && !source.failed),
    failed: sources.some(({ failed }) => failed),
    retry: () => sources.filter(({ failed }) => failed).forEach(({ retry }) => retry()),
  };
}

/** Rates, quantities and invoices: the account holder's. */
function useMoneyAlerts(today: string): Told {
  const { ownerId, userId, role } = useAccount();
  const admin = role === 'admin';
  const { data, isError, refetch } = useQuery({ ...homeSummaryQuery(ownerId, userId, today), enabled: admin });
  if (!admin) return told([]);
  return { alerts: data ? moneyAlerts(data) : null, failed: isError && !data, retry: () => void refetch() };
}

/** Accidents that the account holder has not closed, and notes that wait for this person. */
function useNoteAlerts(today: string): Told {
  const account = useAccount();
  const { data, isError, refetch } = useQuery(openNotesQuery(account));
  return {
    alerts: data ? noteAlerts(data, account, today) : null,
    failed: isError && !data,
    retry: () => void refetch(),
  };
}

/** So many are named one by one. */
const NAMED = 3;

function noteAlerts(open: readonly OpenNote[], { role, userId }: Account, today: string): Alert[] {
  const accidents = role === 'admin' ? open.filter(({ accident }) => accident) : [];
  const mine = open.filter(({ accident, assignedTo }) => assignedTo === userId && !(accident && role === 'admin'));
  const cards = accidents.slice(0, NAMED).map(({ id, title, createdByName, noteDate }): Alert => ({
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
      title: count(more, 'more accident note', 'more accident notes'),
      detail: 'Nobody has closed them.',
      value: null,
      to: '/view-notes?action=open',
    });
  }
  if (mine.length > 0) {
    cards.push({
      key: 'notes-to-do',
      tone: 'warn',
      icon: StickyNote,
      title: mine.length === 1 ? '1 note waits for you' : `${mine.length} notes wait for you`,
      detail: mine[0]?.title ?? '',
      value: null,
      to: '/view-notes?action=open',
    });
  }
  return cards;
}

/** What this device has and the database does not. */
function useUnsentAlerts(): Told {
  const { entries } = useWaiting();
  const stuck = entries.filter(({ problem }) => problem !== null).length;
  if (entries.length === 0) return told([]);
  return told([
    {
      key: 'unsent',
      tone: stuck > 0 ? 'warn' : 'note',
      icon: UploadCloud,
      title: `${count(entries.length, 'entry', 'entries')} not sent from this device yet`,
      detail: stuck > 0 ? `${count(stuck, 'needs', 'need')} your attention.` : 'Sent as soon as there is signal.',
      value: null,
      to: null,
    },
  ]);
}
