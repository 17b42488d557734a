import { fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reachEnd } from '@/ui/lists/reach-end';

let endRendered = false;
let scrollTo: ReturnType<typeof vi.spyOn>;
let end: ReturnType<typeof reachEnd>;
let stop: () => void;

const setScrollY = (top: number) => vi.stubGlobal('scrollY', top);

beforeEach(() => {
  endRendered = false;
  setScrollY(0);
  scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  end = reachEnd(() => endRendered);
  stop = end.listen();
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

test('after the End key the page scrolls again whenever rendered rows make it longer, until the last row is rendered', () => {
  fireEvent.keyDown(document.body, { key: 'End' });
  // The list calls follow() after it has rendered rows.
  end.follow();
  expect(scrollTo).not.toHaveBeenCalled();
  setScrollY(900);
  end.follow();
  expect(scrollTo).toHaveBeenCalledTimes(1);
  fireEvent(window, new Event('scrollend'));
  end.follow();
  expect(scrollTo).toHaveBeenCalledTimes(3);
  endRendered = true;
  fireEvent(window, new Event('scrollend'));
  end.follow();
  expect(scrollTo).toHaveBeenCalledTimes(4);
});

test.each([
  ['another key', () => fireEvent.keyDown(document.body, { key: 'PageUp' })],
  ['a wheel', () => fireEvent.wheel(document.body)],
  ['a press', () => fireEvent.pointerDown(document.body)],
  ['a finger', () => fireEvent.touchMove(document.body)],
])('%s stops the scrolling', (_, move) => {
  fireEvent.keyDown(document.body, { key: 'End' });
  setScrollY(900);
  move();
  end.follow();
  fireEvent(window, new Event('scrollend'));
  expect(scrollTo).not.toHaveBeenCalled();
});

test.each(['<input>', '<textarea></textarea>', '<div role="menu"><i></i></div>', '<dialog><i></i></dialog>'])(
  'End in %s does not scroll the page',
  (html) => {
    document.body.innerHTML = html;
    const target = document.querySelector('i') ?? document.body.firstElementChild;
    if (target) fireEvent.keyDown(target, { key: 'End' });
    setScrollY(900);
    end.follow();
    expect(scrollTo).not.toHaveBeenCalled();
  },
);
