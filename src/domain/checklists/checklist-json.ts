// Parses the stored questions and answers of a checklist.
import { toNumeric } from '@/domain/core/money';
import { amountOf, fieldsOf, listOf, numberOrNull, oneOf, textOf } from '@/domain/core/stored-json';
import { ANSWER_TYPES, type ChecklistAnswer, type ChecklistItem } from './checklist';

const limitOf = (value: unknown) => (numberOrNull(value) === null ? null : toNumeric(amountOf(value)));

export const itemsOf = (value: unknown): ChecklistItem[] =>
  listOf(value)
    .map(fieldsOf)
    .map(({ section, prompt, type, unit, min, max, required, critical, help }) => ({
      section: textOf(section),
      prompt: textOf(prompt),
      type: oneOf(ANSWER_TYPES, type, 'text'),
      unit: textOf(unit),
      min: limitOf(min),
      max: limitOf(max),
      required: required === true,
      critical: critical === true,
      help: textOf(help),
    }));

export const answersOf = (value: unknown): ChecklistAnswer[] =>
  listOf(value)
    .map(fieldsOf)
    .map(({ value: stored, comment, photos }) => ({
      value: stored === null || stored === undefined ? null : (numberOrNull(stored) ?? textOf(stored)),
      comment: textOf(comment),
      photos: [...new Set(listOf(photos).filter((id) => typeof id === 'string'))],
    }));
