// The contact page: each of its messages, which fields keep their text, and what is sent to the function.
import { waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { renderPage } from '@tests/support/render-page';

let sent: unknown[];
let answer: () => Response | Promise<Response>;
beforeEach(() => {
  sent = [];
  answer = () => Response.json({ success: true });
});

/** The function as the test defines it, and no other service. */
const backend = {
  fetch: async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    if (!request.url.endsWith('/functions/v1/send-contact-email')) throw new TypeError('Failed to fetch');
    sent.push(await request.json());
    return answer();
  },
};

const FILLED = { Name: 'Ann Hill', Email: 'ann@hill.farm', Message: 'The gate is open.', 'What is 2 + 2?': '4' };

async function open(form: Partial<Record<keyof typeof FILLED, string>> = {}) {
  const page = await renderPage('/contact', { backend });
  await page.screen.findByRole('heading', { level: 1, name: 'Contact Support' });
  const main = within(page.screen.getByRole('main'));
  for (const [label, text] of Object.entries({ ...FILLED, ...form }))
    if (text !== '') await page.user.type(main.getByLabelText(label), text);
  const values = () => Object.keys(FILLED).map((label) => main.getByLabelText<HTMLInputElement>(label).value);
  const press = () => page.user.click(main.getByRole('button', { name: 'Send message' }));
  return { ...page, main, values, press };
}

test('the page is open to visitors, with a link for people who forgot their password', async () => {
  const { main } = await open();
  expect(main.getByRole('heading', { level: 1, name: 'Contact Support' })).toBeVisible();
  expect(main.getByRole('link', { name: 'Choose a new password' })).toHaveAttribute('href', '/forgot-password');
  expect(document.title).toBe('Contact Support · Farm Diary');
});

test('a message is sent as written and confirmed, and then the fields are empty', async () => {
  let respond = () => {};
  answer = () => new Promise((resolve) => (respond = () => resolve(Response.json({ success: true }))));
  const { screen, main, values, press, user } = await open({ Name: '  Ann Hill ', 'What is 2 + 2?': ' 4' });
  await press();
  const busy = await main.findByRole('button', { name: 'Sending...' });
  expect(busy).toHaveAttribute('aria-disabled', 'true');
  await user.clickBusy(busy);
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(values()).toEqual(['  Ann Hill ', 'ann@hill.farm', 'The gate is open.', ' 4']);
  respond();
  expect(await screen.findByText('Message Sent!')).toBeVisible();
  expect(screen.getByText("Thanks for reaching out. We'll get back to you soon.")).toBeVisible();
  expect(main.getByText('We have your message.')).toBeVisible();
  expect(values()).toEqual(['', '', '', '']);
  expect(sent).toEqual([{ name: 'Ann Hill', email: 'ann@hill.farm', message: 'The gate is open.', website: '' }]);
  expect(main.getByRole('button', { name: 'Send message' })).not.toHaveAttribute('aria-disabled');
});

test('invalid input is not sent, the text stays, and each field says what is wrong, the first with the focus', async () => {
  const { screen, main, values, press, user } = await open({ Name: '   ', Email: '', Message: '' });
  const expectProblem = async (label: string, title: string, description: string, sentence: string) => {
    const before = values();
    await press();
    expect(await screen.findByText(title)).toBeVisible();
    expect(screen.getByText(description)).toBeVisible();
    const field = main.getByLabelText(label);
    expect(field).toHaveFocus();
    expect(field).toHaveAttribute('aria-invalid', 'true');
    expect(field).toHaveAccessibleDescription(sentence);
    expect(values()).toEqual(before);
    expect(sent).toEqual([]);
  };
  const MISSING = ['Missing Fields', 'Please fill out all required fields.'] as const;
  await expectProblem('Name', ...MISSING, 'Your name is missing.');
  expect(main.getByText('Your message is missing.')).toBeVisible();
  expect(main.getByText('Your e-mail address is missing: we answer to it.')).toBeVisible();
  await user.type(main.getByLabelText('Name'), 'Ann');
  await user.type(main.getByLabelText('Message'), 'Hello');
  await user.type(main.getByLabelText('Email'), 'ann@hill');
  await expectProblem(
    'Email',
    'Invalid Email',
    'Please enter a valid email address.',
    'Write one address, like name@farm.co.uk.',
  );
  await user.type(main.getByLabelText('Email'), '.farm');
  await user.type(main.getByLabelText('What is 2 + 2?'), '5');
  await expectProblem(
    'What is 2 + 2?',
    'Incorrect Answer',
    'Please answer the anti-spam question correctly.',
    'That is the wrong sum. Write it as a figure, like 7.',
  );
});

const unverified = { name: 'validation_error', message: 'The hill.farm domain is not verified.', statusCode: 403 };
const NOT_CONFIGURED = "The site's email sending service is not yet configured. Please contact the site administrator.";
const UNKNOWN = 'An unknown error occurred while sending the message.';
const json = (status: number, body: unknown) => () => Response.json(body, { status });

test('a failure is reported with its reason, and no input is lost', async () => {
  const { screen, main, values, press } = await open();
  const before = values();
  for (const [respond, reason] of [
    [
      json(429, { success: false, error: 'Too many messages today. Try again tomorrow.' }),
      'Too many messages today. Try again tomorrow.',
    ],
    [json(200, { success: false, error: 'Not now.' }), 'Not now.'],
    [json(502, { success: false, error: JSON.stringify({ error: unverified }) }), NOT_CONFIGURED],
    [() => new Response('<h1>Sign in to the wifi</h1>', { status: 502 }), UNKNOWN],
    [() => Promise.reject(new TypeError('Failed to fetch')), 'There is no signal. Try again when there is.'],
  ] as const) {
    answer = respond;
    await press();
    expect(await screen.findByText(`Failed to send message: ${reason}`)).toBeVisible();
    expect(screen.getByText('Error')).toBeVisible();
    expect(main.getByText(`${reason} What you wrote is still here.`)).toBeVisible();
    expect(values()).toEqual(before);
  }
  answer = json(200, { success: true });
  await press();
  expect(await screen.findByText('Message Sent!')).toBeVisible();
  expect(values()).toEqual(['', '', '', '']);
  expect(sent).toHaveLength(6);
});

test('text that a bot writes into the hidden field is sent with the message (A68)', async () => {
  const { main, press, screen } = await open();
  const hiddenField = main.getByLabelText('Website');
  expect(hiddenField).toHaveAttribute('tabindex', '-1');
  expect(main.queryByRole('textbox', { name: 'Website' })).not.toBeInTheDocument();
  (hiddenField as HTMLInputElement).value = 'https://evil.example';
  await press();
  expect(await screen.findByText('Message Sent!')).toBeVisible();
  expect(sent).toMatchObject([{ website: 'https://evil.example' }]);
});

test('HTML in the message and in the response is shown as text (A72)', async () => {
  const words = '<img src=x onerror=alert(1)>';
  answer = json(400, { success: false, error: words });
  const { screen, values, press } = await open({ Message: words });
  await press();
  expect(await screen.findByText(`Failed to send message: ${words}`)).toBeVisible();
  expect(document.querySelector('img[src=x]')).toBeNull();
  expect(values()).toContain(words);
});
