// Checklist templates: the newest version of their questions. The account holder writes them, the whole crew completes
// them.
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { allRows } from '@/data/all-rows';
import { loadFailed } from '@/data/load-failed';
import type { Account } from '@/domain/account/account';
import {
  CATEGORIES,
  FREQUENCIES,
  type Category,
  type ChecklistItem,
  type Frequency,
} from '@/domain/checklists/checklist';
import { itemsOf } from '@/domain/checklists/checklist-stored';
import { byName } from '@/domain/core/search';
import { oneOf } from '@/domain/core/stored';
import type { Json } from '@/lib/database.types';
import { supabase, unwrap } from '@/lib/supabase';

export type ChecklistTemplate = {
  id: string;
  name: string;
  category: Category;
  frequency: Frequency;
  /** Shown before the first question. */
  intro: string | null;
  items: ChecklistItem[];
  /** Increases with every change of the questions. */
  version: number;
  /** False once it is off the list; checklists completed with it stay. */
  active: boolean;
  createdByName: string;
  updatedAt: string;
};

/** The fields that the account holder edits. */
export type ChecklistFields = Pick<ChecklistTemplate, 'name' | 'category' | 'frequency' | 'intro' | 'items'>;

const COLUMNS = `id, name, category, frequency, intro, items, version, active, createdByName:created_by_name,
  updatedAt:updated_at` as const;

type Row = Omit<ChecklistTemplate, 'category' | 'frequency' | 'items'> & {
  category: string;
  frequency: string;
  items: Json;
};
const toTemplate = (row: Row): ChecklistTemplate => ({
  ...row,
  category: oneOf(CATEGORIES, row.category, 'pre_use'),
  frequency: oneOf(FREQUENCIES, row.frequency, 'none'),
  items: itemsOf(row.items),
});

/** Every template of the account by name, including those off the list. */
export const checklistsQuery = ({ ownerId }: Pick<Account, 'ownerId'>) =>
  queryOptions({
    queryKey: ['checklists', ownerId],
    queryFn: async ({ signal }): Promise<ChecklistTemplate[]> => {
      const rows = await allRows<Row>((from, to) =>
        supabase
          .from('checklist_templates')
          .select(COLUMNS)
          .eq('user_id', ownerId)
          .order('id')
          .range(from, to)
          .abortSignal(signal),
      );
      return rows.map(toTemplate).toSorted(byName);
    },
    meta: { failed: loadFailed },
  });

// A list of plain values, which is what the column holds.
const rowOf = ({ name, category, frequency, intro, items }: ChecklistFields) => ({
  ...{ name, category, frequency, intro },
  items: items as unknown as Json,
});

export const addChecklist = mutationOptions({
  mutationKey: ['checklists', 'add'],
  mutationFn: async ({ id, ownerId, fields }: { id: string; ownerId: string; fields: ChecklistFields }) =>
    unwrap(
      await supabase
        .from('checklist_templates')
        .insert({ ...rowOf(fields), id, user_id: ownerId })
        .select('id')
        .single(),
    ),
  meta: {
    saved: { title: 'Checklist created!' },
    failed: { title: 'Could not save checklist.' },
    invalidates: ['checklists'],
  },
});

/** Saves a template as a new version. `version` is the one that was edited: a newer one is not overwritten. */
export const updateChecklist = mutationOptions({
  mutationKey: ['checklists', 'update'],
  mutationFn: async ({ id, version, fields }: { id: string; version: number; fields: ChecklistFields }) => {
    const rows = unwrap(
      await supabase
        .from('checklist_templates')
        .update(rowOf(fields))
        .eq('id', id)
        .eq('version', version)
        .select('id, version'),
    );
    if (rows.length === 0) throw new Error('This checklist was changed meanwhile. Open it again.');
  },
  meta: {
    saved: { title: 'Checklist updated!' },
    failed: { title: 'Could not save checklist.' },
    invalidates: ['checklists'],
  },
});

/** Takes a template off the list, or puts it back. */
export const setChecklistActive = mutationOptions({
  mutationKey: ['checklists', 'active'],
  mutationFn: async ({ id, active }: { id: string; active: boolean }) =>
    unwrap(await supabase.from('checklist_templates').update({ active }).eq('id', id).select('name, active').single()),
  meta: {
    saved: ({ name, active }: { name: string; active: boolean }) => ({
      title: active ? `${name} is back on the list.` : `${name} is off the list.`,
    }),
    failed: { title: 'Could not save checklist.' },
    invalidates: ['checklists'],
  },
});
