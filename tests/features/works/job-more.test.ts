// What is checked of the parts of a job before it is saved.
import { expect, test } from 'vitest';
import { moreProblem, NO_MORE, personText, type JobMore } from '@/features/works/more/job-more';

const RULES = { today: '2026-10-27', zone: 'Europe/London', incrementMinutes: 1 } as const;
const problem = (more: Partial<JobMore>, workDate = '2026-10-27') =>
  moreProblem({ ...NO_MORE, ...more }, workDate, RULES);
const times = <Part>(count: number, part: Part) => Array.from({ length: count }, () => part);

const person = personText(null, 'Carl');
const line = { taskName: 'Carting', unit: 'hour', quantity: '1', rate: '38', isQuantityTyped: true };
const material = { product: 'Wrap', quantity: '1', unit: '', batch: '', price: '', cost: '' };

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
