// The contact form: what it asks for, and what is said when a message does not go.

type ContactMessage = { name: string; email: string; message: string };
/** The form as it is filled in; `answer` is the anti-spam question's. */
export type ContactForm = ContactMessage & { answer: string };

/** What is wrong with a form: said at once in a message, and beside each field that it is about. */
export type ContactProblem = {
  title: string;
  description: string;
  fields: Partial<Record<keyof ContactForm, string>>;
};

// Text, at sign, text, dot, text; a comma or a semicolon would make it two addresses.
const ADDRESS = /^[^\s@,;:<>()[\]\\"]+@[^\s@,;:<>()[\]\\"]+\.[^\s@,;:<>()[\]\\"]+$/;

const MISSING: Record<keyof ContactMessage, string> = {
  name: 'Your name is missing.',
  email: 'Your e-mail address is missing: we answer to it.',
  message: 'Your message is missing.',
};

/** The first thing that is wrong with the form, in the order that people are told of it; null where it can go. */
export function contactProblem(form: ContactForm): ContactProblem | null {
  const empty = (['name', 'email', 'message'] as const).filter((field) => form[field].trim() === '');
  if (empty.length > 0)
    return {
      title: 'Missing Fields',
      description: 'Please fill out all required fields.',
      fields: Object.fromEntries(empty.map((field) => [field, MISSING[field]])),
    };
  if (!ADDRESS.test(form.email.trim()))
    return {
      title: 'Invalid Email',
      description: 'Please enter a valid email address.',
      fields: { email: 'Write one address, like name@farm.co.uk.' },
    };
  if (form.answer.trim() !== '4')
    return {
      title: 'Incorrect Answer',
      description: 'Please answer the anti-spam question correctly.',
      fields: { answer: 'Write the sum as one figure.' },
    };
  return null;
}

const UNKNOWN = 'An unknown error occurred while sending the message.';
const NOT_CONFIGURED = "The site's email sending service is not yet configured. Please contact the site administrator.";

/** A text as the JSON object that it may be. */
function objectIn(value: unknown): object | null {
  if (typeof value === 'object') return value;
  if (typeof value !== 'string' || !value.trim().startsWith('{')) return null;
  try {
    const parsed: unknown = JSON.parse(value);
    return typeof parsed === 'object' ? parsed : null;
  } catch {
    return null;
  }
}

/**
 * Why a message did not go, in words for the person who wrote it. An error is a sentence, or the mail provider's own
 * error as JSON (`{ name, message }`), which may itself stand in an `error` or a `message` of another.
 */
export function contactReason(error: unknown, depth = 0): string {
  const inner = depth < 6 ? objectIn(error) : null;
  if (!inner) return typeof error === 'string' && error.trim() !== '' ? error.trim() : UNKNOWN;
  const name: unknown = Reflect.get(inner, 'name');
  const message: unknown = Reflect.get(inner, 'message');
  if (name === 'validation_error' && typeof message === 'string' && /domain/i.test(message) && /verif/i.test(message))
    return NOT_CONFIGURED;
  return contactReason(Reflect.get(inner, 'error') ?? message, depth + 1);
}

/** What a function's answer says of a message that it did not take. Without a success flag nobody knows what became of it. */
export function contactRefusal(answer: unknown): string {
  const known = typeof answer === 'object' && answer !== null && typeof Reflect.get(answer, 'success') === 'boolean';
  return known ? contactReason(Reflect.get(answer, 'error')) : UNKNOWN;
}
