// The contact form: its validation, and the reason shown when a message can't be sent.

type ContactMessage = { name: string; email: string; message: string };
/** The form as filled in; `answer` is for the anti-spam question. */
export type ContactForm = ContactMessage & { answer: string };

/** What is wrong with a form: reported in a message, and beside each field concerned. */
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

/** The first problem with the form, in the order in which problems are reported; null if it can be sent. */
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
      fields: {
        answer:
          form.answer.trim() === '' ? 'The sum is missing.' : 'That is the wrong sum. Write it as a figure, like 7.',
      },
    };
  return null;
}

const UNKNOWN_REASON = 'An unknown error occurred while sending the message.';
const NOT_CONFIGURED = "The site's email sending service is not yet configured. Please contact the site administrator.";

/** The value as an object, parsed from JSON if it is text; null if it is neither. */
function parseObject(value: unknown): object | null {
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
 * Why a message was not sent, in words for its author. The error is a sentence, or the mail provider's own error as JSON
 * (`{ name, message }`), which may be nested in the `error` or `message` of another.
 */
export function contactReason(error: unknown, depth = 0): string {
  const inner = depth < 6 ? parseObject(error) : null;
  if (!inner) return typeof error === 'string' && error.trim() !== '' ? error.trim() : UNKNOWN_REASON;
  const name: unknown = Reflect.get(inner, 'name');
  const message: unknown = Reflect.get(inner, 'message');
  if (name === 'validation_error' && typeof message === 'string' && /domain/i.test(message) && /verif/i.test(message))
    return NOT_CONFIGURED;
  return contactReason(Reflect.get(inner, 'error') ?? message, depth + 1);
}

/** Why a function did not accept a message. If its response has no success flag, the outcome is unknown. */
export function contactRefusal(answer: unknown): string {
  const hasSuccessFlag =
    typeof answer === 'object' && answer !== null && typeof Reflect.get(answer, 'success') === 'boolean';
  return hasSuccessFlag ? contactReason(Reflect.get(answer, 'error')) : UNKNOWN_REASON;
}
