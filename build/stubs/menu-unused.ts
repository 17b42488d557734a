// Replaces dependencies that radix's menu needs only when it is modal, which none here is: a scroll lock, and hiding
// the rest of the page from screen readers.
export { Fragment as RemoveScroll } from 'react';

export const hideOthers = () => () => undefined;
