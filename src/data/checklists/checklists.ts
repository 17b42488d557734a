// Checklist templates: the newest version of their questions. The account holder writes them, the whole crew completes
// them.
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { loadFailed } from '@/data/load-failed';
import { insertRecord, readRecords, type RowId } from '@/data/record-requests';
import type { Account } from '@/domain/account/account';
import { byName } from '@/domain/core/search';
import * as keys from '@/lib/query-keys';
import { supabase, unwrap } from '@/lib/supabase';
import { CHECKLIST, type ChecklistFields, type ChecklistTemplate } from '@/records/checklists';
import { toRow } from '@/records/record';

/** Every template of the account by name, including those off the list. */
export const checklistsQuery = ({ ownerId }: Pick<Account, 'ownerId'>) =>
  queryOptions({
    queryKey: [keys.checklists, ownerId],
    queryFn: async ({ signal }): Promise<ChecklistTemplate[]> => {
      return (await readRecords(CHECKLIST, ownerId, (rows) => rows.order('id'), signal)).toSorted(byName);
    },
    meta: { offline: 'list', failed: loadFailed },
  });

export const addChecklist = mutationOptions({
  mutationKey: ['checklists', 'add'],
  mutationFn: ({ fields, ...row }: RowId & { fields: ChecklistFields }) => insertRecord(CHECKLIST, row, fields),
  meta: {
    saved: { title: 'Checklist created!' },
    failed: { title: 'Could not save checklist.' },
    invalidates: [keys.checklists],
  },
});

/** Saves a template as a new version. `version` is the one that was edited: a newer one is not overwritten. */
export const updateChecklist = mutationOptions({
  mutationKey: ['checklists', 'update'],
  mutationFn: async ({ id, version, fields }: { id: string; version: number; fields: ChecklistFields }) => {
    const rows = unwrap(
      await supabase
        .from('checklist_templates')
        .update(toRow(CHECKLIST, fields))
        .eq('id', id)
        .eq('version', version)
        .select('id, version'),
    );
    if (rows.length === 0) throw new Error('This checklist was changed meanwhile. Open it again.');
  },
  meta: {
    saved: { title: 'Checklist updated!' },
    failed: { title: 'Could not save checklist.' },
    invalidates: [keys.checklists],
  },
});

/** Removes a template from the list, or restores it. */
export const setChecklistActive = mutationOptions({
  mutationKey: ['checklists', 'active'],
  mutationFn: async ({ id, active }: { id: string; active: boolean }) =>
    unwrap(await supabase.from('checklist_templates').update({ active }).eq('id', id).select('name, active').single()),
  meta: {
    saved: ({ name, active }: { name: string; active: boolean }) => ({
      title: active ? `${name} is back on the list.` : `${name} is off the list.`,
    }),
    failed: { title: 'Could not save checklist.' },
    invalidates: [keys.checklists],
  },
});
