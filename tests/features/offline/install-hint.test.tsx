// Safari without the app installed: what it keeps goes after a week. Told calmly.
import { act, cleanup, screen } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/backend';
import { renderPage } from '@tests/support/render-page';
import { log, resize } from '../works/farm';
import { lineTo } from './phone';
import { IPHONE } from './safaris';

const HINT = /^Safari clears what this app keeps after 7 days without a visit\. Install it/;

let backend: TestBackend;
let driver: Person;
let owner: Person;
let line: ReturnType<typeof lineTo>;
beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  resize(390);
  localStorage.clear();
  line = lineTo(backend);
  owner = await backend.user({ firstName: 'Alex' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam' });
  await log(owner, [{ customer: 'Hill Farm', task_name: 'Baling', chargeable_unit: 'bale', rate: 6.22, quantity: 74 }]);
});
afterEach(() => {
  vi.useRealTimers();
});

const browser = (userAgent: string) => vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
const hint = () => screen.findByText((_, node) => node?.className === 'banner-text' && HINT.test(node.textContent));
const noHint = async () => {
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByText(/Safari clears/)).not.toBeInTheDocument();
};
const open = (path: string) => renderPage(path, { backend: line, person: driver });

test('F25: on an iPhone outside its home screen the app says how to install it, until that is put away', async () => {
  browser(IPHONE);
  const { user } = await open('/diary');
  expect(await hint()).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await noHint();
  act(() => cleanup());
  await open('/diary');
  await noHint();
});

test('F25: installed, and in other browsers, nothing is said', async () => {
  await open('/diary');
  await noHint();
  act(() => cleanup());
  browser(IPHONE);
  Object.defineProperty(navigator, 'standalone', { value: true, configurable: true });
  try {
    await open('/diary');
    await noHint();
  } finally {
    Reflect.deleteProperty(navigator, 'standalone');
  }
});
