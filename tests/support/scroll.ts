// Scrolling, for the pages of the tests: they have no layout, so a list is told where it stands.
import { act } from '@testing-library/react';

/** Puts the top of a list so many pixels above the window, as scrolling would. */
export function scrollTo(list: Element, pixels: number) {
  list.getBoundingClientRect = () => new DOMRect(0, -pixels, 800, 100_000);
  act(() => {
    window.dispatchEvent(new Event('scroll'));
  });
}
