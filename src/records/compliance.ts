// Compliance: items that have to be done or kept for an inspection, and certificates of the farm and its people.
import { whole } from '@/domain/core/number-rule';
import { CATEGORIES, RECURRENCES, REQUIRED_BY } from '@/domain/compliance/item';
import { choice, date, flag, instant, number, person, text } from './record-field';
import { record, type EditableOf, type RecordOf, type StoredKinds } from './record';

const LEAD_DAYS = { ...whole(365), orZero: true };

export const COMPLIANCE_ITEM = record('compliance_items', {
  /** The duty of the app's list that it is a copy of; null for an item of the farm's own. */
  duty: text().optional().onInsert(),
  title: text('Name', 120),
  category: choice(CATEGORIES, 'Area'),
  requiredBy: choice(REQUIRED_BY, 'Asked for by'),
  dueOn: date('First due').optional(),
  recurrence: choice(RECURRENCES, 'Due again'),
  customMonths: number('Due again, in months', whole(240, 1)).optional(),
  recurrenceAnchor: choice(['due_date', 'done_date'], 'Counted from'),
  leadDays: number('Remind this many days before', LEAD_DAYS),
  responsibleId: person('Who sees to it').optional(),
  evidenceRequired: flag('Needs evidence'),
  autoSource: text('Evidence from the app').optional(),
  keepMonths: number('Keep the evidence, in months', whole(1200, 1)).optional(),
  guidance: text('Guidance', 1000).optional(),
  guidanceUrl: text('Where the rule is', 500).optional(),
  notApplicableReason: text('Why it does not apply', 300).optional(),
  createdByName: text().fromDatabase(),
  createdAt: instant().fromDatabase(),
  updatedAt: instant().fromDatabase(),
});

export type ComplianceItem = RecordOf<typeof COMPLIANCE_ITEM>;
export type ComplianceItemFields = EditableOf<typeof COMPLIANCE_ITEM>;

export const CERTIFICATE = record('certificates', {
  name: text('Certificate', 120),
  personId: person('Person').optional(),
  /** The name of the person who holds it, chosen or typed; null for the farm itself. */
  holder: text('Holder', 120).optional(),
  number: text('Number', 60).optional(),
  issuedOn: date('Issued on').optional(),
  expiresOn: date('Valid until').optional(),
  leadDays: number('Remind this many days before', LEAD_DAYS),
  note: text('Note', 500).optional(),
  createdByName: text().fromDatabase(),
  createdAt: instant().fromDatabase(),
  updatedAt: instant().fromDatabase(),
});

export type Certificate = RecordOf<typeof CERTIFICATE>;
export type CertificateFields = EditableOf<typeof CERTIFICATE>;

/** The columns of a CSV file of certificates, each with its field. */
export const CERTIFICATE_CSV = {
  certificate: 'name',
  holder: 'holder',
  number: 'number',
  issued_on: 'issuedOn',
  valid_until: 'expiresOn',
  note: 'note',
} as const satisfies Record<string, keyof Certificate>;

/** @public What the privacy policy says about the columns. */
export const STORED: StoredKinds = {
  compliance_items: {
    'What has to be done or kept for an inspection, when, how often and by whom': '*',
    'why something does not apply': 'not_applicable_reason',
  },
  certificates: { 'Certificates of the farm and its people with their numbers and dates': '*' },
};
