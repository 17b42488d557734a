// Changes of the compliance list and of certificates, and the photos of evidence for the inspection pack.
import { mutationOptions } from '@tanstack/react-query';
import { allRows } from '@/data/all-rows';
import { deleteRecord, saveRecord, updateRecord, type RowId } from '@/data/record-requests';
import { throwUnlessStored } from '@/data/refused';
import { bucket } from '@/lib/storage';
import { supabase } from '@/lib/supabase';
import { CERTIFICATE, COMPLIANCE_ITEM, type CertificateFields, type ComplianceItemFields } from '@/records/compliance';
import { COMPLIANCE_DONE } from '@/records/compliance-done';
import { PHOTO_BUCKET } from '@/records/photos';
import { toRow } from '@/records/record';

type NewItem = ComplianceItemFields & { id: string; duty: string | null };

/** Adds one or more items in one statement, all or none. */
export const addComplianceItems = mutationOptions({
  mutationKey: ['compliance-items', 'add'],
  mutationFn: async ({ ownerId, items }: { ownerId: string; items: readonly NewItem[] }) => {
    const rows = items.map(({ id, ...fields }) => ({ ...toRow(COMPLIANCE_ITEM, fields), id, user_id: ownerId }));
    const { error } = await supabase.from('compliance_items').insert(rows);
    throwUnlessStored(error);
  },
  meta: {
    saved: { title: 'Added to your list!' },
    failed: { title: 'Could not add to your list' },
    invalidates: [COMPLIANCE_ITEM.table],
  },
});

export const updateComplianceItem = mutationOptions({
  mutationKey: ['compliance-items', 'update'],
  mutationFn: ({ fields, ...row }: RowId & { fields: Partial<ComplianceItemFields> }) =>
    updateRecord(COMPLIANCE_ITEM, row, fields),
  meta: {
    saved: { title: 'Saved!' },
    failed: { title: 'Could not save' },
    // A different retention period changes how long the evidence is kept.
    invalidates: [COMPLIANCE_ITEM.table, COMPLIANCE_DONE.table],
  },
});

export const deleteComplianceItem = mutationOptions({
  mutationKey: ['compliance-items', 'delete'],
  mutationFn: (row: RowId) => deleteRecord(COMPLIANCE_ITEM, row),
  meta: {
    saved: { title: 'Taken off your list.' },
    failed: { title: 'Could not take it off your list' },
    invalidates: [COMPLIANCE_ITEM.table, COMPLIANCE_DONE.table],
  },
});

/** The id is generated when the form opens, so that saving it twice creates only one. */
export const saveCertificate = mutationOptions({
  mutationKey: ['certificates', 'save'],
  mutationFn: ({ fields, ...row }: RowId & { isNew: boolean; fields: CertificateFields }) =>
    saveRecord(CERTIFICATE, row, fields),
  meta: {
    saved: { title: 'Certificate saved!' },
    failed: { title: 'Could not save the certificate' },
    invalidates: [CERTIFICATE.table],
  },
});

export const deleteCertificate = mutationOptions({
  mutationKey: ['certificates', 'delete'],
  mutationFn: (row: RowId) => deleteRecord(CERTIFICATE, row),
  meta: {
    saved: { title: 'Certificate deleted.' },
    failed: { title: 'Could not delete the certificate' },
    invalidates: [CERTIFICATE.table],
  },
});

/** The photos of evidence and certificates, with their storage paths, in the order in which they were added. */
export const readEvidencePhotos = (ownerId: string, signal: AbortSignal) =>
  allRows<{ parentId: string; path: string }>((from, to) =>
    supabase
      .from('attachments')
      .select('parentId:parent_id, path:storage_path')
      .eq('user_id', ownerId)
      .in('parent_table', ['compliance_completions', 'certificates'])
      .order('created_at')
      .order('id')
      .range(from, to)
      .abortSignal(signal),
  );

/** The bytes of a photo; null if the storage has no such file. Throws on any other failure. */
export async function readPhotoFile(path: string): Promise<Uint8Array | null> {
  const { data, error } = await (await bucket(PHOTO_BUCKET)).download(path);
  // The storage responds with 400 or 404 if the file does not exist; without a response the error has no status.
  if (error && !('status' in error && (error.status === 400 || error.status === 404))) throw error;
  return data ? new Uint8Array(await data.arrayBuffer()) : null;
}
