// What a device copies for reading without signal, as docs/offline.md promises it: each query, and its key in the copy.
import type { QueryKey, QueryMeta } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { crewPeopleQuery } from '@/data/account/crew';
import { farmDetailsQuery } from '@/data/account/farm-details';
import { farmPeopleQuery, nameChangesQuery } from '@/data/account/farm-people';
import { farmSettingsQuery } from '@/data/account/farm-settings';
import { crewQuery, ownerProfileQuery, profileQuery } from '@/data/account/profiles';
import { completionQuery, completionsQuery, supersededQuery } from '@/data/checklists/checklist-completions';
import { standingQuery } from '@/data/checklists/checklist-standing';
import { checklistsQuery } from '@/data/checklists/checklists';
import { customerQuery, customersQuery, customerSummaryQuery } from '@/data/customers/customers';
import { eventsQuery, nearEventsQuery } from '@/data/diary/diary-events';
import { notesOfDaysQuery } from '@/data/diary/diary-notes';
import { invoiceSettingsQuery } from '@/data/invoices/invoice-settings';
import { quiet } from '@/data/load-failed';
import { boardQuery, pastNoticesQuery } from '@/data/notices';
import { noteTitlesQuery } from '@/data/notes/note-titles';
import { followUpsQuery, noteQuery, notesQuery, openNotesQuery } from '@/data/notes/notes';
import { pricesQuery } from '@/data/prices/prices';
import { tasksQuery, taskUsageQuery } from '@/data/prices/tasks';
import { copyKey, tellsWho } from '@/offline/snapshot/snapshot-queries';
import { homeSummaryQuery, recentJobsQuery, workTaskNamesQuery } from '@/data/summaries';
import {
  handedInQuery,
  hoursQuery,
  nearHoursQuery,
  ownHoursQuery,
  timeSettingsQuery,
  workingTimeQuery,
} from '@/data/time/time';
import { savedFiltersQuery } from '@/data/works/saved-filters';
import { NO_FILTER } from '@/domain/notes/note';

type Asked = { queryKey: QueryKey; meta?: QueryMeta | undefined };
const [F, P, DAY] = ['farm', 'sam', '2026-11-23'];
const sam = { ownerId: F, userId: P, role: 'employee' as const, settings: { seesRates: true } };
const keyOf = ({ queryKey, meta }: Asked) => copyKey({ queryKey, meta });

test.each<[string, Asked]>([
  ['profile,sam', profileQuery(P)],
  ['profile,owner,farm', ownerProfileQuery(F)],
  ['profile,crew,farm', crewQuery(F)],
  ['farm-settings,farm,employee', farmSettingsQuery(F, 'employee')],
  ['farm-settings,farm,details', farmDetailsQuery(F)],
  ['farm-settings,farm,time', timeSettingsQuery(F)],
])('%s says who the user is: it is copied, and stays when permissions change', (key, query) => {
  expect(keyOf(query)).toBe(JSON.stringify(key.split(',')));
  expect(tellsWho({ meta: query.meta })).toBe(true);
});

test.each<[string, Asked]>([
  ['farm-people,farm', farmPeopleQuery(F)],
  ['farm-people,farm,changes,2026-11-01', nameChangesQuery(F, '2026-11-01')],
  ['customers,farm,employee', customersQuery(sam)],
  ['tasks,farm,employee', tasksQuery(sam)],
  ['recent-jobs,farm,sam', recentJobsQuery(F, P)],
  ['work-task-names,farm,sam', workTaskNamesQuery(F, P)],
  ['saved-filters,farm,sam', savedFiltersQuery(sam)],
  ['notes,farm,sam', notesQuery(sam)],
  ['open-notes,farm,sam', openNotesQuery(sam)],
  ['note-titles,farm', noteTitlesQuery(F)],
  ['checklists,farm', checklistsQuery(sam)],
  ['checklist-standing,farm', standingQuery(sam)],
  ['checklist-completions,farm,sam', completionsQuery(sam)],
  ['time,farm,sam', ownHoursQuery(sam, DAY)],
  ['time,farm,sam,near', nearHoursQuery(sam, DAY, null)],
  ['working-time,sam', workingTimeQuery(sam)],
  ['home,farm,sam', homeSummaryQuery(F, P, DAY)],
  ['board,farm,sam', boardQuery(sam, DAY)],
  ['diary-events,farm,sam,near', nearEventsQuery(sam, DAY)],
])('%s is copied, whoever reads it and whether its failure is shown', (key, query) => {
  expect(keyOf(query)).toBe(JSON.stringify(key.split(',')));
  expect(keyOf(quiet(query))).toBe(keyOf(query));
  expect(tellsWho({ meta: query.meta })).toBe(false);
});

test('prices are copied apart for those who see them', () => {
  expect(keyOf(pricesQuery(sam))).toBe('["prices","farm",true]');
});

test.each<[string, Asked]>([
  ['a customer', customerQuery(F, P)],
  ['the sums of customers', customerSummaryQuery(F)],
  ['the use of tasks', taskUsageQuery(F)],
  ['a note', noteQuery(sam, P)],
  ['what follows a note', followUpsQuery(sam, P)],
  ['the notes of some days', notesOfDaysQuery(sam, { from: DAY, to: DAY })],
  ['the notes that a filter finds', notesQuery(sam, { ...NO_FILTER, search: 'rain' })],
  ['a completed checklist', completionQuery(sam, P)],
  ['superseded checklists', supersededQuery(sam, DAY)],
  ['the hours of a span', hoursQuery(sam, DAY, DAY, null)],
  ['weeks that were handed in', handedInQuery(sam)],
  ['other days of the diary', eventsQuery(sam, { from: DAY, to: DAY })],
  ['past notices', pastNoticesQuery(sam, DAY)],
  ['invoice settings', invoiceSettingsQuery(F)],
  ['the seats', crewPeopleQuery(F)],
])('not copied: %s', (_, query) => {
  expect(keyOf(query)).toBeNull();
});
