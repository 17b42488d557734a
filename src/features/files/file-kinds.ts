import type { StoredFile } from '@/data/documents/stored-files';
import { dateIn, type Zone } from '@/domain/core/time';

/** The kinds of records that files belong to, in words, by table. */
const KINDS: Readonly<Record<string, string>> = {
  works: 'Works',
  notes: 'Notes',
  checklist_completions: 'Completed checklists',
  customers: 'Customers',
  fields: 'Fields',
  field_activities: 'Field work',
  machines: 'Machines',
  service_records: 'Services',
  machine_defects: 'Defects',
  compliance_completions: 'Evidence',
  certificates: 'Certificates',
};

export const kindWords = (table: string): string => KINDS[table] ?? table;
/** For a filter, in the order of the menus. */
export const KIND_OPTIONS = Object.entries(KINDS).map(([value, label]) => ({ value, label }));

/** The page of a file's record; null if it has no page of its own. */
export function recordPath({ parentTable, parentId, parentName }: StoredFile): string | null {
  if (parentName === null) return null;
  if (parentTable === 'customers') return `/customers?id=${parentId}`;
  if (parentTable === 'machines') return `/machinery/${parentId}`;
  return parentTable === 'fields' ? `/fields/${parentId}?tab=photos` : null;
}

/** The name of a downloaded file; a photo is named after its day. */
export const downloadName = ({ table, name, createdAt, storagePath }: StoredFile, zone: Zone): string =>
  table === 'documents' && name !== null
    ? name
    : `photo-${dateIn(zone, createdAt)}${/\.\w+$/.exec(storagePath)?.[0] ?? ''}`;
