// Cases 69 and 70 and the rules around them: the outcome of an answer, the result of a checklist, and missing answers.
import { describe, expect, test } from 'vitest';
import {
  allOk,
  answerProblem,
  bySection,
  NO_ANSWER,
  outcomeOf,
  scoreOf,
  wasHasty,
  type ChecklistAnswer,
  type ChecklistItem,
} from '@/domain/checklists/checklist';
import { sameJson } from '@/domain/core/same-json';
import { STARTER_CHECKLISTS } from '@/domain/checklists/starter-checklists';
import {
  answerWords,
  arrivalWords,
  limitWords,
  scoreWords,
  templateWords,
  durationWords,
} from '@/domain/checklists/checklist-words';

const item = (more: Partial<ChecklistItem> = {}): ChecklistItem => ({
  section: '',
  prompt: 'Handbrake holds',
  type: 'ok_defect_na',
  unit: '',
  min: null,
  max: null,
  required: true,
  critical: false,
  help: '',
  ...more,
});
const answer = (value: string | number | null, more: Partial<ChecklistAnswer> = {}): ChecklistAnswer => ({
  ...NO_ANSWER,
  value,
  ...more,
});

describe('an answer', () => {
  test.each([
    ['ok_defect_na', 'ok', 'ok'],
    ['ok_defect_na', 'defect', 'defect'],
    ['ok_defect_na', 'na', 'na'],
    ['ok_defect_na', 'yes', 'none'],
    ['yes_no', 'yes', 'ok'],
    ['yes_no', 'no', 'defect'],
    ['yes_no', 'na', 'na'],
    ['yes_no', 'ok', 'none'],
    ['text', 'NW 3', 'ok'],
    ['text', '', 'none'],
    ['number', 12.5, 'ok'],
    ['number', null, 'none'],
    ['number', 'twelve', 'none'],
    ['ok_defect_na', 3, 'none'],
  ] as const)('of %s that is %s has the outcome %s', (type, value, outcome) => {
    expect(outcomeOf(item({ type }), answer(value))).toBe(outcome);
  });

  test.each([
    [3, 'ok'],
    [5, 'ok'],
    [2.99, 'defect'],
    [5.01, 'defect'],
  ])('of %s with limits from 3 to 5 has the outcome %s: the limits themselves are allowed', (value, outcome) => {
    expect(outcomeOf(item({ type: 'number', min: 3, max: 5 }), answer(value))).toBe(outcome);
  });

  test('a single limit applies, and 0 is a number', () => {
    expect(outcomeOf(item({ type: 'number', min: 0 }), answer(0))).toBe('ok');
    expect(outcomeOf(item({ type: 'number', max: -1 }), answer(0))).toBe('defect');
  });

  test('a question for a photo is answered once a photo was taken', () => {
    expect(outcomeOf(item({ type: 'photo' }), NO_ANSWER)).toBe('none');
    expect(outcomeOf(item({ type: 'photo' }), answer(null, { photos: ['a'] }))).toBe('ok');
  });
});

describe('a checklist', () => {
  const items = [...Array.from({ length: 21 }, () => item()), item({ critical: true })];
  const ok = items.map(() => answer('ok'));

  test('22 questions, none wrong: passed, 22/22', () => {
    expect(scoreOf(items, ok)).toEqual({ result: 'pass', checked: 22, passed: 22, defects: 0 });
  });

  test('22 questions, one defect that is not critical: passed with defects, 21/22', () => {
    const score = scoreOf(items, ok.with(0, answer('defect')));
    expect(score).toEqual({ result: 'pass_with_defects', checked: 22, passed: 21, defects: 1 });
    expect(scoreWords(score)).toBe('21/22');
  });

  test('one critical defect: failed, also by a no and by a number outside its limits (case 69)', () => {
    expect(scoreOf(items, ok.with(21, answer('defect'))).result).toBe('fail');
    expect(scoreOf([item({ type: 'yes_no', critical: true })], [answer('no')]).result).toBe('fail');
    expect(scoreOf([item({ type: 'number', max: 5, critical: true })], [answer(6)]).result).toBe('fail');
    expect(scoreOf([item({ type: 'number', max: 5 })], [answer(6)]).result).toBe('pass_with_defects');
  });

  test('N/A counts as passed, unanswered questions do not count', () => {
    expect(scoreOf([item(), item({ required: false })], [answer('na')])).toEqual({
      result: 'pass',
      checked: 1,
      passed: 1,
      defects: 0,
    });
  });
});

describe('a checklist before it is saved', () => {
  test('a defect needs a comment', () => {
    expect(answerProblem(item(), answer('defect'))).toBe('Say what is wrong.');
    expect(answerProblem(item(), answer('defect', { comment: ' ' }))).toBe('Say what is wrong.');
    expect(answerProblem(item(), answer('defect', { comment: 'Pulls left' }))).toBeNull();
    expect(answerProblem(item({ type: 'number', max: 5 }), answer(6))).toBe('Say what is wrong.');
  });

  test('N/A needs a comment on a critical question, on another it does not (case 69)', () => {
    expect(answerProblem(item({ critical: true }), answer('na'))).toBe('Say why it does not apply.');
    expect(answerProblem(item({ critical: true }), answer('na', { comment: 'No handbrake fitted' }))).toBeNull();
    expect(answerProblem(item(), answer('na'))).toBeNull();
  });

  test('required questions must be answered', () => {
    expect(answerProblem(item(), NO_ANSWER)).toBe('Answer this question.');
    expect(answerProblem(item({ required: false }), NO_ANSWER)).toBeNull();
    expect(answerProblem(item({ type: 'photo' }), NO_ANSWER)).toBe('Take a photo.');
  });

  test('a comment is 500 characters at most', () => {
    expect(answerProblem(item(), answer('ok', { comment: 'x'.repeat(500) }))).toBeNull();
    expect(answerProblem(item(), answer('ok', { comment: 'x'.repeat(501) }))).toBe('Too long: 500 characters at most.');
  });
});

test('"All OK" skips critical questions, other sections, and answered ones', () => {
  const items = [
    item({ section: 'Cab' }),
    item({ section: 'Cab', critical: true }),
    item({ section: 'Cab' }),
    item({ section: 'Cab', type: 'number' }),
    item({ section: 'Outside' }),
  ];
  const answers = [NO_ANSWER, NO_ANSWER, answer('defect'), NO_ANSWER, NO_ANSWER];
  expect(allOk(items, answers, 'Cab').map(({ value }) => value)).toEqual(['ok', null, 'defect', null, null]);
});

test('questions are grouped by section, with their index in the whole list', () => {
  const parts = bySection([item({ section: 'A' }), item({ section: 'A' }), item({ section: 'B' })]);
  expect(parts.map(({ section, items }) => [section, items.map(({ at }) => at)])).toEqual([
    ['A', [0, 1]],
    ['B', [2]],
  ]);
});

test('more than 8 questions in under 20 seconds count as rushed', () => {
  expect(wasHasty({ seconds: 19, checked: 9 })).toBe(true);
  expect(wasHasty({ seconds: 20, checked: 9 })).toBe(false);
  expect(wasHasty({ seconds: 11, checked: 8 })).toBe(false);
});

test('answers are equal in any order of their keys', () => {
  const sent = [{ value: 'ok', comment: '', photos: ['a'] }, null];
  expect(sameJson(sent, [{ photos: ['a'], value: 'ok', comment: '' }, null])).toBe(true);
  expect(sameJson(sent, [{ photos: ['b'], value: 'ok', comment: '' }, null])).toBe(false);
  expect(sameJson(sent, [{ photos: ['a'], value: 'ok', comment: '' }])).toBe(false);
  expect(sameJson([{ a: null }], [{}])).toBe(false);
});

test('a template is described by its category, frequency and number of questions', () => {
  const template = { category: 'pre_use', frequency: 'daily', items: [1, 2] } as const;
  expect(templateWords(template)).toBe('Before use, every day, 2 questions');
  expect(templateWords({ ...template, frequency: 'none', items: [1] })).toBe('Before use, when needed, 1 question');
});

test('answers, limits and durations are shown as text', () => {
  expect(answerWords(item(), answer('na'))).toBe('N/A');
  expect(answerWords(item({ type: 'number', unit: 'bar' }), answer(2.4))).toBe('2.4 bar');
  expect(answerWords(item({ type: 'text' }), answer('ok'))).toBe('ok');
  expect(answerWords(item({ type: 'photo' }), answer(null, { photos: ['a', 'b'] }))).toBe('2 photos');
  expect(answerWords(item(), NO_ANSWER)).toBe('–');
  expect(limitWords(item({ type: 'number', unit: '°C', min: 5, max: 8 }))).toBe('5 to 8 °C');
  expect(limitWords(item({ type: 'number', min: 0 }))).toBe('at least 0');
  expect(limitWords(item({ type: 'number', max: 12, unit: '%' }))).toBe('at most 12 %');
  expect(limitWords(item({ min: 3 }))).toBe('');
  expect([11, 240, 3900].map(durationWords)).toEqual(['11 s', '4 min', '1 h 5 min']);
});

describe.each(STARTER_CHECKLISTS.map((ready) => [ready.name, ready] as const))('the ready-made “%s”', (name, ready) => {
  test('satisfies the database’s rules', () => {
    expect(name.length).toBeLessThanOrEqual(80);
    expect(ready.intro.length).toBeLessThanOrEqual(500);
    expect(ready.items.length).toBeGreaterThan(0);
    for (const { prompt, section, help, critical, type } of ready.items) {
      expect(prompt).toMatch(/^\S.{0,198}\S$/);
      expect(prompt).not.toContain('*');
      expect(section.length).toBeLessThanOrEqual(60);
      expect(help.length).toBeLessThanOrEqual(300);
      if (critical) expect(['ok_defect_na', 'yes_no']).toContain(type);
    }
    expect(new Set(ready.items.map(({ prompt }) => prompt)).size).toBe(ready.items.length);
    // Sections are not split: each occurs once.
    expect(new Set(bySection(ready.items).map(({ section }) => section)).size).toBe(bySection(ready.items).length);
  });

  test('has a critical question, except the one for the grain store', () => {
    expect(ready.items.some(({ critical }) => critical) || ready.name === 'Grain store').toBe(true);
  });
});

test('the ready-made checklist for tractors has these critical questions', () => {
  const tractor = STARTER_CHECKLISTS.find(({ name }) => name === 'Tractor, before use');
  expect(tractor?.items.filter(({ critical }) => critical).map(({ prompt }) => prompt)).toEqual([
    'Tyres and wheel nuts',
    'Pick-up hitch and drawbar',
    'PTO guard, O-guard or U-guard, shaft and chain',
    'Seat belt and roll-over frame',
    'Starts only from the seat',
    'Foot brake',
    'Handbrake holds',
    'Steering',
  ]);
});

describe('the time of a completed checklist', () => {
  const arrived = (receivedAt: string, clockDoubted = false) =>
    arrivalWords({ completedAt: '2026-10-20T06:00:00Z', receivedAt, clockDoubted }, 'Europe/London');
  test('says when it arrived if that was a day or more later, and whether its clock was wrong', () => {
    expect(arrived('2026-10-21T05:59:59Z')).toBeNull();
    expect(arrived('2026-10-24T23:30:00Z')).toBe('In the office later: 25 Oct 2026 at 00:30');
    expect(arrived('')).toBeNull();
    expect(arrived('2026-10-20T06:00:00Z', true)).toBe(
      "The phone's clock was wrong: this is when it reached the office.",
    );
  });
});
