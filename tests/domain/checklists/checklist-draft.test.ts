import { expect, test } from 'vitest';
import type { ChecklistItem } from '@/domain/checklists/checklist';
import {
  answerOf,
  answersOf,
  newDraft,
  draftProblems,
  hoursOf,
  hasInput,
  EMPTY_ANSWER,
  typedProblem,
} from '@/domain/checklists/checklist-draft';

const item = (more: Partial<ChecklistItem> = {}): ChecklistItem => ({
  ...{
    section: '',
    prompt: 'Tyres',
    type: 'number',
    unit: 'bar',
    min: 1.2,
    max: 2,
    required: true,
    critical: false,
    help: '',
  },
  ...more,
});
const typed = (value: string, comment = '') => ({ ...EMPTY_ANSWER, value, comment });
const template = (items: ChecklistItem[]) => ({ id: 't', name: 'Tractor', version: 3, intro: null, items });

test('a number is parsed as people type it, and an invalid one is reported', () => {
  expect(answerOf(item(), typed(' 1,6 ')).value).toBe(1.6);
  expect(answerOf(item(), typed('-3')).value).toBe(-3);
  expect(answerOf(item(), typed('0')).value).toBe(0);
  expect(typedProblem(item(), typed('soft'))).toBe('Enter a number like 12.5.');
  expect(typedProblem(item(), typed('99999999'))).toBe('Enter a number like 12.5.');
  expect(typedProblem(item(), typed(''))).toBe('Answer this question.');
  expect(typedProblem(item({ required: false }), typed(''))).toBeNull();
  expect(typedProblem(item(), typed('2.1'))).toBe('Say what is wrong.');
  expect(typedProblem(item(), typed('2.1', 'Let some out'))).toBeNull();
});

test('spaces around a text are removed', () => {
  expect(answerOf(item({ type: 'text' }), typed('  NW 3 ', ' gusts '))).toEqual({
    value: 'NW 3',
    comment: 'gusts',
    photos: [],
  });
  expect(answerOf(item({ type: 'text' }), typed('  ')).value).toBeNull();
});

test('a draft has its own questions: those of the version that it began with (case 70)', () => {
  const draft = newDraft(
    template([item(), item({ prompt: 'Oil', type: 'ok_defect_na' })]),
    'JD',
    '2026-11-20T07:00:00Z',
  );
  expect(hasInput(draft)).toBe(false);
  const answered = { ...draft, answers: [typed('1.5'), typed('ok')] };
  expect(hasInput(answered)).toBe(true);
  expect(answersOf(answered)).toMatchObject([{ value: 1.5 }, { value: 'ok' }]);
  expect(answered.template.version).toBe(3);
});

test('reports every problem that prevents a draft from being saved', () => {
  const draft = newDraft(template([item(), item({ required: false })]), 'x'.repeat(81), '2026-11-20T07:00:00Z');
  const { machine, hours, notes, answers } = draftProblems({ ...draft, hours: '-1', notes: 'x'.repeat(2001) });
  expect([machine, hours, notes]).toEqual([
    'Too long: 80 characters at most.',
    'Hours are 0 or more.',
    'Too long: 2,000 characters at most.',
  ]);
  expect([...answers]).toEqual([[0, 'Answer this question.']]);
});

test('the hour meter is read to one decimal', () => {
  expect(hoursOf({ hours: '2,812.55' })).toBe(2812.6);
  expect(hoursOf({ hours: '' })).toBeNull();
});
