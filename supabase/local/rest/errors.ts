// Database errors as the REST service reports them: every SQLSTATE with PostgREST's status, code, details and hint.
// Source of the table: PostgREST's documentation, "Errors", section "HTTP Status Codes".

const STATUS: readonly (readonly [RegExp, number])[] = [
  [/^08|^53(?!400)|^57P01/, 503],
  [/^(0L|0P|28)/, 403],
  [/^(23503|23505)$/, 409],
  [/^25006$/, 405],
  [/^(42883|42P01)$/, 404],
  [/^P0001$/, 400],
  [/^(09|25|2D|38|39|3B|40|53|54|55|57|58|F0|HV|P0|XX|42P17)/, 500],
];

/** The HTTP status for a SQLSTATE: 400 if the table has none. */
function statusOf(code: string): number {
  return STATUS.find(([pattern]) => pattern.test(code))?.[1] ?? 400;
}

type DatabaseError = { code: string; message: string; detail?: unknown; hint?: unknown };

function asDatabaseError(error: unknown): DatabaseError | null {
  if (typeof error !== 'object' || error === null) return null;
  if (!('code' in error) && 'cause' in error) return asDatabaseError(error.cause);
  if (!('code' in error) || typeof error.code !== 'string') return null;
  const message = 'message' in error ? String(error.message) : '';
  return {
    code: error.code,
    message,
    ...('detail' in error ? { detail: error.detail } : {}),
    ...('hint' in error ? { hint: error.hint } : {}),
  };
}

/** Logged as one line instead of a stack. */
const inspectAsOneLine = (error: DatabaseError) => ({
  [Symbol.for('nodejs.util.inspect.custom')]: () => `[db] ${error.code} ${error.message}`,
});

/** Codes whose status or message depends on the request; @supabase/lite handles them correctly. */
const LEFT_TO_LITE = /^(42501|42703|PT\d{3})$/;

/**
 * @supabase/lite knows only some SQLSTATEs and answers the rest with 500 and a code of its own. It passes the status
 * and body of a `raise sqlstate 'PGRST'` through, so every other error is converted to that form.
 */
export function normaliseDbError(error: unknown): unknown {
  const dbError = asDatabaseError(error);
  if (!dbError || !/^[0-9A-Z]{5}$/.test(dbError.code) || dbError.code === 'PGRST') return error;
  if (LEFT_TO_LITE.test(dbError.code)) return { ...dbError, ...inspectAsOneLine(dbError) };
  const { code, message, detail = null, hint = null } = dbError;
  return {
    code: 'PGRST',
    message: JSON.stringify({ code, message, details: detail, hint }),
    detail: JSON.stringify({ status: statusOf(code), headers: {} }),
    ...inspectAsOneLine(dbError),
  };
}
