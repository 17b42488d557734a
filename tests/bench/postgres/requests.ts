// The app's own requests, as functions of src/data: their statements are recorded and then measured. To add a figure,
// add a line.
import { QueryClient } from '@tanstack/react-query';
import { addDays } from '@/domain/core/time';
import { completionsQuery } from '@/data/checklists/checklist-completions';
import { latestChecksQuery } from '@/data/checklists/latest-checks';
import { checklistsQuery } from '@/data/checklists/checklists';
import { customerSummaryQuery } from '@/data/customers/customers';
import { eventsQuery, nearEventsQuery } from '@/data/diary/diary-events';
import { notesOfDaysQuery } from '@/data/diary/diary-notes';
import { worksOfDaysQuery } from '@/data/diary/diary-works';
import { issueInvoice } from '@/data/invoices/invoice-changes';
import { invoicesQuery, type InvoiceFilter } from '@/data/invoices/invoice-register';
import { notesQuery, openNotesQuery } from '@/data/notes/notes';
import { boardQuery, pastNoticesQuery } from '@/data/notices';
import { registerSummaryQuery, registerTotalsQuery } from '@/data/invoices/register-sums';
import { homeSummaryQuery } from '@/data/summaries';
import { hoursQuery, ownHoursQuery } from '@/data/time/time';
import type { WorksFilter } from '@/data/works/works-filter';
import { worksGroupsQuery } from '@/data/works/works-groups';
import { worksPartsQuery } from '@/data/works/works-parts';
import { worksQuery, worksTotalsQuery } from '@/data/works/works';
import { decimal } from '@/domain/core/money';
import { supabase, unwrap } from '@/lib/supabase';
import { toRow } from '@/records/record';
import { WORK } from '@/records/works';
import { ANY } from '@tests/support/office/works-filter';

/** Placeholders for what differs between transactions; the rest of a request is the same in all of them. */
export const STAND_IN = {
  customer: 'c0c0c0c0-0000-4000-8000-000000000001',
  customerName: 'The customer of this turn',
  work: 'c0c0c0c0-0000-4000-8000-000000000002',
  fresh: 'c0c0c0c0-0000-4000-8000-000000000003',
};

export type Days = { today: string; deep: string; month: [from: string, to: string]; year: [from: string, to: string] };

/** Milliseconds at the 95th percentile: four clients on any accounts, one on the large account; null: reported only. */
type Limit = number | null;
export type Request = {
  name: string;
  bar: Limit;
  /** It can write its rows only once: the number of transactions after which it ends. */
  turns?: number;
  ask: (queries: QueryClient, owner: string, days: Days) => Promise<unknown>;
};

const accountOf = (owner: string) => ({ ownerId: owner, userId: owner, seesRates: true });
const works =
  (part: Partial<WorksFilter>): Request['ask'] =>
  (queries, owner, { today }) =>
    queries.infiniteQuery(worksQuery(accountOf(owner), { ...ANY, today, ...part }));

const REGISTER = { state: null, customerId: null, from: null, to: null, part: null, words: [] } as const;
const register =
  (part: Partial<InvoiceFilter>): Request['ask'] =>
  (queries, owner, { today }) =>
    queries.infiniteQuery(invoicesQuery(owner, { ...REGISTER, today, ...part }));

/** The function of a src/data mutation, called with one argument; it does not use its context. */
const mutate = (mutation: { mutationFn?: unknown }, input: object) =>
  (mutation.mutationFn as (input: object) => Promise<unknown>)(input);

const JOB = {
  taskName: 'Baling',
  taskDescription: 'Bottom Meadow',
  chargeableUnit: 'hour',
  rate: decimal(450_000),
  quantity: null,
  startTime: '08:00',
  finishTime: '12:30',
  startSecond: false,
  finishSecond: false,
  breaks: 15,
  notes: null,
};

export const REQUESTS: readonly Request[] = [
  { name: 'list, first page', bar: 5, ask: works({}) },
  {
    name: 'list, deep page',
    bar: 5,
    ask: (queries, owner, { today, deep }) =>
      queries.infiniteQuery({
        ...worksQuery(accountOf(owner), { ...ANY, today }),
        initialPageParam: { at: deep, id: '80000000-0000-4000-8000-000000000000' },
      }),
  },
  {
    name: 'list, a further part of 500 rows',
    bar: null,
    ask: (queries, owner, { today, deep }) =>
      queries.infiniteQuery({
        ...worksPartsQuery(accountOf(owner), { ...ANY, today }),
        initialPageParam: { after: { at: deep, id: '80000000-0000-4000-8000-000000000000' }, size: 500 },
      }),
  },
  { name: 'list of a customer', bar: 5, ask: works({ customers: [STAND_IN.customer] }) },
  // No index fits these: the account is read by date until the page is full.
  { name: 'list of a state', bar: null, ask: works({ statuses: ['ready', 'overdue'] }) },
  { name: 'list of a task', bar: null, ask: works({ tasks: ['Topping'] }) },
  { name: 'list of a search', bar: null, ask: works({ search: 'meadow bal' }) },
  { name: 'list of a search, nothing found', bar: null, ask: works({ search: 'nowhere' }) },
  {
    name: 'month totals',
    bar: 5,
    ask: (queries, owner, { today, month: [from, to] }) =>
      queries.query(worksTotalsQuery(accountOf(owner), { ...ANY, today, from, to })),
  },
  {
    name: 'totals of everything',
    bar: null,
    ask: (queries, owner, { today }) => queries.query(worksTotalsQuery(accountOf(owner), { ...ANY, today })),
  },
  {
    name: 'year report by customer',
    bar: 50,
    ask: (queries, owner, { today, year: [from, to] }) =>
      queries.query(worksGroupsQuery(accountOf(owner), { ...ANY, today, from, to }, 'customer')),
  },
  {
    name: 'year report by task',
    bar: 50,
    ask: (queries, owner, { today, year: [from, to] }) =>
      queries.query(worksGroupsQuery(accountOf(owner), { ...ANY, today, from, to }, 'task')),
  },
  { name: 'register, first page', bar: 5, ask: register({}) },
  { name: 'register of a state', bar: 5, ask: register({ state: 'overdue' }) },
  {
    name: 'register summary',
    bar: null,
    ask: (queries, owner, { today }) => queries.query(registerSummaryQuery(owner, today)),
  },
  {
    name: 'register totals',
    bar: null,
    ask: (queries, owner, { today }) => queries.query(registerTotalsQuery(owner, { ...REGISTER, today })),
  },
  { name: 'customer summary', bar: null, ask: (queries, owner) => queries.query(customerSummaryQuery(owner)) },
  {
    name: 'home summary',
    bar: null,
    ask: (queries, owner, { today }) => queries.query(homeSummaryQuery(owner, owner, today)),
  },
  {
    name: 'the board',
    bar: 5,
    ask: (queries, owner, { today }) => queries.query(boardQuery(accountOf(owner), today)),
  },
  {
    name: 'notices that have run out',
    bar: 5,
    ask: (queries, owner, { today }) => queries.infiniteQuery(pastNoticesQuery(accountOf(owner), today)),
  },
  { name: 'notes, first page', bar: 5, ask: (queries, owner) => queries.infiniteQuery(notesQuery(accountOf(owner))) },
  { name: 'notes that are open', bar: 5, ask: (queries, owner) => queries.query(openNotesQuery(accountOf(owner))) },
  {
    name: 'timesheet, a week of the crew',
    bar: 5,
    ask: (queries, owner, { today }) => queries.query(hoursQuery(accountOf(owner), addDays(today, -6), today, null)),
  },
  {
    name: 'own hours, two weeks',
    bar: 5,
    ask: (queries, owner, { today }) => queries.query(ownHoursQuery(accountOf(owner), today)),
  },
  {
    name: 'the plan around today',
    bar: 5,
    ask: (queries, owner, { today }) => queries.query(nearEventsQuery(accountOf(owner), today)),
  },
  {
    name: 'the diary of a month: the plan',
    bar: 5,
    ask: (queries, owner, { month: [from, to] }) => queries.query(eventsQuery(accountOf(owner), { from, to })),
  },
  {
    name: 'the diary of a month: notes',
    bar: 5,
    ask: (queries, owner, { month: [from, to] }) => queries.query(notesOfDaysQuery(accountOf(owner), { from, to })),
  },
  // All rows of the month: the large account has five thousand.
  {
    name: 'the diary of a month: works',
    bar: null,
    ask: (queries, owner, { month: [from, to] }) => queries.query(worksOfDaysQuery(accountOf(owner), { from, to })),
  },
  { name: 'checklists', bar: 5, ask: (queries, owner) => queries.query(checklistsQuery(accountOf(owner))) },
  {
    name: 'completed checklists, first page',
    bar: 5,
    ask: (queries, owner) => queries.infiniteQuery(completionsQuery(accountOf(owner))),
  },
  { name: 'how machines stand', bar: 5, ask: (queries, owner) => queries.query(latestChecksQuery(accountOf(owner))) },
  {
    name: 'write: log a job',
    bar: 10,
    ask: async (_, owner, { today }) =>
      unwrap(
        await supabase
          .from('works')
          .upsert(
            {
              ...toRow(WORK, {
                ...{ ...JOB, customer: STAND_IN.customerName, workDate: today },
                ...{ employeeId: null, createdByName: 'Alex Owner' },
              }),
              id: STAND_IN.fresh,
              user_id: owner,
            },
            { onConflict: 'user_id,id', ignoreDuplicates: true },
          )
          .select('id'),
      ),
  },
  {
    name: 'write: change a job',
    bar: 10,
    ask: async (_, owner) =>
      unwrap(
        await supabase
          .from('works')
          .update(toRow(WORK, { quantity: decimal(70_000), notes: 'Counted again' }))
          .eq('id', STAND_IN.work)
          .eq('user_id', owner)
          .select('id'),
      ),
  },
  {
    name: 'write: issue an invoice',
    bar: 10,
    turns: 400,
    ask: () =>
      mutate(issueInvoice, {
        requestId: STAND_IN.fresh,
        customerId: STAND_IN.customer,
        workIds: [STAND_IN.work],
        additionalItems: [],
        // The total of one entry that the filling leaves unbilled, with its VAT.
        expectedTotal: decimal(1_200_000),
      }),
  },
];
