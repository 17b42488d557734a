// Stands in for what radix's menu needs only where it is modal, which none here is: a lock on scrolling, and hiding the
// rest of the page from screen readers.
export { Fragment as RemoveScroll } from 'react';

export const hideOthers = () => () => undefined;
