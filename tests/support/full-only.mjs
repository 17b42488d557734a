// Test files that only a full run (`npm run test:full`, FULL=1) runs, each with what proves the same in the short run.
// Decision 70 says why. vitest.config.ts leaves them out of a short run.
import { existsSync } from 'node:fs';

const FULL_ONLY = {
  'tests/database/access/attack-matrix-1.test.ts':
    'access/access.test.ts asks the same cells in SQL; privileges.test.ts compares every grant.',
  'tests/database/access/attack-matrix-2.test.ts': 'as attack-matrix-1.',
  'tests/database/access/attack-matrix-3.test.ts': 'as attack-matrix-1.',
  'tests/database/access/attack-matrix-functions.test.ts': 'access/functions.test.ts makes the same calls in SQL.',
  'tests/e2e/account.test.ts': 'database/account; features/account; functions/delete-account.',
  'tests/e2e/board.test.ts':
    'features/noticeboard and notes; outbox/records; photos; the message after signing in is in pages.',
  'tests/e2e/capture/capture-clock.test.ts': 'features/offline/clocks and device-clock; database/time/time-clock.',
  'tests/e2e/capture/capture-database.test.ts': 'outbox/same-id and broken-connection; the kills of capture-kill.',
  'tests/e2e/capture/capture-device.test.ts':
    'outbox/storage, lost-store and cleared-store; features/offline/no-storage.',
  'tests/e2e/capture/capture-frozen.test.ts': 'outbox/outbox and superseded-attempts for the lease; capture-tabs.',
  'tests/e2e/capture/capture-job.test.ts': 'outbox/jobs and jobs-sent; capture-kill.',
  'tests/e2e/capture/capture-network.test.ts': 'outbox/broken-connection and outbox; capture-kill.',
  'tests/e2e/capture/capture-outage.test.ts': 'outbox/outbox and slow-connection.',
  'tests/e2e/capture/capture-store.test.ts':
    'outbox/cleared-store and newer-store; features/offline/newer-version-open; capture-kill for a lost database.',
  'tests/e2e/capture/capture-tabs-locks.test.ts': 'outbox/broken-connection and jobs-sent, with and without locks.',
  'tests/e2e/capture/capture-tabs-records.test.ts': 'the drafts of jobs in capture-tabs; outbox/saved-draft.',
  'tests/e2e/capture/capture-time.test.ts': 'outbox/records; features/time/time-tracker; crew.',
  'tests/e2e/capture/capture-update-forms.test.ts': 'features/shell/stale-version and new-version.',
  'tests/e2e/capture/capture-week.test.ts': 'outbox/model; capture-tabs.',
  'tests/e2e/checklists.test.ts': 'database/checklists; features/checklists; outbox/checklist-records.',
  'tests/e2e/compliance.test.ts': 'database/compliance; features/compliance.',
  'tests/e2e/contact.test.ts': 'features/contact; functions/contact.',
  'tests/e2e/day-sheet.test.ts': 'domain/works/day-sheet; database/jobs/day-sheet; features/works/day-sheet.',
  'tests/e2e/diary.test.ts': 'database/diary; features/diary; the page in pages.',
  'tests/e2e/fields/field-day.test.ts':
    'capture-kill; photos for the photo; season for a day with kills; outbox/jobs-sent for the new customer.',
  'tests/e2e/fields/fields-map.test.ts': 'features/fields/map; domain/geometry; the page in pages.',
  'tests/e2e/invoice-mail.test.ts': 'features/invoices/mail; functions/send-invoice and resend-webhook.',
  'tests/e2e/office-list.test.ts': 'features/works/long-list; print.',
  'tests/e2e/office.test.ts': 'month; features/invoices/credit-note and view; domain/pdf/invoice-pdf.',
  'tests/e2e/rations.test.ts': 'features/rations; outbox/records; season.',
  'tests/e2e/regimes.test.ts': 'domain/rules with the vectors of each regime; features/calculators.',
  'tests/e2e/round-trip.test.ts': 'database/account/account-restore; features/account/restore.',
  'tests/e2e/silage-day.test.ts':
    'features/works/jobs; outbox/jobs-sent; database/jobs; month for the invoice; season for a day without signal.',
  'tests/e2e/time.test.ts': 'database/time with the nights when clocks change; features/time.',
  'tests/e2e/visitor-offline.test.ts':
    'pwa opens one of them, and the app, without signal; outbox and features for later files.',
  'tests/e2e/wrong-files.test.ts': 'capture-update and pwa.',
  'tests/e2e/year-import.test.ts': 'domain/import; database/imports; features/import.',
  'tests/features/machinery/sold-and-replaced.test.tsx':
    'waiting-readings.test; domain/machinery/due; database/machinery for a sold machine.',
  'tests/features/fields/fields-rare.test.tsx':
    'fields.test for a spray struck out; database/struck-out; database/fields for split and merge; machinery.test for records that did not load.',
  'tests/features/notes/note-draft.test.tsx':
    'features/notes/notes finds no draft after a note was saved; outbox/saved-draft.',
  'tests/features/offline/no-storage-kinds.test.tsx':
    'features/offline/no-storage for forbidden storage; outbox/storage for one that never answers.',
  'tests/features/offline/read-offline-repeats.test.tsx':
    'features/offline/read-offline: the other kinds of a lost connection; database/access for who sees prices.',
};

for (const file of Object.keys(FULL_ONLY))
  if (!existsSync(file)) throw new Error(`${file} is listed in tests/support/full-only.mjs and does not exist`);

/** The files of a full run alone: paths from the root of the repository. */
export const fullOnly = Object.keys(FULL_ONLY);

/** Whether only a full run runs this test file. */
export const isFullOnly = (file) => file in FULL_ONLY;
