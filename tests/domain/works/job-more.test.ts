// The checks of a job's people, lines and materials before it is saved.
import { describe, expect, test } from 'vitest';
import { decimal } from '@/domain/core/money';
import { moreProblem, NO_MORE, personText, timedAs, type JobMore, type MaterialText } from '@/domain/works/job-more';

const RULES = { today: '2026-10-27', zone: 'Europe/London', incrementMinutes: 1 } as const;
const problem = (more: Partial<JobMore>, workDate = '2026-10-27') =>
  moreProblem({ ...NO_MORE, ...more }, workDate, RULES);
const times = <Part>(count: number, part: Part) => Array.from({ length: count }, () => part);

const person = personText(null, 'Carl');
const line = { taskName: 'Carting', unit: 'hour', quantity: '1', rate: '38', isQuantityTyped: true };
const material: MaterialText = {
  ...{ product: 'Wrap', quantity: '1', unit: '', batch: '', price: '', cost: '' },
  ...{ kind: '', mappNumber: '', interval: '' },
};

test('200 people are accepted, 201 are not', () => {
  expect(problem({ people: times(200, person) })).toBeNull();
  expect(problem({ people: times(201, person) })).toBe('200 people are the most on one job.');
});

test('the first line, the other lines and the materials are 200 at most together', () => {
  expect(problem({ lines: times(100, line), materials: times(99, material) })).toBeNull();
  expect(problem({ lines: times(100, line), materials: times(100, material) })).toBe(
    '200 lines and materials are the most in one job.',
  );
});

test('the times of a person are checked on the day of the job, not on today', () => {
  // 00:30 to 03:30 takes four hours in the night the clocks go back, so that 200 minutes of breaks fit.
  const atNight = { ...person, startTime: '00:30', finishTime: '03:30', breaks: '200' };
  expect(problem({ people: [atNight] }, '2026-10-25')).toBeNull();
  expect(problem({ people: [atNight] }, '2026-10-26')).toBe('Carl: Breaks are longer than the time worked.');
});

test.each([
  ['0', 'Enter a quantity greater than 0.'],
  ['a load', 'Enter a quantity greater than 0.'],
  ['10000000', 'That quantity is too large.'],
])('the quantity %j of a line or a material is refused', (quantity, words) => {
  expect(problem({ lines: [{ ...line, quantity }] })).toBe(`Line 2: ${words}`);
  expect(problem({ materials: [{ ...material, quantity }] })).toBe(`Wrap: ${words}`);
});

test('a line may have no quantity yet, a material may not', () => {
  expect(problem({ lines: [{ ...line, quantity: '' }] })).toBeNull();
  expect(problem({ materials: [{ ...material, quantity: ' ' }] })).toBe('Wrap: Enter a quantity greater than 0.');
});

describe('a person with the time of the job', () => {
  const who = { ...person, asJob: true };
  const job = {
    ...{ startTime: '08:00', finishTime: '12:30', startSecond: false, finishSecond: false, breaks: 30 },
    ...{ chargeableUnit: 'hour', quantity: null },
  };
  const untimed = { ...job, startTime: null, finishTime: null, breaks: 0 };

  test('has it from start to finish, or the hours that are charged, up to a day', () => {
    expect(timedAs(job, who)).toEqual({ ...who, startTime: '08:00', finishTime: '12:30', breaks: '30' });
    expect(timedAs({ ...untimed, quantity: decimal(75_000) }, who)).toEqual({ ...who, hours: '7.5' });
    for (const other of [
      { ...untimed, quantity: decimal(250_000) },
      { ...untimed, quantity: decimal(75_000), chargeableUnit: 'acre' },
      untimed,
      // The second of the hours that a night repeats.
      { ...job, startSecond: true },
    ])
      expect(timedAs(other, who)).toEqual(who);
  });

  test('keeps the time that is typed, and somebody else gets none', () => {
    expect(timedAs(job, { ...who, hours: '2' })).toEqual({ ...who, hours: '2' });
    expect(timedAs(job, person)).toEqual(person);
  });
});
