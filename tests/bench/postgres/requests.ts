// The app's own requests, as functions of src/data: their statements are recorded and then measured. To add a figure,
// add a line.
import { QueryClient } from '@tanstack/react-query';
import { addDays, addMonths } from '@/domain/core/time';
import type { ReportBasis, ReportGrouping } from '@/domain/reports/report';
import { completionsQuery } from '@/data/checklists/checklist-completions';
import { latestChecksQuery } from '@/data/checklists/latest-checks';
import { checklistsQuery } from '@/data/checklists/checklists';
import { customerSummaryQuery } from '@/data/customers/customers';
import { eventsQuery, nearEventsQuery } from '@/data/diary/diary-events';
import { notesOfDaysQuery } from '@/data/diary/diary-notes';
import { issueInvoice } from '@/data/invoices/invoice-changes';
import { invoicesQuery, type InvoiceFilter } from '@/data/invoices/invoice-register';
import { notesQuery, openNotesQuery } from '@/data/notes/notes';
import { boardQuery, pastNoticesQuery } from '@/data/notices';
import { registerSummaryQuery, registerTotalsQuery } from '@/data/invoices/register-sums';
import { reportQuery } from '@/data/reports/income';
import { owedQuery } from '@/data/reports/owed';
import { unbilledQuery } from '@/data/reports/radar';
import { homeSummaryQuery } from '@/data/summaries';
import { hoursQuery, ownHoursQuery } from '@/data/time/time';
import { saveDaySheet } from '@/data/works/day-sheet';
import type { WorksFilter } from '@/data/works/works-filter';
import { worksGroupsQuery } from '@/data/works/works-groups';
import { worksPartsQuery } from '@/data/works/works-parts';
import { worksOfDaysQuery, worksQuery, worksTotalsQuery } from '@/data/works/works';
import { decimal } from '@/domain/core/money';
import type { Json } from '@/lib/database.types';
import { supabase, unwrap } from '@/lib/supabase';
import { jobContent } from '@/records/jobs';
import { toRow } from '@/records/record';
import { WORK } from '@/records/works';
import { ANY } from '@tests/support/account-data/works-filter';

/** Placeholders for what differs between transactions; the rest of a request is the same in all of them. */
export const PLACEHOLDERS = {
  customer: 'c0c0c0c0-0000-4000-8000-000000000001',
  customerName: 'The customer of this transaction',
  work: 'c0c0c0c0-0000-4000-8000-000000000002',
  newId: 'c0c0c0c0-0000-4000-8000-000000000003',
  driver: 'c0c0c0c0-0000-4000-8000-000000000004',
  /** The beginning of ids of which one transaction needs several; `newIdAt` adds the rest. */
  newIds: 'd0d0d0d0-0000-4000-8000-00000000',
};

const newIdAt = (at: number) => `${PLACEHOLDERS.newIds}${at.toString(16).padStart(4, '0')}`;

/** `deep`: a day whose entries are far down the list. */
export type Days = { today: string; deep: string; month: [from: string, to: string]; year: [from: string, to: string] };

/** Milliseconds at the 95th percentile: four clients on any accounts, one on the large account; null: reported only. */
type Limit = number | null;
export type Request = {
  name: string;
  limit: Limit;
  /** On any accounts; 4 by default. */
  clients?: number;
  /** If it can write its rows only once: the number of transactions after which the measurement ends. */
  maxTransactions?: number;
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

/** A report of a year, beside the year before. */
const report =
  (basis: ReportBasis, grouping: ReportGrouping | null): Request['ask'] =>
  (queries, owner, { year: [from, to] }) =>
    queries.query(
      reportQuery(
        owner,
        {
          ...{ basis, customerId: null, period: { from, to } },
          before: { from: addMonths(from, -12), to: addMonths(to, -12) },
        },
        grouping,
      ),
    );

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

const SHEET_LINES = Array.from({ length: 20 }, (_, at) => at);

/** A line of a day's sheet: a driver's hours, and every third one a casual's bales. */
function sheetJob(at: number, today: string): Json {
  const timed = { start_time: '08:00', finish_time: '12:30', breaks: 15 };
  const line = {
    ...{ customer: PLACEHOLDERS.customerName, customer_id: PLACEHOLDERS.customer, work_date: today },
    ...(at % 3 === 0
      ? { task_name: 'Baling', chargeable_unit: 'bale', quantity: 40 + at, rate: 3.2, breaks: 0 }
      : { task_name: 'Mowing', chargeable_unit: 'hour', quantity: null, rate: 45, ...timed }),
    notes: `Docket ${at + 1}`,
  };
  const person = at % 3 === 0 ? { name: 'Casual Carl', minutes: 90 } : { person_id: PLACEHOLDERS.driver, ...timed };
  return jobContent(newIdAt(at), { lines: [line], people: [person] }, `${today}T18:00:00Z`);
}

export const REQUESTS: readonly Request[] = [
  { name: 'list, first page', limit: 5, ask: works({}) },
  {
    name: 'list, deep page',
    limit: 5,
    ask: (queries, owner, { today, deep }) =>
      queries.infiniteQuery({
        ...worksQuery(accountOf(owner), { ...ANY, today }),
        initialPageParam: { at: deep, id: '80000000-0000-4000-8000-000000000000' },
      }),
  },
  {
    name: 'list, a further part of 500 rows',
    limit: null,
    ask: (queries, owner, { today, deep }) =>
      queries.infiniteQuery({
        ...worksPartsQuery(accountOf(owner), { ...ANY, today }),
        initialPageParam: { after: { at: deep, id: '80000000-0000-4000-8000-000000000000' }, size: 500 },
      }),
  },
  { name: 'list of a customer', limit: 5, ask: works({ customers: [PLACEHOLDERS.customer] }) },
  // No index fits these: the account is read by date until the page is full.
  { name: 'list of a state', limit: null, ask: works({ statuses: ['ready', 'overdue'] }) },
  { name: 'list of a task', limit: null, ask: works({ tasks: ['Topping'] }) },
  { name: 'list of a search', limit: null, ask: works({ search: 'meadow bal' }) },
  { name: 'list of a search, nothing found', limit: null, ask: works({ search: 'nowhere' }) },
  {
    name: 'month totals',
    limit: 5,
    ask: (queries, owner, { today, month: [from, to] }) =>
      queries.query(worksTotalsQuery(accountOf(owner), { ...ANY, today, from, to })),
  },
  {
    name: 'totals of everything',
    limit: null,
    ask: (queries, owner, { today }) => queries.query(worksTotalsQuery(accountOf(owner), { ...ANY, today })),
  },
  {
    name: 'year report by customer',
    limit: 50,
    ask: (queries, owner, { today, year: [from, to] }) =>
      queries.query(worksGroupsQuery(accountOf(owner), { ...ANY, today, from, to }, 'customer')),
  },
  {
    name: 'year report by task',
    limit: 50,
    ask: (queries, owner, { today, year: [from, to] }) =>
      queries.query(worksGroupsQuery(accountOf(owner), { ...ANY, today, from, to }, 'task')),
  },
  { name: 'report of a year: sums', limit: 150, ask: report('work', null) },
  { name: 'report of a year: work by month', limit: 150, ask: report('work', 'month') },
  { name: 'report of a year: work by customer', limit: 150, ask: report('work', 'customer') },
  { name: 'report of a year: invoices by month', limit: 150, ask: report('invoices', 'month') },
  {
    name: 'report of what is owed',
    limit: 150,
    ask: (queries, owner, { today }) => queries.query(owedQuery(owner, today, null)),
  },
  {
    name: 'report of what is to bill',
    limit: 150,
    ask: (queries, owner, { today }) => queries.query(unbilledQuery(owner, addDays(today, -30), null)),
  },
  { name: 'register, first page', limit: 5, ask: register({}) },
  { name: 'register of a state', limit: 5, ask: register({ state: 'overdue' }) },
  {
    name: 'register summary',
    limit: null,
    ask: (queries, owner, { today }) => queries.query(registerSummaryQuery(owner, today)),
  },
  {
    name: 'register totals',
    limit: null,
    ask: (queries, owner, { today }) => queries.query(registerTotalsQuery(owner, { ...REGISTER, today })),
  },
  { name: 'customer summary', limit: null, ask: (queries, owner) => queries.query(customerSummaryQuery(owner)) },
  {
    name: 'home summary',
    limit: null,
    ask: (queries, owner, { today }) => queries.query(homeSummaryQuery(owner, owner, today)),
  },
  {
    name: 'the board',
    limit: 5,
    ask: (queries, owner, { today }) => queries.query(boardQuery(accountOf(owner), today)),
  },
  {
    name: 'notices that have run out',
    limit: 5,
    ask: (queries, owner, { today }) => queries.infiniteQuery(pastNoticesQuery(accountOf(owner), today)),
  },
  { name: 'notes, first page', limit: 5, ask: (queries, owner) => queries.infiniteQuery(notesQuery(accountOf(owner))) },
  { name: 'notes that are open', limit: 5, ask: (queries, owner) => queries.query(openNotesQuery(accountOf(owner))) },
  {
    name: 'timesheet, a week of the crew',
    limit: 5,
    ask: (queries, owner, { today }) => queries.query(hoursQuery(accountOf(owner), addDays(today, -6), today, null)),
  },
  {
    name: 'own hours, two weeks',
    limit: 5,
    ask: (queries, owner, { today }) => queries.query(ownHoursQuery(accountOf(owner), today)),
  },
  {
    name: 'the plan around today',
    limit: 5,
    ask: (queries, owner, { today }) => queries.query(nearEventsQuery(accountOf(owner), today)),
  },
  {
    name: 'the diary of a month: the plan',
    limit: 5,
    ask: (queries, owner, { month: [from, to] }) => queries.query(eventsQuery(accountOf(owner), { from, to })),
  },
  {
    name: 'the diary of a month: notes',
    limit: 5,
    ask: (queries, owner, { month: [from, to] }) => queries.query(notesOfDaysQuery(accountOf(owner), { from, to })),
  },
  // All rows of the month: the large account has five thousand.
  {
    name: 'the diary of a month: works',
    limit: null,
    ask: (queries, owner, { month: [from, to] }) => queries.query(worksOfDaysQuery(accountOf(owner), { from, to })),
  },
  { name: 'checklists', limit: 5, ask: (queries, owner) => queries.query(checklistsQuery(accountOf(owner))) },
  {
    name: 'completed checklists, first page',
    limit: 5,
    ask: (queries, owner) => queries.infiniteQuery(completionsQuery(accountOf(owner))),
  },
  {
    name: 'latest check of each machine',
    limit: 5,
    ask: (queries, owner) => queries.query(latestChecksQuery(accountOf(owner))),
  },
  {
    name: 'write: log a job',
    limit: 10,
    ask: async (_, owner, { today }) =>
      unwrap(
        await supabase
          .from('works')
          .upsert(
            {
              ...toRow(WORK, {
                ...{ ...JOB, customer: PLACEHOLDERS.customerName, workDate: today },
                ...{ employeeId: null, createdByName: 'Alex Owner' },
              }),
              id: PLACEHOLDERS.newId,
              user_id: owner,
            },
            { onConflict: 'user_id,id', ignoreDuplicates: true },
          )
          .select('id'),
      ),
  },
  {
    name: 'write: change a job',
    limit: 10,
    ask: async (_, owner) =>
      unwrap(
        await supabase
          .from('works')
          .update(toRow(WORK, { quantity: decimal(70_000), notes: 'Counted again' }))
          .eq('id', PLACEHOLDERS.work)
          .eq('user_id', owner)
          .select('id'),
      ),
  },
  {
    name: "write: a day's sheet of 20 lines",
    limit: 50,
    // It is as much work as twenty jobs.
    clients: 1,
    ask: (_, __, { today }) =>
      mutate(
        saveDaySheet,
        SHEET_LINES.map((at) => sheetJob(at, today)),
      ),
  },
  {
    name: 'write: issue an invoice',
    limit: 10,
    maxTransactions: 400,
    ask: () =>
      mutate(issueInvoice, {
        requestId: PLACEHOLDERS.newId,
        customerId: PLACEHOLDERS.customer,
        workIds: [PLACEHOLDERS.work],
        additionalItems: [],
        // The total of one entry that the filling leaves unbilled, with its VAT.
        expectedTotal: decimal(1_200_000),
      }),
  },
];
