import { expect, test } from 'vitest';
import type { RecentJob } from '@/data/summaries';
import { fromNumeric } from '@/domain/core/money';
import { questionsFor, type QuestionContext } from '@/features/works/form/save-questions';
import { emptyOf } from '@/records/record';
import { WORK, type NewWork } from '@/records/works';

const work: NewWork = {
  ...emptyOf(WORK),
  ...{ customer: 'Hill Farm', taskName: 'Baling', chargeableUnit: 'bale', workDate: '2026-11-20' },
  ...{ rate: fromNumeric(6.22), quantity: fromNumeric(86) },
};
const job: RecentJob = {
  customerId: 'c1',
  customer: 'Hill Farm',
  taskName: 'Baling',
  chargeableUnit: 'bale',
  rate: fromNumeric(6.22),
  quantity: fromNumeric(86),
  workDate: '2026-11-20',
  createdAt: '2026-11-20T17:02:10Z',
  mine: true,
  times: 1,
  jobId: 'j1',
};
const context: QuestionContext = {
  rules: { today: '2026-11-20', zone: 'Europe/London', incrementMinutes: 0 },
  now: new Date('2026-11-20T17:05:00Z'),
  dateChosen: false,
  currency: 'GBP',
  employeeId: 'e1',
  customerNames: ['Hill Farm', 'J Smith & Sons'],
  recent: [],
  corrected: new Set(),
};
const titles = (changed: Partial<NewWork>, contextChanges: Partial<QuestionContext> = {}) =>
  questionsFor({ ...work, ...changed }, { ...context, ...contextChanges }).map(({ title }) => title);

test('an ordinary entry causes no question', () => {
  expect(titles({})).toEqual([]);
});

test('the form asks for the day after midnight, unless the date was chosen (case 22)', () => {
  const now = new Date('2026-11-20T00:40:00Z');
  expect(titles({}, { now })).toEqual(['Yesterday or today?']);
  expect(titles({}, { now, dateChosen: true })).toEqual([]);
  expect(titles({}, { now: new Date('2026-11-20T04:00:00Z') })).toEqual([]);
  const [question] = questionsFor(work, { ...context, now });
  expect(question?.answers.map(({ label, change }) => [label, change.workDate])).toEqual([
    ['Yesterday, Thu 19 Nov', '2026-11-19'],
    ['Today, Fri 20 Nov', undefined],
  ]);
});

test('“after midnight” is judged by the hour in the farm’s time zone, not in that of the phone (case 23)', () => {
  // 03:30 in London in summer is 02:30 UTC, and 04:30 in Madrid.
  const rules = { ...context.rules, today: '2026-07-01' };
  expect(titles({ workDate: '2026-07-01' }, { rules, now: new Date('2026-07-01T02:30:00Z') })).toEqual([
    'Yesterday or today?',
  ]);
  expect(titles({ workDate: '2026-07-01' }, { rules, now: new Date('2026-07-01T03:00:00Z') })).toEqual([]);
});

test('the form asks about a future date, more than 16 hours and a missing quantity', () => {
  expect(titles({ workDate: '2026-11-21' })).toEqual(['This date is in the future.']);
  expect(titles({ startTime: '04:00', finishTime: '20:01' })).toEqual(['That is over 16 hours. Is it right?']);
  expect(titles({ startTime: '04:00', finishTime: '20:00' })).toEqual([]);
  expect(titles({ quantity: null })).toEqual(['Save without a quantity? The office can add it.']);
});

test('the form asks about a value that rounds to zero, not about no charge (case 29)', () => {
  expect(titles({ quantity: fromNumeric(0.0001), rate: fromNumeric(1) })).toEqual(['This comes to £0.00.']);
  expect(titles({ rate: fromNumeric(0) })).toEqual([]);
});

test('the form asks about a name that is similar to a known one', () => {
  expect(titles({ customer: 'J Smith and Son' })).toEqual(['Did you mean J Smith & Sons?']);
  expect(titles({ customer: 'hill farm ' })).toEqual([]);
});

test('the form asks about the same entry by the same person within ten minutes (case 58 and 59)', () => {
  expect(titles({}, { recent: [job] })).toEqual(['You saved this already at 17:02. Save again?']);
  expect(titles({}, { recent: [{ ...job, mine: false }] })).toEqual([]);
  expect(titles({ quantity: fromNumeric(87) }, { recent: [job] })).toEqual([]);
  expect(titles({}, { recent: [job], now: new Date('2026-11-20T17:13:00Z') })).toEqual([]);
});

test('the form does not ask about the entry that this one corrects, or that was undone', () => {
  const repeated = 'You saved this already at 17:02. Save again?';
  expect(titles({}, { recent: [job], corrected: new Set(['j1']) })).toEqual([]);
  expect(titles({}, { recent: [job], corrected: new Set(['j2']) })).toEqual([repeated]);
  // A copy of an earlier version of the app does not say which job it was.
  const { jobId: _, ...copied } = job;
  expect(titles({}, { recent: [copied], corrected: new Set(['j1']) })).toEqual([repeated]);
});
