// The message shown when the database refuses a value before any of its own sentences applies.
import { describe, expect, test } from 'vitest';
import { refusalMessage } from '@/lib/refusal';
import { classifyResponse } from '@/offline/outbox/send/response-class';

const APP_MESSAGE = 'One of the dates, numbers or texts is not valid. Check what you entered.';

describe('a refusal with Postgres’ own message', () => {
  test.each([
    ['22003', 'numeric field overflow'],
    ['22008', 'date/time field value out of range: "300000-01-01"'],
    ['22P02', 'invalid input syntax for type numeric: "twelve"'],
    ['23514', 'new row for relation "customers" violates check constraint "customers_lat_check"'],
  ])('%s %s becomes a sentence, on a screen and for an entry that was sent', (code, message) => {
    expect(refusalMessage(code, message)).toBe(APP_MESSAGE);
    expect(classifyResponse({ status: 400, body: { code, message }, retryAfterMs: null })).toEqual({
      kind: 'refused',
      sentence: APP_MESSAGE,
      denied: false,
    });
  });

  test.each([
    ['23514', 'Enter a quantity greater than 0.'],
    ['42501', 'This belongs to another account.'],
    [null, 'Failed to fetch'],
  ])('a sentence is not changed: %s %s', (code, message) => {
    expect(refusalMessage(code, message)).toBe(message);
  });
});
