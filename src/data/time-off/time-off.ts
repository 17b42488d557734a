// Time off in a leave year: the absences in the diary, and the requests with their answers.
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { overlapping } from '@/data/diary/diary-events';
import { loadFailed } from '@/data/load-failed';
import { readRecords } from '@/data/record-requests';
import type { Account } from '@/domain/account/account';
import type { Range } from '@/domain/core/calendar';
import * as keys from '@/lib/query-keys';
import { supabase, unwrap } from '@/lib/supabase';
import { ABSENCE_REQUEST, type AbsenceRequest } from '@/records/absence-requests';
import { DIARY_EVENT } from '@/records/diary';
import { toRow } from '@/records/record';

type Reader = Pick<Account, 'ownerId' | 'userId'>;

/** The absences of these days: everybody's for the account holder, an employee's own. */
export const absencesQuery = ({ ownerId, userId }: Reader, range: Range) =>
  queryOptions({
    queryKey: [keys.diaryEvents, ownerId, userId, 'absences', range.from, range.to],
    queryFn: ({ signal }) =>
      readRecords(
        DIARY_EVENT,
        ownerId,
        (rows) => overlapping(rows.eq('kind', 'absence'), range).order('start_date').order('id'),
        signal,
      ),
    meta: { failed: loadFailed },
  });

/** The open and declined requests for these days. An approved request is an absence in the diary. */
export const requestsQuery = ({ ownerId, userId }: Reader, range: Range) =>
  queryOptions({
    queryKey: [ABSENCE_REQUEST.table, ownerId, userId, range.from, range.to],
    queryFn: ({ signal }) =>
      readRecords(
        ABSENCE_REQUEST,
        ownerId,
        (rows) => overlapping(rows.neq('status', 'approved'), range).order('start_date').order('id'),
        signal,
      ),
    meta: { failed: loadFailed },
  });

const invalidates = [ABSENCE_REQUEST.table, keys.diaryEvents, keys.pushMessages] as const;

export type AskedDays = Pick<AbsenceRequest, 'absenceType' | 'startDate' | 'endDate' | 'half' | 'note'>;

/** The id is generated when the form opens, so that a repeated submission is one request. Sick days need no answer. */
export const askForTimeOff = mutationOptions({
  mutationKey: ['time-off', 'ask'],
  mutationFn: async ({ id, ownerId, days }: { id: string; ownerId: string; days: AskedDays }) => {
    unwrap(
      await supabase
        .from('absence_requests')
        .upsert(
          { id, user_id: ownerId, ...toRow(ABSENCE_REQUEST, days) },
          { onConflict: 'user_id,id', ignoreDuplicates: true },
        )
        .select('id'),
    );
    return days.absenceType;
  },
  meta: {
    saved: (type: AskedDays['absenceType']) => ({
      title: type === 'sick' ? 'The account holder is told.' : 'Asked. The account holder is told.',
    }),
    failed: { title: 'Could not send it' },
    invalidates,
  },
});

type Answer = { request: AbsenceRequest; ownerId: string; status: 'approved' | 'declined'; answer: string | null };

/** Answers a request. Fails if it was answered or taken back meanwhile. */
export const answerRequest = mutationOptions({
  mutationKey: ['time-off', 'answer'],
  mutationFn: async ({ request, ownerId, status, answer }: Answer) => {
    const rows = unwrap(
      await supabase
        .from('absence_requests')
        .update({ status, answer })
        .eq('user_id', ownerId)
        .eq('id', request.id)
        .select('id'),
    );
    if (rows.length === 0) throw new Error(`${request.personName} has taken it back meanwhile.`);
    return `${status === 'approved' ? 'Approved' : 'Declined'}. ${request.personName} is told.`;
  },
  meta: {
    saved: (words: string) => ({ title: words }),
    failed: { title: 'Could not answer it' },
    invalidates,
  },
});

/** Takes back the user's own request. Fails if it was answered meanwhile. */
export const takeBackRequest = mutationOptions({
  mutationKey: ['time-off', 'take-back'],
  mutationFn: async ({ id, ownerId }: { id: string; ownerId: string }) => {
    const rows = unwrap(
      await supabase.from('absence_requests').delete().eq('user_id', ownerId).eq('id', id).select('id'),
    );
    if (rows.length === 0) throw new Error('It was answered meanwhile. Look at it again.');
  },
  meta: { saved: { title: 'Taken back.' }, failed: { title: 'Could not take it back' }, invalidates },
});
