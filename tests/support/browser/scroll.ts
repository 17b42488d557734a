// Scrolling for feature tests: happy-dom has no layout, so the list's position is set.
import { act } from '@testing-library/react';

/** Puts the top of a list this many pixels above the window, as scrolling would. */
export function scrollTo(list: Element, pixels: number) {
  list.getBoundingClientRect = () => new DOMRect(0, -pixels, 800, 100_000);
  act(() => {
    window.dispatchEvent(new Event('scroll'));
  });
}
