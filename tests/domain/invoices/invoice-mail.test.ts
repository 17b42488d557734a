import { describe, expect, test } from 'vitest';
import {
  lateWords,
  mailStateName,
  mailSubject,
  mailTrouble,
  DEFAULT_WORDING,
  troubleWords,
  unknownPlaceholder,
  PLACEHOLDERS,
  fillPlaceholders,
} from '@/domain/invoices/invoice-mail';
import { subjectOf, textOf, type MailJob } from '../../../supabase/functions/_shared/invoice-mail-text';

const NOW = new Date('2026-11-20T12:00:00Z');
const mail = (change: object = {}) => ({
  state: 'accepted' as const,
  stateAt: '2026-11-20T11:00:00Z',
  toAddress: 'hill@farm.test',
  problem: null,
  reminder: null,
  ...change,
});

describe('the state of a mail', () => {
  test.each([
    [{ state: 'accepted' }, null, 'On its way'],
    [{ state: 'delayed' }, null, 'Delayed, still being tried'],
    [{ state: 'delivered' }, null, 'Delivered'],
    [{ state: 'failed' }, 'failed', 'Not sent'],
    [{ state: 'bounced' }, 'bounced', 'Came back'],
    [{ state: 'complained' }, 'complained', 'Reported as not wanted'],
    [{ state: 'sending', stateAt: '2026-11-20T11:50:00Z' }, null, 'Sending'],
    [{ state: 'sending', stateAt: '2026-11-20T11:49:59Z' }, 'unanswered', 'No answer'],
    [{ state: 'sending', stateAt: '2026-11-20T11:59:00Z', problem: 'No.' }, 'unanswered', 'No answer'],
  ])('%j: %s, %s', (change, trouble, name) => {
    expect(mailTrouble(mail(change), NOW)).toBe(trouble);
    expect(mailStateName(mail(change), NOW)).toBe(name);
  });

  test('a mail that did not arrive says what to do', () => {
    expect(troubleWords(mail({ problem: 'No such mailbox.' }), 'bounced')).toBe(
      'The e-mail to hill@farm.test came back (No such mailbox). Check the address with the customer and send it again.',
    );
    expect(troubleWords(mail({ reminder: 1 }), 'complained')).toBe(
      'The reminder to hill@farm.test was reported as not wanted. Ring the customer before you send another.',
    );
    expect(troubleWords(mail(), 'failed')).toBe(
      'The e-mail to hill@farm.test was not sent. Check the address and send it again.',
    );
    expect(troubleWords(mail(), 'unanswered')).toMatch(/^The mail service did not answer about the e-mail to hill/);
  });
});

test('the subject names the document and its sender', () => {
  expect(mailSubject('invoice', 'INV-0001', 'Headland')).toBe('Invoice INV-0001 from Headland');
  expect(mailSubject('credit_note', 'CN-0001', 'Headland')).toBe('Credit note CN-0001 from Headland');
});

describe('the text of a mail', () => {
  const job: MailJob = {
    id: 'm',
    account: 'a',
    state: 'sending',
    to: 'hill@farm.test',
    message: null,
    reminder: null,
    daysLate: -30,
    ownSubject: null,
    ownText: null,
    path: 'a/i.pdf',
    invoice: 'i',
    sha256: null,
    number: 'INV-0042',
    kind: 'invoice',
    customer: 'Parish Council',
    orderNumber: null,
    sender: 'Headland',
    phone: null,
    replyTo: 'ann@headland.test',
    total: 1548.8,
    currency: 'GBP',
    issued: '2026-11-20',
    due: '2026-12-20',
  };
  const places = {
    number: 'INV-0042',
    date: '20 November 2026',
    total: '£1,548.80',
    due: '20 December 2026',
    customer: 'Parish Council',
    business: 'Headland',
  };
  const firstParagraph = (mail: MailJob) => textOf(mail).split('\n\n')[1];

  test('the default wording is the same on the screen and in the mail', () => {
    expect(subjectOf(job)).toBe(fillPlaceholders(DEFAULT_WORDING.subject, places));
    expect(subjectOf(job)).toBe(mailSubject('invoice', 'INV-0042', 'Headland'));
    expect(firstParagraph(job)).toBe(fillPlaceholders(DEFAULT_WORDING.text, places));
  });

  test('the account’s own wording is the same in both, with every placeholder; unknown braces are left as they are', () => {
    const own = `${PLACEHOLDERS.map((place) => `{${place}}`).join(' ')} {nothing} {constructor} {} {{total}}`;
    const mail = { ...job, ownSubject: own, ownText: own };
    expect(subjectOf(mail)).toBe(fillPlaceholders(own, places));
    expect(firstParagraph(mail)).toBe(fillPlaceholders(own, places));
    expect(fillPlaceholders(own, places)).toMatch(/\{nothing\} \{constructor\} \{\} \{£1,548\.80\}$/);
    expect(unknownPlaceholder(own)).toBe('nothing');
    expect(unknownPlaceholder(DEFAULT_WORDING.text)).toBeNull();
  });

  test.each([1, 14])('a reminder after %d days names them in the subject and in the text', (days) => {
    const mail = { ...job, reminder: 0, daysLate: days };
    expect(subjectOf(mail)).toBe(mailSubject('invoice', 'INV-0042', 'Headland', days));
    expect(subjectOf(mail)).toContain(lateWords(days));
    expect(textOf(mail)).toContain(`was due on 20 December 2026. It is ${lateWords(days)}, and we`);
  });

  test.each([
    [-1, null, 'It is due on 20 December 2026.'],
    [0, null, 'It is due on 20 December 2026.'],
    [1, null, 'It was due on 20 December 2026 and is 1 day late.'],
  ])('%d days after the due date: %s', (daysLate, reminder, words) => {
    expect(firstParagraph({ ...job, daysLate, reminder })).toContain(words);
  });

  test('the text of a paid invoice mentions no due date, and the greeting does not name the customer', () => {
    expect(textOf({ ...job, daysLate: null })).not.toMatch(/due|Dear|Council/);
  });
});
