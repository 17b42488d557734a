// The fields that are shown with a "%": it may be typed too, and money may not.
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { answerOf } from '@/domain/checklists/checklist-draft';
import { readProduct } from '@/domain/nutrients/nutrients-form';
import { FormReader } from '@/domain/rules/form-reader';
import { fieldSchema } from '@/features/fields/field-schema';
import { harvestSchema } from '@/features/fields/log/harvest-schema';
import { soilSchema } from '@/features/fields/log/soil-schema';
import { settingsSchema } from '@/features/invoices/settings/settings-schema';
import { feedSchema } from '@/features/rations/feeds/feed-schema';
import { mealSchema } from '@/features/rations/meal/meal-schema';
import { tmrSchema } from '@/features/rations/tmr/tmr-schema';

const today = '2026-11-30';
const harvest = harvestSchema({ today, unit: 'acre', field: null, stored: null, intervals: [] });

/** The messages of one field; the other fields of the form are missing. */
const messages = (schema: v.GenericSchema, name: string, text: string) =>
  v
    .safeParse(schema, { [name]: text })
    .issues?.filter(({ path }) => path?.[0].key === name)
    .map(({ message }) => message);

test.each<[v.GenericSchema, string]>([
  [settingsSchema, 'vat_rate'],
  [settingsSchema, 'fuel_share'],
  [feedSchema, 'dm'],
  [feedSchema, 'cp'],
  [tmrSchema(new Map()), 'feedRatePct'],
  [tmrSchema(new Map()), 'targetCpPct'],
  [mealSchema(new Map()), 'targetCpPct'],
  [harvest, 'moisturePct'],
  [harvest, 'protein'],
  [harvest, 'dryMatter'],
  [soilSchema(today, null), 'omPct'],
  [fieldSchema([], null, 'acre'), 'slopePct'],
])('takes "12 %%" and refuses "£12" (%#)', (schema, name) => {
  expect(messages(schema, name, '12 %')).toEqual([]);
  expect(messages(schema, name, '£12')).toHaveLength(1);
});

test("a fertiliser's content and a checklist's answer in percent may have the sign, their kg and °C may not", () => {
  const reader = new FormReader();
  const product = { id: 'p', name: 'CAN', n: '27%', p: '', k: '', pForm: '', kForm: '' } as const;
  expect(readProduct(reader, { ...product, opening: '5%', bought: '', closing: '' }).n).toBe(27);
  expect(reader.problems).toEqual({ 'p.opening': 'Enter a number like 12.5.' });
  const question = { section: '', prompt: 'Moisture', type: 'number', min: null, max: null } as const;
  const answer = (unit: string) =>
    answerOf(
      { ...question, unit, required: true, critical: false, help: '' },
      { value: '14 %', comment: '', photos: [] },
    ).value;
  expect(answer('%')).toBe(14);
  expect(answer('°C')).toBeNull();
});
