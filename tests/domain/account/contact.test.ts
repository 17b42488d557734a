// What the contact form refuses, how failures are worded, and that the edge function applies the same rules.
import { describe, expect, test } from 'vitest';
import { contactProblem, contactReason, contactRefusal } from '@/domain/account/contact';
import { parseMessage } from '../../../supabase/functions/send-contact-email/message';

const FORM = { name: 'Ann Hill', email: 'ann@hill.farm', message: 'The gate is open.', answer: '4' };
const NOT_CONFIGURED = "The site's email sending service is not yet configured. Please contact the site administrator.";
const UNKNOWN = 'An unknown error occurred while sending the message.';

describe('a form', () => {
  test('a form that is filled in can be sent', () => {
    expect(contactProblem(FORM)).toBeNull();
    expect(contactProblem({ ...FORM, answer: ' 4 ', email: ' ann@hill.farm ' })).toBeNull();
  });

  test.each(['name', 'email', 'message'] as const)(
    'a form without %s, or with blanks there, is missing a field',
    (field) => {
      for (const value of ['', '   ', '\n\t']) {
        const problem = contactProblem({ ...FORM, [field]: value, answer: '5' });
        expect(problem).toMatchObject({ title: 'Missing Fields', description: 'Please fill out all required fields.' });
        expect(Object.keys(problem?.fields ?? {})).toEqual([field]);
      }
    },
  );

  test('reports every empty field', () => {
    const problem = contactProblem({ name: '', email: ' ', message: '', answer: '' });
    expect(problem?.fields).toEqual({
      name: 'Your name is missing.',
      email: 'Your e-mail address is missing: we answer to it.',
      message: 'Your message is missing.',
    });
  });

  test.each([
    'ann',
    'ann@',
    '@hill.farm',
    'ann@hill',
    'ann hill@farm.uk',
    'a@b.uk,c@d.uk',
    'Ann <a@b.uk>',
    'ann@hill.',
  ])('with the address %s is refused as "Invalid Email"', (email) => {
    expect(contactProblem({ ...FORM, email, answer: '5' })).toMatchObject({
      title: 'Invalid Email',
      description: 'Please enter a valid email address.',
      fields: { email: 'Write one address, like name@farm.co.uk.' },
    });
  });

  test.each(['', '5', '22', '4.5', 'four'])(
    'a form with the answer "%s" is refused as "Incorrect Answer"',
    (answer) => {
      expect(contactProblem({ ...FORM, answer })).toMatchObject({
        title: 'Incorrect Answer',
        description: 'Please answer the anti-spam question correctly.',
        fields: {
          answer: answer.trim() === '' ? 'The sum is missing.' : 'That is the wrong sum. Write it as a figure, like 7.',
        },
      });
    },
  );
});

describe('the reason for a refusal', () => {
  const refused = { name: 'validation_error', message: 'The hill.farm domain is not verified. Add and verify it.' };

  test('a refusal that is a sentence is shown as it is', () => {
    expect(contactReason('Too many messages today.')).toBe('Too many messages today.');
  });

  test.each([
    ['an object', refused],
    ['JSON', JSON.stringify(refused)],
    ['JSON in an error', JSON.stringify({ error: refused })],
    ['JSON in a message', JSON.stringify({ statusCode: 403, message: JSON.stringify(refused) })],
    ['JSON in JSON', JSON.stringify({ error: JSON.stringify({ error: JSON.stringify(refused) }) })],
  ])('an unverified domain is reported as "not configured" if the refusal arrives as %s', (_, error) => {
    expect(contactReason(error)).toBe(NOT_CONFIGURED);
  });

  test('the reason is the message of an error object', () => {
    expect(contactReason(JSON.stringify({ error: { name: 'rate_limit_exceeded', message: 'Too fast.' } }))).toBe(
      'Too fast.',
    );
    expect(contactReason(JSON.stringify({ name: 'validation_error', message: 'No subject.' }))).toBe('No subject.');
  });

  test.each([
    ['nothing', null],
    ['an empty text', ''],
    ['an empty object', '{}'],
    ['a list', []],
    ['a number', 7],
    ['too many nested objects', '{"error":'.repeat(9) + '{}' + '}'.repeat(9)],
  ])('the reason is the unknown-error message for %s', (_, error) => {
    expect(contactReason(error)).toBe(UNKNOWN);
  });

  test('a reason that only looks like JSON is treated as a sentence', () => {
    expect(contactReason('{not JSON')).toBe('{not JSON');
  });
});

describe('a response', () => {
  test('a response without a success flag gives the unknown-error message, whatever else it contains', () => {
    for (const answer of [null, 'Bad gateway', {}, { error: 'x' }, { code: 'WORKER_ERROR', message: 'x' }])
      expect(contactRefusal(answer)).toBe(UNKNOWN);
  });

  test('a response that refuses gives its reason', () => {
    expect(contactRefusal({ success: false, error: 'Too many messages today.' })).toBe('Too many messages today.');
    expect(contactRefusal({ success: false })).toBe(UNKNOWN);
  });
});

describe('the edge function', () => {
  const { answer, ...sent } = FORM;

  test('accepts what the form allows', () => {
    expect(answer).toBe('4');
    expect(parseMessage({ ...sent, website: '' })).toEqual({ message: sent });
    expect(parseMessage(sent)).toEqual({ message: sent });
  });

  test.each([
    ['name', '', 'Please fill out all required fields.'],
    ['email', ' ', 'Please fill out all required fields.'],
    ['message', '\n', 'Please fill out all required fields.'],
    ['email', 'ann', 'Please enter a valid email address.'],
    ['email', 'a@b.uk,c@d.uk', 'Please enter a valid email address.'],
  ] as const)('refuses %s "%s" with the form’s message', (field, value, words) => {
    expect(contactProblem({ ...FORM, [field]: value })?.description).toBe(words);
    expect(parseMessage({ ...sent, [field]: value })).toEqual({ refused: words });
  });

  test('counts an emoji as one character', () => {
    expect(parseMessage({ ...sent, name: '🐄'.repeat(100) })).toHaveProperty('message');
    expect(parseMessage({ ...sent, name: '🐄'.repeat(101) })).toHaveProperty('refused');
    expect(parseMessage({ ...sent, message: 'é'.repeat(5000) })).toHaveProperty('message');
    expect(parseMessage({ ...sent, message: 'é'.repeat(5001) })).toHaveProperty('refused');
  });
});
