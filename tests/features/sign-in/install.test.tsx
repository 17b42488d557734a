import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { InstallApp } from '@/widgets/install/install-app';
import { captureInstallPrompt } from '@/widgets/install/install-prompt';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15';
const CHROME =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';

captureInstallPrompt();
afterEach(() => {
  act(() => void window.dispatchEvent(new Event('appinstalled')));
  vi.restoreAllMocks();
});

function mockDevice(userAgent: string, touchPoints = 0) {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
  vi.spyOn(navigator, 'maxTouchPoints', 'get').mockReturnValue(touchPoints);
}

function offer(prompt = vi.fn(() => Promise.resolve({ outcome: 'accepted' }))) {
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
  act(() => void window.dispatchEvent(event));
  return { event, prompt };
}

const mockStandalone = () =>
  vi.spyOn(window, 'matchMedia').mockImplementation(
    // The app reads only these two members.
    (query) => ({ matches: query.includes('standalone'), media: query }) as MediaQueryList,
  );

test('a button installs the app if the browser supports it', async () => {
  mockDevice(CHROME);
  const { event, prompt } = offer();
  expect(event.defaultPrevented).toBe(true);
  render(<InstallApp />);
  expect(screen.getByText('For a faster, offline-ready experience.')).toBeVisible();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Install App on Your Device' }));
  expect(prompt).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test('the button appears once the browser offers to install the app', () => {
  mockDevice(CHROME);
  render(<InstallApp />);
  expect(screen.queryByRole('region')).not.toBeInTheDocument();
  offer();
  expect(screen.getByRole('button', { name: 'Install App on Your Device' })).toBeVisible();
});

test.each([
  ['an iPhone', IPHONE, 5],
  ['an iPad, which calls itself a Macintosh', SAFARI, 5],
])('on %s the instructions say what to tap', (_, userAgent, touchPoints) => {
  mockDevice(userAgent, touchPoints);
  render(<InstallApp />);
  expect(screen.getByRole('region', { name: 'Install the app' })).toHaveTextContent(
    'tap Share, then Add to Home Screen',
  );
});

test('in Safari on a desktop the instructions name the menu', () => {
  mockDevice(SAFARI);
  render(<InstallApp />);
  expect(screen.getByText('Go to File > Add to Dock')).toBeVisible();
});

test('in other browsers nothing is shown', () => {
  mockDevice(CHROME);
  render(<InstallApp />);
  expect(screen.queryByRole('region')).not.toBeInTheDocument();
});

test('an app in its own window counts as installed', () => {
  mockDevice(IPHONE, 5);
  mockStandalone();
  offer();
  render(<InstallApp />);
  expect(screen.queryByRole('region')).not.toBeInTheDocument();
});
