import { describe, expect, test } from 'vitest';
import { mailStateName, mailSubject, mailTrouble, oneAddress, troubleWords } from '@/domain/invoice-mail';

const NOW = new Date('2026-11-20T12:00:00Z');
const mail = (change: object = {}) => ({
  state: 'accepted' as const,
  stateAt: '2026-11-20T11:00:00Z',
  toAddress: 'hill@farm.test',
  problem: null,
  reminder: null,
  ...change,
});

describe('the way of a mail', () => {
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

  test('says what to do', () => {
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

test.each([
  [' hill@farm.test ', 'hill@farm.test'],
  ["o'brien+bills@hill-farm.co.uk", "o'brien+bills@hill-farm.co.uk"],
  ['hill', null],
  ['hill@farm', null],
  ['a@b.test,c@d.test', null],
  ['a@b.test;c@d.test', null],
  ['Hill <a@b.test>', null],
  ['a@b.test\nBcc: c@d.test', null],
  ['a@b.test%0abcc:c@d.test', null],
  ['a@-b.test', null],
])('%j as one address is %j', (text, address) => {
  expect(oneAddress(text)).toBe(address);
});

test('the subject names the document and its sender', () => {
  expect(mailSubject('invoice', 'INV-0001', 'Headland')).toBe('Invoice INV-0001 from Headland');
  expect(mailSubject('credit_note', 'CN-0001', 'Headland')).toBe('Credit note CN-0001 from Headland');
});
