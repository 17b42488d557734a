// Photos of an entry. Their bytes are in a bucket; each has a row in `attachments`.
import * as keys from '@/lib/query-keys';
import { captured } from './captured';
import { choice, id, instant, number, person, text } from './field';
import { record } from './record';

/** The bucket of their bytes. */
export const PHOTOS = 'photos';
/** The tables whose records may have photos. */
const PHOTOGRAPHED = ['works', 'checklist_completions', 'notes'] as const;
export type PhotoTable = (typeof PHOTOGRAPHED)[number];

/** The bytes are uploaded first, then the row is inserted. */
export const PHOTO = captured(
  record('attachments', {
    parentTable: choice(PHOTOGRAPHED).onInsert(),
    parentId: id().onInsert(),
    storagePath: text().onInsert(),
    mime: choice(['image/jpeg', 'image/png', 'image/webp']).onInsert(),
    bytes: number().onInsert(),
    takenAt: instant().optional().onInsert(),
    /** Null if the person's account was deleted. */
    createdBy: person().optional().fromDatabase(),
    createdByName: text().fromDatabase(),
    createdAt: instant().fromDatabase(),
  }),
  {
    kind: 'photo',
    version: 1,
    title: () => 'Photo',
    derived: ['taken_at'],
    bucket: PHOTOS,
    invalidates: [keys.attachments, keys.queuedPhotos],
  },
);
