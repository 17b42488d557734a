import { useEffect, useState, type RefObject } from 'react';
import type { Target } from '@/data/diary/diary-events';
import { addDays, daysBetween } from '@/domain/core/time';
import { eventTitle } from '@/domain/diary/diary-event';
import type { DiaryEvent } from '@/records/diary';
import type { Diary } from './use-diary';
import { usePeople } from './use-people';

/** How far the pointer must go before a press becomes a drag, in pixels. */
const MIN_DISTANCE = 6;

type Drag = { event: DiaryEvent; x: number; y: number };

const dropUnder = ({ clientX, clientY }: PointerEvent) =>
  document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-day], [data-person]') ?? null;

/** Highlights one place to drop on, or none. */
function highlight(target: HTMLElement | null) {
  for (const one of document.querySelectorAll('[data-drop]')) if (one !== target) one.removeAttribute('data-drop');
  target?.setAttribute('data-drop', '');
}

/** The browser fires a click after the button is released; the click must not open the dragged event. */
function ignoreNextClick() {
  const ignore = (click: MouseEvent) => {
    click.preventDefault();
    click.stopPropagation();
  };
  window.addEventListener('click', ignore, { capture: true, once: true });
  setTimeout(() => window.removeEventListener('click', ignore, { capture: true }));
}

/** Follows the pointer until it is released, or Escape is pressed. */
function followDrag(
  down: PointerEvent,
  event: DiaryEvent,
  show: (drag: Drag | null) => void,
  drop: (target: HTMLElement) => void,
) {
  const { dataset } = document.documentElement;
  let started = false;
  const ended = new AbortController();
  const { signal } = ended;
  signal.addEventListener('abort', () => {
    delete dataset['dragging'];
    highlight(null);
    show(null);
  });
  window.addEventListener(
    'pointermove',
    (at) => {
      started ||= Math.hypot(at.clientX - down.clientX, at.clientY - down.clientY) >= MIN_DISTANCE;
      if (!started) return;
      dataset['dragging'] = '';
      show({ event, x: at.clientX, y: at.clientY });
      highlight(dropUnder(at));
    },
    { signal },
  );
  window.addEventListener(
    'pointerup',
    (at) => {
      const target = started ? dropUnder(at) : null;
      if (started) ignoreNextClick();
      ended.abort();
      if (target) drop(target);
    },
    { signal },
  );
  window.addEventListener('pointercancel', () => ended.abort(), { signal });
  window.addEventListener('keydown', ({ key }) => key === 'Escape' && ended.abort(), { signal });
}

/**
 * Lets planned events be dragged with the mouse, to another day of the `area` or to a person; the people are shown
 * during the drag. An element that can be dragged has `data-event`, a day has `data-day`. With touch or the keyboard,
 * an event is moved in its dialog.
 */
export function DragLayer({
  area,
  diary: { all },
  onDrop,
}: {
  area: RefObject<HTMLElement | null>;
  diary: Diary;
  onDrop: (event: DiaryEvent, target: Target) => void;
}) {
  const people = usePeople();
  const [drag, setDrag] = useState<Drag | null>(null);
  useEffect(() => {
    const element = area.current;
    if (!element) return undefined;
    const press = (down: PointerEvent) => {
      if (down.pointerType === 'touch' || down.button !== 0 || !(down.target instanceof Element)) return;
      const item = down.target.closest<HTMLElement>('[data-event]');
      const id = item?.dataset['event'];
      const event = all.flat().find((one) => one.event !== undefined && one.event.id === id)?.event;
      if (!item || !event) return;
      // An event of several days may be dragged by any of them.
      const from = item.closest<HTMLElement>('[data-day]')?.dataset['day'] ?? event.startDate;
      followDrag(down, event, setDrag, ({ dataset: { day, person } }) => {
        const { startDate, assignedTo } = event;
        if (person !== undefined) onDrop(event, { startDate, assignedTo: person === '' ? [] : [person] });
        else if (day !== undefined)
          onDrop(event, { startDate: addDays(startDate, daysBetween(from, day)), assignedTo });
      });
    };
    element.addEventListener('pointerdown', press);
    return () => element.removeEventListener('pointerdown', press);
  }, [area, all, onDrop]);
  if (!drag) return null;
  return (
    <>
      <span className="diary-ghost" style={{ left: drag.x, top: drag.y }} aria-hidden="true">
        {eventTitle(drag.event)}
      </span>
      {people.length > 1 && (
        <div className="diary-people" aria-hidden="true">
          {people.map(({ id, name }) => (
            <span key={id} data-person={id}>
              {name}
            </span>
          ))}
          {drag.event.kind !== 'absence' && <span data-person="">Whoever has time</span>}
        </div>
      )}
    </>
  );
}
