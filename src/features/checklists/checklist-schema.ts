import type { InferInput } from 'valibot';
import * as v from 'valibot';
import { ANSWER_TYPES, CATEGORIES, FREQUENCIES, MAX_ITEMS, type ChecklistItem } from '@/domain/checklists/checklist';
import { NOT_A_NUMBER } from '@/domain/core/money';
import { asPlain, optionalNumber, plainText } from '@/domain/core/typed';
import { CHECKLIST, type ChecklistFields } from '@/records/checklists';
import { limitedText, optionalText } from '@/widgets/text-schema';

/** A limit as typed; an empty input is no limit. */
const limit = v.pipe(optionalNumber({ min: -9_999_999, max: 9_999_999, message: NOT_A_NUMBER }), asPlain);

const item = v.pipe(
  v.object({
    section: limitedText({ max: 60 }),
    prompt: v.pipe(limitedText({ max: 200 }), v.nonEmpty('Write the question.')),
    type: v.picklist(ANSWER_TYPES),
    unit: limitedText({ max: 20 }),
    min: limit,
    max: limit,
    required: v.boolean(),
    critical: v.boolean(),
    help: limitedText({ max: 300 }),
  }),
  v.forward(
    v.check(
      ({ type, min, max }) => type !== 'number' || min === null || max === null || min <= max,
      'The lower limit is above the upper one.',
    ),
    ['max'],
  ),
  // Same as in the database: only numbers have limits, and texts and photos can't be critical.
  v.transform((one): ChecklistItem => ({
    ...one,
    ...(one.type === 'number' ? {} : { unit: '', min: null, max: null }),
    critical: one.critical && one.type !== 'text' && one.type !== 'photo',
  })),
);

/** The form's value for the machines a checklist is for: '' (any), 'type:tractor', or 'machine:' and an id. */
const targetOf = ({ machineType, machineId }: { machineType?: string | null; machineId?: string | null }): string =>
  machineId ? `machine:${machineId}` : machineType ? `type:${machineType}` : '';

/** Input is the form's texts, output is a template. The database enforces the same rules. */
export const checklistSchema = v.pipe(
  v.object({
    name: v.pipe(limitedText(CHECKLIST.fields.name), v.nonEmpty('Give the checklist a name.')),
    category: v.picklist(CATEGORIES),
    frequency: v.picklist(FREQUENCIES),
    intro: optionalText(CHECKLIST.fields.intro),
    target: v.string(),
    items: v.pipe(
      v.array(item),
      v.minLength(1, 'Add a question first.'),
      v.maxLength(MAX_ITEMS, 'A checklist has 100 questions at most.'),
    ),
  }),
  v.transform(({ target, ...fields }) => ({
    ...fields,
    machineType: target.startsWith('type:') ? target.slice('type:'.length) : null,
    machineId: target.startsWith('machine:') ? target.slice('machine:'.length) : null,
  })),
);

export type ChecklistText = InferInput<typeof checklistSchema>;
type ItemText = ChecklistText['items'][number];

const itemText = (one: ChecklistItem): ItemText => ({ ...one, min: plainText(one.min), max: plainText(one.max) });

export const textOf = ({
  name,
  category,
  frequency,
  intro,
  items,
  ...target
}: Omit<ChecklistFields, 'items' | 'machineType' | 'machineId'> &
  Partial<Pick<ChecklistFields, 'machineType' | 'machineId'>> & {
    items: readonly ChecklistItem[];
  }): ChecklistText => ({
  ...{ name, category, frequency, intro: intro ?? '' },
  target: targetOf(target),
  items: items.map(itemText),
});

/** A new question, in the given section. */
export const newItem = (section = ''): ItemText => ({
  ...{ section, prompt: '', type: 'ok_defect_na', unit: '', min: '', max: '' },
  ...{ required: true, critical: false, help: '' },
});

export const emptyChecklist = (): ChecklistText => ({
  ...{ name: '', category: 'pre_use', frequency: 'daily', intro: '', target: '' },
  items: [newItem()],
});
