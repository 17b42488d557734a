// The customer's signature on a docket. Captured through the outbox, never changed.
import * as keys from '@/lib/query-keys';
import { captured } from './captured';
import { flag, id, instant, number, text } from './record-field';
import { record, type RecordOf, type StoredKinds } from './record';

export const SIGNOFF = captured(
  record('job_signoffs', {
    jobId: id().onInsert(),
    /** Numbered by the database: a later signature is another version. */
    version: number().fromDatabase(),
    signedName: text('Signed by', 80).onInsert(),
    /** An SVG path. */
    signature: text(null, 20_000).onInsert(),
    signedAt: instant().onInsert(),
    /** SHA-256 of the docket's content when it was signed; empty for those who may not see the prices in it. */
    contentHash: text().onInsert(),
    withPrices: flag().onInsert(),
    createdByName: text().fromDatabase(),
    createdAt: instant().fromDatabase(),
  }),
  {
    kind: 'signoff',
    name: 'Signature',
    readFrom: 'crew_signoffs',
    version: 1,
    title: ({ signedName }) => `Signature of ${signedName}`,
    // The database corrects the time if the phone's clock is ahead, and hides the hash from those who may not see prices.
    derived: ['signed_at', 'content_hash'],
    invalidates: [keys.jobs],
    canAddAgain: () => false,
  },
);

export type Signoff = RecordOf<typeof SIGNOFF>;

/** @public What the privacy policy says about the columns. */
export const STORED: StoredKinds = {
  job_signoffs: { 'the name and signature of the customer, drawn by finger': '* signature' },
};
