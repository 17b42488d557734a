// Photos of an entry. Their bytes are in a bucket; each has a row in `attachments`.
import { whole } from '@/domain/core/number-rule';
import * as keys from '@/lib/query-keys';
import { captured } from './captured';
import { choice, id, instant, number, person, text } from './record-field';
import { record, type StoredKinds } from './record';

export const PHOTO_BUCKET = 'photos';
/** The tables whose records may have photos. */
const TABLES_WITH_PHOTOS = [
  'works',
  'checklist_completions',
  'notes',
  'fields',
  'field_activities',
  'machines',
  'service_records',
  'machine_defects',
  'compliance_completions',
  'certificates',
] as const;
export type PhotoTable = (typeof TABLES_WITH_PHOTOS)[number];

/** The bytes are uploaded first, then the row is inserted. */
export const PHOTO = captured(
  record('attachments', {
    parentTable: choice(TABLES_WITH_PHOTOS).onInsert(),
    parentId: id().onInsert(),
    storagePath: text().onInsert(),
    mime: choice(['image/jpeg', 'image/png', 'image/webp']).onInsert(),
    bytes: number(null, whole(10_485_760, 1)).onInsert(),
    takenAt: instant().optional().onInsert(),
    /** Null if the person's account was deleted. */
    createdBy: person().optional().fromDatabase(),
    createdByName: text().fromDatabase(),
    createdAt: instant().fromDatabase(),
  }),
  {
    kind: 'photo',
    name: 'Photo',
    version: 1,
    title: () => 'Photo',
    derived: ['taken_at'],
    bucket: PHOTO_BUCKET,
    invalidates: [keys.queuedPhotos],
  },
);

/** @public What the privacy policy says about the columns. */
export const STORED: StoredKinds = {
  attachments: { 'with a caption, who added them and when they were taken': '*' },
};
